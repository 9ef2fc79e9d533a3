import { expect, test } from 'vitest';
import { betaParticipantMachine, betaProgramMachine } from '../beta/beta-states.ts';
import { importMachine } from '../catalog/import-steps.ts';
import { sheetMachine } from '../catalog/sheet-steps.ts';
import { manifestMachine, toolSessionMachine } from '../catalog/tools/manifest-states.ts';
import { newsletterMachine, subscriberMachine } from '../content/newsletter-states.ts';
import { creditCodeMachine } from '../credits/credit-codes.ts';
import { applicationMachine } from '../dealers/application-states.ts';
import { creditDealMachine } from '../dealers/credit-deal-states.ts';
import { dealerInviteMachine } from '../dealers/invite-states.ts';
import { purchaseApprovalMachine } from '../dealers/purchase-approval-states.ts';
import { handoverMachine } from '../garage/handover-states.ts';
import { dataExportMachine } from '../identity/data-export-states.ts';
import { leadDealMachine } from '../leads/deal-states.ts';
import { opportunityMachine } from '../leads/opportunity-states.ts';
import { lineDisputeMachine } from '../ledger/line-dispute-states.ts';
import { payoutMachine, payoutRunMachine } from '../ledger/payout-states.ts';
import { bulkRunMachine } from '../operations/bulk-runs.ts';
import { paymentMachine, refundMachine } from '../payments/payment-states.ts';
import { purchaseMachine } from '../purchases/purchase-states.ts';
import { orderMachine } from '../store/order-states.ts';
import { productMachine } from '../store/product.ts';
import { rentalMachine } from '../store/rental-states.ts';
import { tradeInMachine } from '../store/trade-in-states.ts';
import { rescueMachine } from '../support/rescue-states.ts';
import { ticketMachine } from '../support/ticket-states.ts';
import { eventsOf } from '../testing/events-of.ts';
import { unreachable } from '../testing/unreachable.ts';
import { tuneRequestMachine } from '../tuning/tune-request-states.ts';
import { valueTransferMachine } from '../tuning/value-transfer-states.ts';
import { webhookDeliveryMachine } from '../webhooks/webhook-events.ts';
import { approvalMachine } from './approvals.ts';
import { eventsFrom, findStep, isState, type Machine, statesOf, stepsOf } from './machine.ts';

/** Every machine with the states nothing follows. */
const machines: readonly [name: string, machine: Machine, ends: readonly string[]][] = [
  ['application', applicationMachine, ['approved', 'rejected', 'withdrawn']],
  ['approval', approvalMachine, ['approved', 'rejected']],
  ['beta participant', betaParticipantMachine, ['refused', 'removed', 'completed']],
  ['beta program', betaProgramMachine, ['archived']],
  ['credit code', creditCodeMachine, ['claimed', 'withdrawn', 'expired']],
  ['credit deal', creditDealMachine, ['refunded', 'expired', 'cancelled']],
  ['bulk action', bulkRunMachine, ['done', 'cancelled']],
  ['data export', dataExportMachine, ['failed', 'expired']],
  ['dealer invitation', dealerInviteMachine, ['accepted', 'expired', 'revoked']],
  ['hand-over', handoverMachine, ['completed', 'cancelled', 'expired']],
  ['import', importMachine, ['done']],
  ['lead deal', leadDealMachine, []],
  ['line dispute', lineDisputeMachine, ['upheld', 'rejected', 'withdrawn']],
  ['newsletter', newsletterMachine, ['sent']],
  ['newsletter subscriber', subscriberMachine, []],
  ['opportunity', opportunityMachine, ['converted']],
  ['order', orderMachine, ['delivered', 'cancelled']],
  ['payment', paymentMachine, ['refunded', 'charged_back']],
  ['payout', payoutMachine, ['cancelled', 'reversed']],
  ['payout run', payoutRunMachine, ['completed', 'cancelled']],
  ['product', productMachine, []],
  ['purchase', purchaseMachine, ['refunded', 'cancelled']],
  ['purchase approval', purchaseApprovalMachine, ['approved', 'declined', 'expired', 'withdrawn']],
  ['refund', refundMachine, ['settled', 'failed']],
  ['rental', rentalMachine, ['closed', 'lost', 'cancelled']],
  ['rescue', rescueMachine, ['closed']],
  ['sheet', sheetMachine, ['failed', 'done']],
  ['ticket', ticketMachine, ['merged']],
  ['trade-in', tradeInMachine, ['rejected', 'declined', 'expired', 'credited', 'returned']],
  ['tune request', tuneRequestMachine, ['refunded', 'deleted']],
  ['value transfer', valueTransferMachine, ['rejected', 'cancelled', 'reversed']],
  ['tool manifest', manifestMachine, ['rejected', 'replaced']],
  ['tool session', toolSessionMachine, ['completed', 'failed']],
  ['webhook delivery', webhookDeliveryMachine, ['delivered', 'failed']],
];

/** Nothing leads out of it; what is left of a lost dispute can be refunded, and the payment stays what it is. */
const isEnd = (machine: Machine, state: string): boolean =>
  stepsOf(machine).every(({ from, to }) => !from.includes(state) || to === state);

/** From each state, which end can be reached at all. */
const canEnd = (machine: Machine, state: string): boolean => {
  const seen = new Set([state]);
  for (const one of seen) for (const { from, to } of stepsOf(machine)) if (from.includes(one)) seen.add(to);
  return [...seen].some((one) => isEnd(machine, one));
};

test.each(machines)('the %s machine reaches every state and leaves every state that is no end', (_, machine, ends) => {
  expect(unreachable(machine)).toEqual([]);
  const states = statesOf(machine);
  expect(states.filter((state) => isEnd(machine, state))).toEqual(ends);
  if (ends.length > 0) expect(states.filter((state) => !canEnd(machine, state))).toEqual([]);
});

test.each(machines)('the %s machine names known states, an actor for each step, and labels', (_, machine) => {
  expect(isState(machine, machine.initial)).toBe(true);
  for (const { event, from, to, who } of stepsOf(machine)) {
    for (const state of [...from, to]) expect(isState(machine, state), `${event}: ${state}`).toBe(true);
    expect(from.length * who.length, event).toBeGreaterThan(0);
  }
  for (const [name, { label }] of [...Object.entries(machine.states), ...Object.entries(machine.events)])
    expect(label, name).toMatch(/^[A-Z]/);
});

test.each(machines)('the %s machine has one way at most for an event, a state and a part', (_, machine) => {
  const parts = [...new Set(stepsOf(machine).flatMap(({ who }) => who))];
  for (const state of [...statesOf(machine), 'nowhere'])
    for (const part of parts) {
      const allowed = eventsFrom(machine, state, part);
      expect(new Set(allowed).size, `${state} ${part}`).toBe(allowed.length);
      for (const event of [...eventsOf(machine), 'explode'])
        expect(findStep(machine, state, event, part) !== null, `${state} ${event} ${part}`).toBe(
          allowed.includes(event),
        );
    }
});
