import { openMinor, payoutAloneMaxMinor } from '@tuneport/domain/ledger/earnings';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, move } from '@tuneport/domain/ledger/ledger-legs';
import {
  type PayoutEvent,
  type PayoutState,
  type PayoutStep,
  payoutMachine,
  payoutRunMachine,
  runEnd,
} from '@tuneport/domain/ledger/payout-states';
import { canStep } from '@tuneport/domain/states/machine';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { postTransfer } from '../post-transfer.ts';
import { openEarnings } from './earning-queries.ts';
import { requirePayable, takeEntries } from './make-payout.ts';
import { moveRun } from './move-run.ts';
import {
  linesOfPayout,
  lockPayout,
  lockRun,
  type Payout,
  type PayoutRun,
  payoutsOfRun,
  runOfPayout,
  takeTurn,
} from './payout-queries.ts';

type Words = {
  readonly reason?: string;
  /** The bank's reference. */
  readonly reference?: string;
};

/** One step of a payout under its lock and the lock of its run, with its posting. In the caller's transaction. */
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
  const after = await takeStep({ db, now }, id, event, initiator, {
    reason,
    ...(reference === undefined ? {} : { set: { reference } }),
  });
  if (run?.state === 'processing') await endRun(db, initiator, run, now);
  return after;
}

const takeStep = defineStep<Payout, AuditActor>()({
  machine: payoutMachine,
  table: 'payouts',
  lock: lockPayout,
  async guard({ db, now }, { step: { event }, row: payout, by }) {
    if (
      event === 'approve' &&
      payout.amount_minor > payoutAloneMaxMinor &&
      payout.made_by !== null &&
      payout.made_by === by.userId
    )
      throw new Refusal('forbidden', {
        message: 'You made this payout. At this size, someone else must approve it.',
      });
    if (event === 'approve' || event === 'send' || event === 'retry') await requirePayable(db, by, payout.owner);
    if (event === 'retry') await retake(db, payout, by, now);
  },
  columns: ({ now }, { step, row, by }) => ({
    ...(step.event === 'approve' ? { approved_by: by.userId } : {}),
    ...(step.event === 'send' ? { sent_at: now } : {}),
    ...(step.event === 'retry' ? { tries: row.tries + 1, ended_at: null } : {}),
    ...(ends.includes(step.to) ? { ended_at: now } : {}),
  }),
  async post({ db, now }, { step, row, by, reason }) {
    const legs = legsOf(row, step.money);
    if (legs.length > 0)
      await postTransfer(db, {
        key: `payout:${row.id}:${step.to}:${row.tries}`,
        kind: `payout.${words[step.to]}`,
        subject: `payout:${row.id}`,
        at: now,
        actorId: by.userId,
        legs,
        ...(reason === '' ? {} : { reason }),
      });
    return null;
  },
  history: {
    table: 'payout_events',
    values: (taken) => ({ payout_id: taken.row.id, ...historyRow(taken), reason: taken.reason }),
  },
  audit: ({ step, row, reason }) => ({
    act: `payouts.${step.event}`,
    subject: `payout:${row.id}`,
    detail: { from: row.state, to: step.to, reason },
  }),
});

/** Ends the run when its last payout has arrived or failed. */
async function endRun(db: Db, initiator: AuditActor, run: PayoutRun, now: Date): Promise<void> {
  const end = runEnd((await payoutsOfRun(db, run.id)).map(({ state }) => state));
  if (end && canStep(payoutRunMachine, run.state, end)) await moveRun({ db, now }, run, end, initiator);
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
    case undefined:
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
