import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { openMinor, payoutAloneMaxMinor } from '@tuneport/domain/ledger/earnings';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, move } from '@tuneport/domain/ledger/ledger-legs';
import {
  type PayoutEvent,
  type PayoutState,
  type PayoutStep,
  payoutEvents,
  payoutRunStep,
  payoutStep,
  runEnd,
} from '@tuneport/domain/ledger/payout-states';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { postTransfer } from '../post-transfer.ts';
import { openEarnings } from './earning-queries.ts';
import { requirePayable, takeEntries } from './make-payout.ts';
import { moveRun } from './move-run.ts';
import {
  addPayoutEvent,
  linesOfPayout,
  lockPayout,
  lockRun,
  type Payout,
  type PayoutRun,
  payoutsOfRun,
  runOfPayout,
  takeTurn,
} from './payout-queries.ts';

type Words = { readonly reason?: string /** The bank's reference. */; readonly reference?: string };

/**
 * Performs one transition under the lock of the payout, with its posting and history row. Runs in the caller's
 * transaction.
 */
export async function stepPayout(
  db: Db,
  initiator: AuditActor,
  id: number,
  event: PayoutEvent,
  now: Date,
  { reason = '', reference }: Words = {},
): Promise<Payout> {
  // Locks the run before its payouts, in the same order as a transition of the whole run.
  const runId = await runOfPayout(db, id);
  const run = runId === null ? null : await lockRun(db, runId);
  const payout = await lockPayout(db, id);
  if (!payout) throw new Refusal('not_found');
  const step = payoutStep(payout.state, event);
  if (!step) throw new Refusal('invalid_transition', { allowed: payoutEvents(payout.state) });
  if (step.reason && reason === '') throw fieldRefusal({ reason: ['Enter a reason.'] });
  if (
    event === 'approve' &&
    payout.amount_minor > payoutAloneMaxMinor &&
    payout.made_by !== null &&
    payout.made_by === initiator.userId
  )
    throw new Refusal('forbidden', { message: 'You made this payout. At this size, someone else must approve it.' });
  if (event === 'approve' || event === 'send' || event === 'retry') await requirePayable(db, initiator, payout.owner);
  if (event === 'retry') await retake(db, payout, initiator, now);
  const legs = legsOf(payout, step.money);
  if (legs.length > 0)
    await postTransfer(db, {
      key: `payout:${id}:${step.to}:${payout.tries}`,
      kind: `payout.${words[step.to]}`,
      subject: `payout:${id}`,
      at: now,
      actorId: initiator.userId,
      legs,
      ...(reason === '' ? {} : { reason }),
    });
  const after = await db
    .updateTable('payouts')
    .set({
      state: step.to,
      updated_at: nextUpdatedAt(payout.updated_at, now),
      ...(reference === undefined ? {} : { reference }),
      ...(event === 'approve' ? { approved_by: initiator.userId } : {}),
      ...(event === 'send' ? { sent_at: now } : {}),
      ...(event === 'retry' ? { tries: payout.tries + 1, ended_at: null } : {}),
      ...(ends.includes(step.to) ? { ended_at: now } : {}),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const actorId = initiator.userId;
  await addPayoutEvent(db, {
    of: { payout_id: id },
    at: now,
    event,
    from: payout.state,
    to: step.to,
    actorId,
    reason,
  });
  await writeAudit(db, initiator, `payouts.${event}`, `payout:${id}`, { from: payout.state, to: step.to, reason });
  if (run?.state === 'processing') await endRun(db, initiator, run, now);
  return after as Payout;
}

/** Ends the run when its last payout has arrived or failed. */
async function endRun(db: Db, initiator: AuditActor, run: PayoutRun, now: Date): Promise<void> {
  const end = runEnd((await payoutsOfRun(db, run.id)).map(({ state }) => state));
  const step = end && payoutRunStep(run.state, end);
  if (step) await moveRun(db, initiator, run, step, now);
}

const ends: readonly PayoutState[] = ['paid', 'failed', 'cancelled', 'reversed'];
/** The transfer kind for each payout state. */
const words: Readonly<Record<PayoutState, string>> = {
  draft: 'taken',
  approved: 'taken',
  sending: 'sent',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
  reversed: 'returned',
};

function legsOf({ owner, currency, amount_minor }: Payout, flow: PayoutStep['money']): Leg[] {
  const transit = partyAccount('transit', owner, currency);
  const available = partyAccount('earn.avail', owner, currency);
  const bank = platformAccount('bank', currency);
  switch (flow) {
    case 'transit → earn.avail':
      return move(transit, available, amount_minor);
    case 'transit → bank':
      return move(transit, bank, amount_minor);
    case 'bank → earn.avail':
      return move(bank, available, amount_minor);
    // A retry posts them itself after checking that they are still available.
    case 'earn.avail → transit':
    case null:
      return [];
  }
}

/** The entries of a failed payout became available again; another payout or a refund may have taken some. */
async function retake(db: Db, payout: Payout, initiator: AuditActor, now: Date): Promise<void> {
  await takeTurn(db, payout.owner);
  const open = new Map(
    (await openEarnings(db, payout.owner, payout.currency, now)).map((one) => [one.sale, openMinor(one)]),
  );
  const same = (await linesOfPayout(db, payout.id)).every((line) => open.get(line.subject) === line.amount_minor);
  if (!same)
    throw new Refusal('conflict', {
      message: 'The earnings of this payout have changed. Cancel it and make a new one.',
    });
  await takeEntries(db, { ...payout, tries: payout.tries + 1 }, initiator, now);
}
