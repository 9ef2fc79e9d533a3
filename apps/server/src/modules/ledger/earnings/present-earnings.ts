import { type EarningOwner, type EarningParty, expectedPayday, openMinor } from '@tuneport/domain/ledger/earnings';
import { partlyReturned, payoutNumber, payoutRunNumber, payoutSentences } from '@tuneport/domain/ledger/payout-states';
import { type Currency, money, moneyText, toWire } from '@tuneport/domain/money/money';
import { dayIn, midnightAfter, midnightIn, monthStartIn } from '@tuneport/domain/support/wall-clock';
import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type Earning, type EarningFilter, earningsOf, monthsOf, standingOf } from './earning-queries.ts';
import { describeSales, type SaleLabels } from './earning-subjects.ts';
import {
  historyOfPayout,
  linesOfPayout,
  listPayouts,
  type Payout,
  type PayoutFilter,
  payoutOfOwner,
  payoutsOfRunTo,
  runById,
  runsOfOwner,
  unifiedTransfers,
} from './payout-queries.ts';

// A party's view of its own earnings, the same for tuners, dealers and affiliates; their areas check access.

/** Days of the company, the last one included. */
type DayRange = { readonly from?: string | undefined; readonly to?: string | undefined };
const within = ({ from, to }: DayRange, zone: string) => ({
  from: from === undefined ? undefined : midnightIn(from, zone),
  to: to === undefined ? undefined : midnightAfter(to, zone),
});

/** The last twelve months by default. */
function yearUntil(range: DayRange, zone: string, now: Date): { from: Date; to: Date } {
  const { from, to } = within(range, zone);
  const until = to ?? monthStartIn(now, zone, 1);
  return { from: from ?? monthStartIn(until, zone, -12), to: until };
}

export async function presentEarnings(db: Db, owner: EarningOwner, range: DayRange, zone: string, now: Date) {
  const { from, to } = yearUntil(range, zone, now);
  const [standing, months] = await Promise.all([standingOf(db, owner), monthsOf(db, owner, from, to, zone)]);
  const wire = (minor: bigint, currency: Currency) => toWire(money(minor, currency));
  return {
    balances: standing.map(({ currency, ...sums }) => ({
      currency,
      available: wire(sums.availableMinor, currency),
      on_hold: wire(sums.heldMinor, currency),
      on_its_way: wire(sums.inTransferMinor, currency),
      paid_out: wire(sums.paidMinor, currency),
    })),
    from,
    to,
    first_month: dayIn(from, zone).slice(0, 7),
    last_month: dayIn(new Date(to.getTime() - 1), zone).slice(0, 7),
    totals: [...new Set(months.map(({ currency }) => currency))].map((currency) => {
      const of = months.filter((month) => month.currency === currency);
      const sum = (key: 'earnedMinor' | 'takenBackMinor' | 'paidMinor') =>
        wire(
          of.reduce((all, month) => all + month[key], 0n),
          currency,
        );
      return { currency, earned: sum('earnedMinor'), taken_back: sum('takenBackMinor'), paid_out: sum('paidMinor') };
    }),
    months: months.map(({ month, currency, ...sums }) => ({
      month,
      earned: wire(sums.earnedMinor, currency),
      taken_back: wire(sums.takenBackMinor, currency),
      paid_out: wire(sums.paidMinor, currency),
    })),
  };
}

export async function presentEntries(
  db: Db,
  owner: EarningOwner,
  { from, to, ...filter }: Omit<EarningFilter, 'from' | 'to'> & DayRange,
  zone: string,
  now: Date,
  /** Whether the caller is a member; staff cannot dispute for a partner. */
  isMember: boolean,
) {
  const list = await earningsOf(db, owner, { ...filter, ...within({ from, to }, zone) });
  const wordsOf = await describeSales(
    db,
    list.data.map(({ sale }) => sale),
  );
  return {
    ...list,
    data: list.data.map((one) => ({
      id: `${one.sale}:${one.currency}`,
      at: one.at,
      ...namesOf(wordsOf(one.sale)),
      rule: wordsOf(one.sale).rules?.[owner.split(':')[0] as EarningParty] ?? '',
      state: one.state,
      ...clockOf(one, zone, now),
      reversals: one.reversals.map(({ at, amountMinor }) => ({ at, amount: toWire(money(amountMinor, one.currency)) })),
      amount: toWire(money(one.heldMinor + one.availableMinor, one.currency)),
      open: toWire(money(openMinor(one), one.currency)),
      transfer_id: one.payoutId,
      dispute: one.dispute && { id: one.dispute.id, ticket_id: one.dispute.ticketId },
      may_dispute: isMember && !one.wasDisputed,
    })),
  };
}

const namesOf = ({ number, title }: SaleLabels) => ({ number, title: t(title) });

/** When a held share becomes available, and when an open one is expected to be paid; unknown until its sale has shipped. */
function clockOf({ state, availableAt }: Earning, zone: string, now: Date) {
  const waits = state === 'pending' ? availableAt : null;
  const open = state === 'pending' ? waits !== null : state === 'available';
  const from = waits !== null && waits > now ? waits : now;
  return { available_at: waits, expected_at: open ? expectedPayday(from, zone) : null };
}

export const presentPayout = (payout: Payout) => ({
  id: payout.id,
  number: payoutNumber(payout.id),
  state: payout.state,
  amount: toWire(money(payout.amount_minor, payout.currency)),
  returned: toWire(money(payout.state === 'reversed' ? payout.amount_minor : payout.returned_minor, payout.currency)),
  method: payout.method,
  reference: payout.reference,
  group: payout.run_id === null ? null : { id: payout.run_id, number: payoutRunNumber(payout.run_id) },
  made_at: payout.made_at,
  sent_at: payout.sent_at,
  ended_at: payout.ended_at,
});

export async function presentPayouts(db: Db, owner: EarningOwner, filter: PayoutFilter) {
  const list = await listPayouts(db, owner, filter);
  return { ...list, data: list.data.map((payout) => ({ ...presentPayout(payout), entries: payout.entries })) };
}

export async function presentPayoutOf(db: Db, owner: EarningOwner, id: number) {
  const payout = await payoutOfOwner(db, owner, id);
  if (!payout) throw new Refusal('not_found');
  const [lines, history] = await Promise.all([linesOfPayout(db, id), historyOfPayout(db, id)]);
  const wordsOf = await describeSales(
    db,
    lines.map(({ subject }) => subject),
  );
  return {
    ...presentPayout(payout),
    sentence:
      payout.state === 'paid' && payout.returned_minor > 0n
        ? t(partlyReturned, { amount: moneyText(money(payout.returned_minor, payout.currency)) })
        : t(payoutSentences[payout.state]),
    lines: lines.map(({ subject, amount_minor }) => ({
      ...namesOf(wordsOf(subject)),
      amount: toWire(money(amount_minor, payout.currency)),
    })),
    history: history.map(({ at, to_state, reason }) => ({ at, state: to_state as Payout['state'], reason })),
  };
}

/** A run as one party sees it: only its own payouts. Not found if it has none. */
export async function presentRunOf(db: Db, owner: EarningOwner, id: number) {
  const [run, payouts] = await Promise.all([runById(db, id), payoutsOfRunTo(db, owner, id)]);
  if (!run || payouts.length === 0) throw new Refusal('not_found');
  const total = payouts.reduce((sum, { amount_minor }) => sum + amount_minor, 0n);
  return {
    id: run.id,
    number: payoutRunNumber(run.id),
    state: run.state,
    note: run.note,
    cut_off: run.cut_off,
    opened_at: run.opened_at,
    ended_at: run.ended_at,
    total: toWire(money(total, run.currency)),
    transfers: payouts.map(presentPayout),
  };
}

/** The runs that include payouts to a party, newest first. */
export async function presentRuns(db: Db, owner: EarningOwner, page: number) {
  const list = await runsOfOwner(db, owner, page);
  return {
    ...list,
    data: list.data.map(({ total_minor, currency, ...run }) => ({
      ...run,
      number: payoutRunNumber(run.id),
      total: toWire(money(total_minor, currency)),
    })),
  };
}

/** Single payouts and runs in one list by date. */
export async function presentUnified(db: Db, owner: EarningOwner, page: number) {
  const list = await unifiedTransfers(db, owner, page);
  return {
    ...list,
    data: list.data.map(({ amount_minor, currency, ...row }) => ({
      ...row,
      number: row.kind === 'group' ? payoutRunNumber(row.id) : payoutNumber(row.id),
      amount: toWire(money(amount_minor, currency)),
    })),
  };
}
