import type { EarningParty } from '@tuneport/domain/ledger/earnings';
import { type PayoutRunEvent, payoutEventsOfRun, payoutMachine, runEnd } from '@tuneport/domain/ledger/payout-states';
import type { Currency } from '@tuneport/domain/money/money';
import { canStep } from '@tuneport/domain/states/machine';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { makePayout } from './make-payout.ts';
import { moveRun } from './move-run.ts';
import { addPayoutEvent, type PayoutRun, partiesWithEarnings, payoutsOfRun, runByKey } from './payout-queries.ts';
import { endRun, stepMember } from './step-payout.ts';

type RunInput = {
  readonly requestKey: string;
  readonly currency: Currency;
  /** Parties to pay; all if absent. */
  readonly party?: EarningParty;
  readonly cutOff: Date;
  readonly note?: string;
};

/**
 * Creates a payout for everyone with an available balance; amounts below the minimum wait for the next run. Runs in the
 * caller's transaction.
 */
export async function openPayoutRun(db: Db, initiator: AuditActor, input: RunInput, now: Date): Promise<PayoutRun> {
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
      opened_by: initiator.userId,
      opened_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  // A concurrent request with the same key created the run.
  if (!run) return (await runByKey(db, input.requestKey)) ?? notThere();
  // A consistent lock order prevents deadlocks between concurrent runs.
  for (const owner of (await partiesWithEarnings(db, input.currency, input.party ?? null)).sort()) {
    const requestKey = `${input.requestKey}:${owner}`;
    try {
      await makePayout(
        db,
        initiator,
        { owner, currency: input.currency, requestKey, until: input.cutOff, runId: run.id },
        now,
      );
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
    }
  }
  const of = { run_id: run.id };
  await addPayoutEvent(db, { of, at: now, event: 'open', from: null, to: 'open', actorId: initiator.userId });
  await writeAudit(db, initiator, 'payout-runs.open', `payout-run:${run.id}`, {
    currency: input.currency,
    party: input.party,
  });
  return run as PayoutRun;
}

const notThere = (): never => {
  throw new Refusal('not_found');
};

/** One step of a run and of all its payouts that can take it. In the caller's transaction. */
export async function stepPayoutRun(
  db: Db,
  initiator: AuditActor,
  id: number,
  event: PayoutRunEvent,
  now: Date,
  reason = '',
): Promise<PayoutRun> {
  const each = payoutEventsOfRun[event];
  const run = await moveRun({ db, now }, id, event, initiator, {
    reason,
    async set() {
      const members = await payoutsOfRun(db, id);
      if (event === 'complete' || event === 'fail') {
        const end = runEnd(members.map(({ state }) => state));
        if (end !== event) throw new Refusal('invalid_transition', { allowed: end === null ? [] : [end] });
      }
      for (const payout of members)
        if (each && canStep(payoutMachine, payout.state, each))
          await stepMember(db, initiator, payout.id, each, now, { reason });
      return {};
    },
  });
  // Its payouts may all have been sent or cancelled one by one before.
  return endRun(db, initiator, run, now);
}
