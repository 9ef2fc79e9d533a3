import { openMinor, payoutAloneMaxMinor } from '@tuneport/domain/ledger/earnings';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, move } from '@tuneport/domain/ledger/ledger-legs';
import {
  nettedMethod,
  type PayoutEvent,
  type PayoutState,
  type PayoutStep,
  payoutMachine,
  payoutNumber,
  payoutRunMachine,
  runEnd,
} from '@tuneport/domain/ledger/payout-states';
import { money, toDecimal } from '@tuneport/domain/money/money';
import { canStep } from '@tuneport/domain/states/machine';
import { dayMs } from '@tuneport/domain/units/durations';
import type { AuditActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { disputedMinor } from '../disputes/line-dispute-queries.ts';
import { postTransfer } from '../post-transfer.ts';
import { balanceOf } from '../queries.ts';
import { accountEnteredAt } from './bank-accounts.ts';
import { openEarnings } from './earning-queries.ts';
import { requireNotMember, requirePayable, takeEntries } from './make-payout.ts';
import { moveRun } from './move-run.ts';
import {
  approvedAlone,
  linesOfPayout,
  lockDebtor,
  lockPayout,
  lockPayoutsOf,
  lockRun,
  type Payout,
  type PayoutRun,
  paidAmounts,
  payoutsOfRun,
  runOfPayout,
} from './payout-queries.ts';

type StepInput = {
  readonly reason?: string;
  /** The bank's reference. */
  readonly reference?: string;
  /** The part that the bank returned. */
  readonly returnedMinor?: bigint;
};

/** One step of a payout, which may end its run. In the caller's transaction. */
export async function stepPayout(
  db: Db,
  initiator: AuditActor,
  id: number,
  event: PayoutEvent,
  now: Date,
  input: StepInput = {},
): Promise<Payout> {
  // Locks the run before its payouts, in the same order as a transition of the whole run.
  const runId = await runOfPayout(db, id);
  const run = runId === null ? null : await lockRun(db, runId);
  const after = await stepMember(db, initiator, id, event, now, input);
  if (run) await endRun(db, initiator, run, now);
  return after;
}

/** One step of a payout with its posting. A run that it belongs to is already locked. */
export const stepMember = (
  db: Db,
  initiator: AuditActor,
  id: number,
  event: PayoutEvent,
  now: Date,
  { reason = '', reference, returnedMinor }: StepInput,
): Promise<Payout> =>
  takeStep({ db, now }, id, event, initiator, {
    reason,
    ...(reference === undefined ? {} : { set: { reference } }),
    ...(event === 'return-part' ? { set: (row: Payout) => returnPart(db, row, returnedMinor ?? 0n, now) } : {}),
  });

const takeStep = defineStep<Payout, AuditActor>()({
  machine: payoutMachine,
  table: 'payouts',
  lock: lockPayout,
  async guard({ db, now }, { step: { event }, row: payout, by }) {
    if ((event === 'approve' || event === 'reapprove') && payout.made_by !== null && payout.made_by === by.userId)
      await requireSmall(db, payout, by.userId, now);
    if (event === 'approve' || event === 'reapprove' || event === 'send' || event === 'retry' || event === 'net')
      await requirePayable(db, by, payout.owner);
    // These make the same earnings available again, so that they are paid a second time.
    if (event === 'refuse' || event === 'return' || event === 'return-part')
      await requireNotMember(db, by, payout.owner);
    if (event === 'send' || event === 'reapprove') await requireAccount(db, payout, event);
    // A payment of the balance holds the same lock, so that both cannot count on the same debt.
    if (event === 'net') await lockDebtor(db, payout.owner);
    if (event === 'net' && (await owedMinor(db, payout)) < payout.amount_minor)
      throw new Refusal('conflict', { message: 'The dealer owes less than this payout. Send it to the bank instead.' });
    if ((event === 'return' || event === 'return-part') && payout.method === nettedMethod)
      throw new Refusal('conflict', { message: 'This payout was settled against the balance; no bank can return it.' });
    if (event === 'retry') await retake(db, payout, by, now);
  },
  columns: async ({ db, now }, { step, row, by }) => ({
    ...(step.event === 'approve' || step.event === 'reapprove'
      ? { approved_by: by.userId, bank_account_at: await accountEnteredAt(db, row.owner) }
      : {}),
    ...(step.event === 'send' ? { sent_at: now } : {}),
    ...(step.event === 'net' ? { sent_at: now, method: nettedMethod } : {}),
    ...(step.event === 'retry' ? { tries: row.tries + 1, ended_at: null } : {}),
    ...(ends.includes(step.to) && step.event !== 'return-part' ? { ended_at: now } : {}),
  }),
  async post({ db, now }, { step, row, set, by, reason }) {
    const isPart = step.event === 'return-part';
    const amountMinor = isPart ? BigInt(set.returned_minor ?? 0n) : row.amount_minor;
    // What the bank returned before is not returned again.
    const legs = legsOf(row, amountMinor - row.returned_minor, step.money);
    if (legs.length > 0)
      await postTransfer(db, {
        key: isPart ? `payout:${row.id}:returned-to:${amountMinor}` : `payout:${row.id}:${step.to}:${row.tries}`,
        kind: isPart ? 'payout.returned' : step.event === 'net' ? 'payout.netted' : `payout.${words[step.to]}`,
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

/** A payout is sent to the bank account it was approved for, and approved again only if the account is another one. */
async function requireAccount(db: Db, payout: Payout, event: 'send' | 'reapprove'): Promise<void> {
  const isChanged = (await accountEnteredAt(db, payout.owner))?.getTime() !== payout.bank_account_at?.getTime();
  if (isChanged && event === 'send')
    throw new Refusal('conflict', {
      message: `The partner changed its bank account after ${payoutNumber(payout.id)} was approved. Approve it again first.`,
    });
  if (!isChanged && event === 'reapprove')
    throw new Refusal('conflict', { message: 'The bank account is the one this payout was approved for.' });
}

/** One person alone pays a partner a limited amount a day, however many payouts it is made of. */
async function requireSmall(db: Db, payout: Payout, userId: number, now: Date): Promise<void> {
  await lockPayoutsOf(db, payout.owner);
  const alone = await approvedAlone(db, payout, userId, new Date(now.getTime() - dayMs));
  if (alone + payout.amount_minor <= payoutAloneMaxMinor) return;
  throw new Refusal('forbidden', {
    message:
      alone === 0n
        ? 'You made this payout. At this size, someone else must approve it.'
        : 'You made this payout and approved others to this partner today. Someone else must approve this one.',
  });
}

/**
 * What a dealer owes in the currency of the payout, including purchases in progress, without what it disputes; nothing for
 * other parties.
 */
export async function owedMinor(db: Db, { owner, currency }: Pick<Payout, 'owner' | 'currency'>): Promise<bigint> {
  if (!owner.startsWith('dealer:')) return 0n;
  const { postedMinor } = await balanceOf(db, partyAccount('ar', owner, currency));
  const payable = postedMinor - (await disputedMinor(db, owner, currency));
  return payable > 0n ? payable : 0n;
}

/** Ends a run that was sent when its last payout has arrived or failed, also if it was retried alone. */
export async function endRun(db: Db, initiator: AuditActor, run: PayoutRun, now: Date): Promise<PayoutRun> {
  if (run.state !== 'processing' && run.state !== 'partly_failed') return run;
  const end = runEnd((await payoutsOfRun(db, run.id)).map(({ state }) => state));
  return end && canStep(payoutRunMachine, run.state, end) ? moveRun({ db, now }, run, end, initiator) : run;
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

function legsOf({ owner, currency }: Payout, amountMinor: bigint, flow: PayoutStep['money']): Leg[] {
  const transit = partyAccount('transit', owner, currency);
  const available = partyAccount('earn.avail', owner, currency);
  const bank = platformAccount('bank', currency);
  switch (flow) {
    case 'transit → earn.avail':
      return move(transit, available, amountMinor);
    case 'transit → bank':
      return move(transit, bank, amountMinor);
    case 'transit → ar':
      return move(transit, partyAccount('ar', owner, currency), amountMinor);
    case 'bank → earn.avail':
      return move(bank, available, amountMinor);
    // A retry posts them itself after checking that they are still available.
    case 'earn.avail → transit':
    case undefined:
      return [];
  }
}

/** Assigns the returned part to the sales of the payout, in their order. */
async function returnPart(db: Db, payout: Payout, amountMinor: bigint, now: Date) {
  const restMinor = payout.amount_minor - payout.returned_minor;
  if (amountMinor <= 0n || amountMinor >= restMinor)
    throw fieldRefusal({
      amount: [
        `Enter an amount above zero and below ${toDecimal(money(restMinor, payout.currency))} ${payout.currency}.`,
      ],
    });
  let left = amountMinor;
  const returned = (await paidAmounts(db, payout.id)).flatMap(({ subject, amount_minor: paidMinor }) => {
    const part = paidMinor < left ? paidMinor : left;
    if (part <= 0n) return [];
    left -= part;
    return [{ payout_id: payout.id, subject, amount_minor: part, at: now }];
  });
  await db.insertInto('payout_returns').values(returned).execute();
  return { returned_minor: payout.returned_minor + amountMinor };
}

/** The entries of a failed payout became available again; another payout or a refund may have taken some. */
async function retake(db: Db, payout: Payout, initiator: AuditActor, now: Date): Promise<void> {
  await lockPayoutsOf(db, payout.owner);
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
