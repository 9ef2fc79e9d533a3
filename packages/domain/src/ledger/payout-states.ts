import { defineMachine, type EventOf, type StateOf, type StepOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';

// The spec calls a payout a transfer, and payouts made together a transfer group. This is not a ledger transfer.

/**
 * Creating a payout takes its entries: earn.avail → transit. No money is sent automatically: staff send it and confirm.
 */
export const payoutMachine = defineMachine({
  initial: 'draft',
  states: {
    draft: { label: 'Being prepared' },
    approved: { label: 'Approved' },
    sending: { label: 'Sent', tone: 'busy' },
    paid: { label: 'Paid', tone: 'good' },
    failed: { label: 'Failed', tone: 'bad' },
    cancelled: { label: 'Cancelled', hollow: true },
    reversed: { label: 'Returned', tone: 'bad' },
  },
  events: {
    approve: { label: 'Approve', from: ['draft'], to: 'approved', who: ['staff'] },
    // The partner changed its bank account after the approval.
    reapprove: {
      label: 'Approve again',
      steps: [
        { from: ['approved'], to: 'approved', who: ['staff'], guard: 'account-changed' },
        { from: ['sending'], to: 'sending', who: ['staff'], guard: 'account-changed' },
      ],
    },
    send: { label: 'Mark as sent', from: ['approved'], to: 'sending', who: ['staff'] },
    confirm: { label: 'Confirm payment', from: ['sending'], to: 'paid', who: ['staff'], money: 'transit → bank' },
    // Instead of a bank transfer: what a dealer owes us is reduced by it.
    net: {
      label: 'Settle against balance',
      from: ['approved'],
      to: 'paid',
      who: ['staff'],
      guard: 'owes-enough',
      money: 'transit → ar',
    },
    refuse: {
      label: 'Mark as refused',
      from: ['sending'],
      to: 'failed',
      who: ['staff'],
      money: 'transit → earn.avail',
      reason: true,
    },
    retry: { label: 'Try again', from: ['failed'], to: 'approved', who: ['staff'], money: 'earn.avail → transit' },
    cancel: {
      label: 'Cancel payout',
      from: ['draft', 'approved'],
      to: 'cancelled',
      who: ['staff'],
      money: 'transit → earn.avail',
      reason: true,
    },
    // A failed payout has already returned its entries.
    drop: { label: 'Drop payout', from: ['failed'], to: 'cancelled', who: ['staff'], reason: true },
    // The rest stays paid.
    'return-part': {
      label: 'Mark as partly returned',
      from: ['paid'],
      to: 'paid',
      who: ['staff'],
      money: 'bank → earn.avail',
      reason: true,
    },
    return: {
      label: 'Mark as returned',
      from: ['paid'],
      to: 'reversed',
      who: ['staff'],
      money: 'bank → earn.avail',
      reason: true,
    },
  },
});
export const payoutStates = statesOf(payoutMachine);
export type PayoutState = StateOf<typeof payoutMachine>;
export type PayoutEvent = EventOf<typeof payoutMachine>;
export type PayoutStep = StepOf<typeof payoutMachine>;

/** The method of payouts that were settled against the balance of a dealer. */
export const nettedMethod = msg('Settled against balance');

export const payoutNumber = (id: number): string => `PO-${String(id).padStart(6, '0')}`;
export const payoutRunNumber = (id: number): string => `PR-${String(id).padStart(5, '0')}`;

/** Payouts that hold their entries. All others have returned them. */
export const payoutsUnderWay: readonly PayoutState[] = ['draft', 'approved', 'sending'];

export const payoutSentences: Readonly<Record<PayoutState, string>> = {
  draft: msg('We are preparing this payout. Its earnings are reserved for it.'),
  approved: msg('Approved. We will send it next.'),
  sending: msg('We sent it. Banks take a few days to process it.'),
  paid: msg('Paid in full.'),
  failed: msg('The bank rejected it. Its earnings are available again, and we will retry.'),
  cancelled: msg('Cancelled. Its earnings are available again.'),
  reversed: msg('The bank returned it. Its earnings are available again.'),
};

/** Instead of "Paid in full". */
export const partlyReturned = msg('Paid. The bank returned {amount}, which is available again.');

/** Staff take every step but the two that follow from the payouts of the run. */
export const payoutRunMachine = defineMachine({
  initial: 'open',
  states: {
    open: { label: 'Being prepared' },
    locked: { label: 'In review' },
    approved: { label: 'Approved' },
    processing: { label: 'Sent', tone: 'busy' },
    completed: { label: 'Completed', tone: 'good' },
    partly_failed: { label: 'Partly failed', tone: 'bad' },
    cancelled: { label: 'Cancelled', hollow: true },
  },
  events: {
    lock: { label: 'Lock', from: ['open'], to: 'locked', who: ['staff'] },
    unlock: { label: 'Unlock', from: ['locked'], to: 'open', who: ['staff'] },
    approve: { label: 'Approve', from: ['locked'], to: 'approved', who: ['staff'], guard: 'second-person' },
    process: { label: 'Mark as sent', from: ['approved'], to: 'processing', who: ['staff'] },
    // Also after its failed payouts were retried or dropped one by one.
    complete: { label: 'Complete', from: ['processing', 'partly_failed'], to: 'completed', who: ['system'] },
    fail: { label: 'Mark as partly failed', from: ['processing'], to: 'partly_failed', who: ['system'] },
    retry: { label: 'Try again', from: ['partly_failed'], to: 'approved', who: ['staff'] },
    drop: { label: 'Drop failed payouts', from: ['partly_failed'], to: 'completed', who: ['staff'], reason: true },
    cancel: {
      label: 'Cancel group',
      from: ['open', 'locked', 'approved'],
      to: 'cancelled',
      who: ['staff'],
      reason: true,
    },
  },
});
export const payoutRunStates = statesOf(payoutRunMachine);
export type PayoutRunState = StateOf<typeof payoutRunMachine>;
export type PayoutRunEvent = EventOf<typeof payoutRunMachine>;

/** What happens to each payout of a run that can take this step. */
export const payoutEventsOfRun: Readonly<Partial<Record<PayoutRunEvent, PayoutEvent>>> = {
  approve: 'approve',
  process: 'send',
  retry: 'retry',
  drop: 'drop',
  cancel: 'cancel',
};

/** How a run ends once none of its payouts is in progress: `complete`, `fail`, or null while some are. */
export function runEnd(members: readonly PayoutState[]): 'complete' | 'fail' | null {
  if (members.some((state) => payoutsUnderWay.includes(state))) return null;
  return members.includes('failed') ? 'fail' : 'complete';
}
