import type { EarningParty } from '@tuneport/domain/ledger/earnings';
import {
  type PayoutRunEvent,
  payoutRunEvents,
  payoutRunStep,
  payoutStep,
  runEnd,
} from '@tuneport/domain/ledger/payout-states';
import type { Currency } from '@tuneport/domain/money/money';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { type Doer, makePayout } from './make-payout.ts';
import { moveRun } from './move-run.ts';
import {
  addPayoutEvent,
  lockRun,
  type PayoutRun,
  partiesWithEarnings,
  payoutsOfRun,
  runByKey,
} from './payout-queries.ts';
import { stepPayout } from './step-payout.ts';

export type RunInput = {
  readonly requestKey: string;
  readonly currency: Currency;
  /** Whom it pays; absent is everybody who earns. */
  readonly party?: EarningParty;
  readonly cutOff: Date;
  readonly note?: string;
};

/** A payout for everybody who has something available. Who has too little waits for the next run. In the caller's transaction. */
export async function openPayoutRun(db: Db, doer: Doer, input: RunInput, now: Date): Promise<PayoutRun> {
  const known = await runByKey(db, input.requestKey);
  if (known) return known;
  const run = await db
    .insertInto('payout_runs')
    .values({
      request_key: input.requestKey,
      currency: input.currency,
      party: input.party ?? null,
      cut_off: input.cutOff,
      note: input.note ?? '',
      opened_by: doer.userId,
      opened_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // Somebody sent the same wish a moment ago: theirs is the run.
  if (!run) return (await runByKey(db, input.requestKey)) ?? notThere();
  // In one order, so that two runs at once wait for each other instead of for ever.
  for (const owner of (await partiesWithEarnings(db, input.currency, input.party ?? null)).sort()) {
    const requestKey = `${input.requestKey}:${owner}`;
    try {
      await makePayout(
        db,
        doer,
        { owner, currency: input.currency, requestKey, until: input.cutOff, runId: run.id },
        now,
      );
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
    }
  }
  const of = { run_id: run.id };
  await addPayoutEvent(db, { of, at: now, event: 'open', from: null, to: 'open', actorId: doer.userId });
  await writeAudit(db, doer, 'payout-runs.open', `payout-run:${run.id}`, {
    currency: input.currency,
    party: input.party,
  });
  return run as PayoutRun;
}

const notThere = (): never => {
  throw new Refusal('not_found');
};

/** One step of the table for a run and all its payouts that can take it. In the caller's transaction. */
export async function stepPayoutRun(
  db: Db,
  doer: Doer,
  id: number,
  event: PayoutRunEvent,
  now: Date,
  reason = '',
): Promise<PayoutRun> {
  const run = (await lockRun(db, id)) ?? notThere();
  const step = payoutRunStep(run.state, event);
  if (!step) throw new Refusal('invalid_transition', { allowed: payoutRunEvents(run.state) });
  if (step.reason && reason === '') throw fieldRefusal({ reason: ['Say why.'] });
  if (step.secondPerson && (doer.userId === null || doer.userId === run.locked_by))
    throw new Refusal('forbidden', { message: 'Somebody else than who locked this run approves it.' });
  const members = await payoutsOfRun(db, id);
  if (event === 'complete' || event === 'fail') {
    const end = runEnd(members.map(({ state }) => state));
    if (end !== event) throw new Refusal('invalid_transition', { allowed: end === null ? [] : [end] });
  }
  for (const payout of members)
    if (step.members && payoutStep(payout.state, step.members))
      await stepPayout(db, doer, payout.id, step.members, now, { reason });
  return moveRun(db, doer, run, step, now, reason);
}
