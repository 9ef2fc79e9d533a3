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
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { postTransfer } from '../post-transfer.ts';
import { openEarnings } from './earning-queries.ts';
import { type Doer, requirePayable, takeEntries } from './make-payout.ts';
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

type Words = { readonly reason?: string /** What the bank calls it. */; readonly reference?: string };

/** One step of the table under the lock of the payout, with its posting and its row of history. In the caller's transaction. */
export async function stepPayout(
  db: Db,
  doer: Doer,
  id: number,
  event: PayoutEvent,
  now: Date,
  { reason = '', reference }: Words = {},
): Promise<Payout> {
  // The run before its payouts, as whoever moves the whole run does.
  const runId = await runOfPayout(db, id);
  const run = runId === null ? null : await lockRun(db, runId);
  const payout = await lockPayout(db, id);
  if (!payout) throw new Refusal('not_found');
  const step = payoutStep(payout.state, event);
  if (!step) throw new Refusal('invalid_transition', { allowed: payoutEvents(payout.state) });
  if (step.reason && reason === '') throw fieldRefusal({ reason: ['Say why.'] });
  if (
    event === 'approve' &&
    payout.amount_minor > payoutAloneMaxMinor &&
    payout.made_by !== null &&
    payout.made_by === doer.userId
  )
    throw new Refusal('forbidden', { message: 'A payout of this size is approved by somebody else than who made it.' });
  if (event === 'approve' || event === 'send' || event === 'retry') await requirePayable(db, doer, payout.owner);
  if (event === 'retry') await retake(db, payout, doer, now);
  const legs = legsOf(payout, step.money);
  if (legs.length > 0)
    await postTransfer(db, {
      key: `payout:${id}:${step.to}:${payout.tries}`,
      kind: `payout.${words[step.to]}`,
      subject: `payout:${id}`,
      at: now,
      actorId: doer.userId,
      legs,
      ...(reason === '' ? {} : { reason }),
    });
  const after = await db
    .updateTable('payouts')
    .set({
      state: step.to,
      updated_at: nextUpdatedAt(payout.updated_at, now),
      ...(reference === undefined ? {} : { reference }),
      ...(event === 'approve' ? { approved_by: doer.userId } : {}),
      ...(event === 'send' ? { sent_at: now } : {}),
      ...(event === 'retry' ? { tries: payout.tries + 1, ended_at: null } : {}),
      ...(ends.includes(step.to) ? { ended_at: now } : {}),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const actorId = doer.userId;
  await addPayoutEvent(db, {
    of: { payout_id: id },
    at: now,
    event,
    from: payout.state,
    to: step.to,
    actorId,
    reason,
  });
  await writeAudit(db, doer, `payouts.${event}`, `payout:${id}`, { from: payout.state, to: step.to, reason });
  if (run?.state === 'processing') await endRun(db, doer, run, now);
  return after as Payout;
}

/** The last of its payouts arrived or failed: so did the run. */
async function endRun(db: Db, doer: Doer, run: PayoutRun, now: Date): Promise<void> {
  const end = runEnd((await payoutsOfRun(db, run.id)).map(({ state }) => state));
  const step = end && payoutRunStep(run.state, end);
  if (step) await moveRun(db, doer, run, step, now);
}

const ends: readonly PayoutState[] = ['paid', 'failed', 'cancelled', 'reversed'];
/** What the ledger calls it when a payout comes there. */
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
    // A retry takes them itself, when it has looked whether they are still there.
    case 'earn.avail → transit':
    case null:
      return [];
  }
}

/** The entries of a failed payout were available meanwhile; another payout or a refund may have taken some. */
async function retake(db: Db, payout: Payout, doer: Doer, now: Date): Promise<void> {
  await takeTurn(db, payout.owner);
  const open = new Map(
    (await openEarnings(db, payout.owner, payout.currency, now)).map((one) => [one.sale, openMinor(one)]),
  );
  const same = (await linesOfPayout(db, payout.id)).every((line) => open.get(line.subject) === line.amount_minor);
  if (!same)
    throw new Refusal('conflict', {
      message: 'Its entries have changed since. Drop this payout and make a new one.',
    });
  await takeEntries(db, { ...payout, tries: payout.tries + 1 }, doer, now);
}
