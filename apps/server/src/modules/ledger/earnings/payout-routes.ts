import type { payoutsAdmin } from '@tuneport/contract/ledger/payouts-admin';
import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import { type PayoutEvent, payoutMachine } from '@tuneport/domain/ledger/payout-states';
import { parseMoney } from '@tuneport/domain/money/money';
import { eventsFrom, findStep } from '@tuneport/domain/states/machine';
import { handlers } from '../../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { bankFileOf } from './bank-file.ts';
import { makePayout } from './make-payout.ts';
import { allPayouts, allRuns, partyFacts } from './payout-admin-queries.ts';
import { lockPayout } from './payout-queries.ts';
import { openPayoutRun, stepPayoutRun } from './payout-runs.ts';
import { presentListed, presentRun, presentRunRecord, presentTransfer, previewRun } from './present-payouts.ts';
import { sendPayoutReturned, sendRemittance } from './remittance-mail.ts';
import { stepPayout } from './step-payout.ts';

/** The events that lead to each state, by the names of the specification and our own. */
const eventsTo: Readonly<Record<string, readonly PayoutEvent[]>> = {
  approved: ['approve', 'retry'],
  reapproved: ['reapprove'],
  sent: ['send'],
  sending: ['send'],
  settled: ['confirm'],
  paid: ['confirm'],
  netted: ['net'],
  failed: ['refuse'],
  cancelled: ['cancel', 'drop'],
  returned: ['return'],
  reversed: ['return'],
};

export const payoutAdminRoutes = handlers<typeof payoutsAdmin>({
  'GET /v1/admin/transfers': async ({ db, query }) => {
    const list = await allPayouts(db, query);
    return { ...list, data: list.data.map(presentListed) };
  },
  'POST /v1/admin/transfers/dry-run': ({ db, body: { cut_off, ...body }, now }) =>
    previewRun(db, { ...body, until: cut_off ?? now }),
  'POST /v1/admin/transfers': async ({ db, actor, body, requestKey, now }) => {
    const owner = body.holder as EarningOwner;
    if (!(await partyFacts(db, [owner])).has(owner)) throw fieldRefusal({ holder: ['There is no such partner.'] });
    const suffix = `:${body.currency}`;
    const only = body.entry_ids?.map((id) => (id.endsWith(suffix) ? id.slice(0, -suffix.length) : id));
    const input = { owner, currency: body.currency, requestKey, until: now, ...(only ? { only } : {}) };
    return presentTransfer(db, (await makePayout(db, actor, input, now)).id);
  },
  'GET /v1/admin/transfers/:id': ({ db, params }) => presentTransfer(db, params.id),
  'POST /v1/admin/transfers/:id/state': async ({ db, actor, platform, params, body, now }) => {
    const payout = await lockPayout(db, params.id);
    if (!payout) throw new Refusal('not_found');
    const isPart = body.amount !== undefined && eventsTo[body.state]?.includes('return');
    const events: readonly PayoutEvent[] = isPart ? ['return-part'] : (eventsTo[body.state] ?? []);
    const event = events.find((one) => findStep(payoutMachine, payout.state, one, 'staff'));
    if (!event) throw new Refusal('invalid_transition', { allowed: eventsFrom(payoutMachine, payout.state, 'staff') });
    const { reason, reference } = body;
    const after = await stepPayout(db, actor, params.id, event, now, {
      reason,
      ...(reference === undefined ? {} : { reference }),
      ...(isPart ? { returnedMinor: parseMoney(body.amount ?? '', payout.currency)?.amountMinor ?? 0n } : {}),
    });
    if (event === 'confirm' || event === 'net') await sendRemittance(db, platform.config.publicOrigin, params.id);
    const returned = { refuse: payout.amount_minor, return: payout.amount_minor, 'return-part': after.returned_minor };
    if (event === 'refuse' || event === 'return' || event === 'return-part')
      await sendPayoutReturned(db, platform.config.publicOrigin, params.id, returned[event] - payout.returned_minor);
    return presentTransfer(db, params.id);
  },
  'GET /v1/admin/transfer-groups': async ({ db, query }) => {
    const list = await allRuns(db, query);
    return { ...list, data: list.data.map(presentRun) };
  },
  'POST /v1/admin/transfer-groups': async ({ db, actor, body, requestKey, now }) => {
    const { currency, party, cut_off, note } = body;
    const input = { requestKey, currency, cutOff: cut_off ?? now, note, ...(party ? { party } : {}) };
    const { id } = await openPayoutRun(db, actor, input, now);
    const run = await presentRunRecord(db, id);
    if (run.members.length === 0)
      throw new Refusal('conflict', { message: 'No partner has enough available earnings in this currency.' });
    return run;
  },
  'GET /v1/admin/transfer-groups/:id': ({ db, params }) => presentRunRecord(db, params.id),
  'POST /v1/admin/transfer-groups/:id/step': async ({ db, actor, params, body, now }) => {
    await stepPayoutRun(db, actor, params.id, body.event, now, body.reason);
    return presentRunRecord(db, params.id);
  },
  'GET /v1/admin/transfer-groups/:id/file': ({ db, actor, platform, params, query, now }) =>
    bankFileOf(db, platform, actor, params.id, query.format, now),
});
