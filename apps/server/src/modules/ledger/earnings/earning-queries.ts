import { pageSize } from '@tuneport/contract/shapes';
import {
  type EarningOwner,
  type EarningState,
  type EarningSums,
  earningHoldDays,
} from '@tuneport/domain/ledger/earnings';
import { payoutsUnderWay } from '@tuneport/domain/ledger/payout-states';
import type { Currency } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { PageOf } from '../../../platform/db/lists/page.ts';
import { holdEnd, saleNames, subjectsOfSale } from './earning-subjects.ts';

/** The canonical name of the sale of transfer t. */
const sale = () => sql<string>`coalesce(${JSON.stringify(saleNames())}::jsonb ->> split_part(t.subject, ':', 1),
  split_part(t.subject, ':', 1)) || ':' || split_part(t.subject, ':', 2)`;

/** How long a posting is held, and until when. */
const heldDays = sql`coalesce((t.detail ->> 'hold_days')::integer, ${earningHoldDays}::integer)`;
const heldUntil = sql`max(t.at + make_interval(days => ${heldDays}))`;

/** Sales with earnings of a party, one row per currency, before payouts. */
const earned = (owner: string) => sql`
  select p.*, ${holdEnd(sql`p.sale`, sql`p.posted_until`, sql`p.days`)} as available_at from (
  select ${sale()} as sale, a.unit as currency,
    min(e.at) filter (where e.amount_minor < 0) as at, max(e.at) as changed_at,
    coalesce(-sum(e.amount_minor) filter (where a.kind = 'earn.hold'), 0)::bigint as held,
    coalesce(-sum(e.amount_minor) filter (where a.kind = 'earn.avail'), 0)::bigint as available,
    ${heldUntil} filter (where e.amount_minor < 0 and a.kind = 'earn.hold') as posted_until,
    max(${heldDays}) filter (where e.amount_minor < 0 and a.kind = 'earn.hold') as days,
    coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'minor', (-e.amount_minor)::text) order by e.at)
      filter (where e.amount_minor > 0 and t.kind not in ('earning.released', 'earning.frozen')), '[]') as reversals
  from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
  where a.owner = ${owner} and a.kind in ('earn.hold', 'earn.avail') and not e.pending and t.subject not like 'payout:%'
  group by 1, 2) p`;

const taken = (owner: string) => sql`
  select l.subject as sale, p.currency,
    coalesce(sum(l.amount_minor) filter (where p.state = any(${payoutsUnderWay})), 0)::bigint as in_transfer,
    coalesce(sum(l.amount_minor) filter (where p.state = 'paid'), 0)::bigint as paid,
    max(p.id) filter (where p.state = any(${payoutsUnderWay}) or p.state = 'paid') as payout_id
  from payouts p join payout_amounts l on l.payout_id = p.id
  where p.owner = ${owner} group by 1, 2`;

/** Disputed lines of a party, with the dispute if it is open: at most one per line. */
const disputes = (owner: string) => sql`
  select d.subject, d.currency, max(d.id) filter (where d.state = 'open') as id,
    max(d.ticket_id) filter (where d.state = 'open') as ticket_id
  from line_disputes d where d.owner = ${owner} and d.account = 'earning' and d.state <> 'withdrawn' group by 1, 2`;

/** A refund is deducted whether the line is disputed or not, so that a dispute does not delay it. */
const isFrozen = sql<boolean>`x.dispute_id is not null and x.held + x.available - x.in_transfer - x.paid > 0`;

/** SQL version of the domain's `earningState`, for filters. */
const stateOf = sql<EarningState>`case when ${isFrozen} then 'disputed' when x.held <> 0 then 'pending' when x.available - x.in_transfer - x.paid <> 0 then 'available'
  when x.in_transfer <> 0 then 'in_transfer' when x.paid <> 0 then 'paid' else 'voided' end`;

const all = (owner: string) => sql`(
  select s.sale, s.currency, s.at, s.changed_at, s.held, s.available, s.available_at, s.reversals, coalesce(k.in_transfer, 0)::bigint as in_transfer,
    coalesce(k.paid, 0)::bigint as paid, k.payout_id, d.id as dispute_id, d.ticket_id,
    d.subject is not null as was_disputed
  from (${earned(owner)}) s left join (${taken(owner)}) k on k.sale = s.sale and k.currency = s.currency
  left join (${disputes(owner)}) d on d.subject = s.sale and d.currency = s.currency) x`;

export type Earning = EarningSums & {
  readonly sale: string;
  readonly currency: Currency;
  /** When the share was booked. */
  readonly at: Date;
  readonly state: EarningState;
  /** The payout that takes or took it. */
  readonly payoutId: number | null;
  /** When its hold ends at the earliest; null while its sale waits for a delivery, and if nothing was ever held. */
  readonly availableAt: Date | null;
  readonly reversals: readonly { readonly at: Date; readonly amountMinor: bigint }[];
  /** The open dispute about it. */
  readonly dispute: { readonly id: number; readonly ticketId: number } | null;
  /** A dispute is open or was decided. */
  readonly wasDisputed: boolean;
};
type Row = {
  sale: string;
  currency: Currency;
  at: Date;
  held: bigint;
  available: bigint;
  in_transfer: bigint;
  paid: bigint;
  payout_id: number | null;
  state: EarningState;
  available_at: Date | null;
  reversals: readonly { at: string; minor: string }[];
  dispute_id: number | null;
  ticket_id: number | null;
  was_disputed: boolean;
};
const earningOf = ({ sale, currency, at, state, ...row }: Row): Earning => ({
  sale,
  currency,
  at,
  state,
  heldMinor: row.held,
  availableMinor: row.available,
  inTransferMinor: row.in_transfer,
  paidMinor: row.paid,
  payoutId: row.payout_id,
  availableAt: row.available_at,
  reversals: row.reversals.map(({ at: moment, minor }) => ({ at: new Date(moment), amountMinor: BigInt(minor) })),
  dispute: row.dispute_id === null ? null : { id: row.dispute_id, ticketId: row.ticket_id ?? 0 },
  wasDisputed: row.was_disputed,
});

export type EarningFilter = {
  page: number;
  state?: EarningState | undefined;
  currency?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Earnings of a party, newest first: `from` is inclusive, `to` exclusive. */
export async function earningsOf(db: Db, owner: EarningOwner, filter: EarningFilter): Promise<PageOf<Earning>> {
  const { page, state = null, currency = null, from = null, to = null } = filter;
  const wanted = sql`(${state}::text is null or ${stateOf} = ${state}) and (${currency}::text is null or x.currency = ${currency})
    and (${from}::timestamptz is null or x.at >= ${from}) and (${to}::timestamptz is null or x.at < ${to})`;
  const { rows } = await sql<Row & { total: bigint }>`
    select x.*, ${stateOf} as state, count(*) over () as total from ${all(owner)} where ${wanted}
    order by x.at desc, x.sale desc, x.currency limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const total = rows[0] ? Number(rows[0].total) : page === 1 ? 0 : await countEarnings(db, owner, wanted);
  return { data: rows.map(earningOf), page, page_count: Math.ceil(total / pageSize), total };
}

const countEarnings = async (db: Db, owner: EarningOwner, wanted: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await sql<{ total: bigint }>`select count(*) as total from ${all(owner)} where ${wanted}`.execute(
    db,
  );
  return Number(rows[0]?.total ?? 0n);
};

/** Entries of one payout; the rest waits for the next. */
const entriesMax = 10_000;

/** The line of one sale, or undefined if the party earned nothing from it. */
export async function earningOfSale(
  db: Db,
  owner: EarningOwner,
  currency: Currency,
  of: string,
): Promise<Earning | undefined> {
  const { rows } = await sql<Row>`select x.*, ${stateOf} as state from ${all(owner)}
    where x.currency = ${currency} and x.sale = ${of}`.execute(db);
  return rows[0] && earningOf(rows[0]);
}

/**
 * Sales that a payout could include: all with an open amount that is not disputed, including negative ones. Oldest
 * first.
 */
export async function openEarnings(db: Db, owner: EarningOwner, currency: Currency, until: Date): Promise<Earning[]> {
  const { rows } = await sql<Row>`
    select x.*, ${stateOf} as state from ${all(owner)}
    where x.currency = ${currency} and x.available - x.in_transfer - x.paid <> 0
      and (x.at <= ${until} or x.available - x.in_transfer - x.paid < 0)
      and (x.dispute_id is null or x.available - x.in_transfer - x.paid < 0)
    order by x.at, x.sale limit ${entriesMax}`.execute(db);
  return rows.map(earningOf);
}

/** The party's earnings from one sale so far; positive if owed to the party. */
export async function earnedBySale(
  db: Db,
  owner: string,
  currency: string,
  of: string,
): Promise<{ readonly heldMinor: bigint; readonly availableMinor: bigint; readonly lastId: bigint }> {
  const { rows } = await sql<{ held: bigint; available: bigint; last_id: bigint | null }>`
    select coalesce(-sum(e.amount_minor) filter (where a.kind = 'earn.hold'), 0)::bigint as held,
      coalesce(-sum(e.amount_minor) filter (where a.kind = 'earn.avail'), 0)::bigint as available, max(t.id) as last_id
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.subject = any(${subjectsOfSale(of)}) and not e.pending and a.owner = ${owner} and a.unit = ${currency}
      and a.kind in ('earn.hold', 'earn.avail')`.execute(db);
  const row = rows[0];
  return { heldMinor: row?.held ?? 0n, availableMinor: row?.available ?? 0n, lastId: row?.last_id ?? 0n };
}

export type DueEarning = { owner: EarningOwner; currency: Currency; sale: string };

/**
 * Earnings past their hold period, in a fixed order, `after` the last one seen. Their sale decides whether they may be
 * released.
 */
export async function dueEarnings(db: Db, now: Date, after: DueEarning | null): Promise<DueEarning[]> {
  const { rows } = await sql<DueEarning>`
    select due.owner, due.currency, due.sale from (
      select a.owner, a.unit as currency, ${sale()} as sale,
        ${heldUntil} filter (where e.amount_minor < 0) as posted_until,
        max(${heldDays}) filter (where e.amount_minor < 0) as days
      from ledger_balances b join ledger_accounts a on a.id = b.account_id and a.kind = 'earn.hold'
      join ledger_entries e on e.account_id = a.id and not e.pending join ledger_transfers t on t.id = e.transfer_id
      where b.posted_minor < 0
      group by 1, 2, 3
      having sum(e.amount_minor) < 0 and ${now} >= ${heldUntil} filter (where e.amount_minor < 0)
    ) due
    where ${now} >= ${holdEnd(sql`due.sale`, sql`due.posted_until`, sql`due.days`)} and (${after === null}::boolean
      or (due.owner, due.currency, due.sale) > (${after?.owner ?? ''}, ${after?.currency ?? ''}, ${after?.sale ?? ''}))
    order by due.owner, due.currency, due.sale limit 200`.execute(db);
  return rows;
}

type Standing = {
  readonly currency: Currency;
  readonly availableMinor: bigint;
  readonly heldMinor: bigint;
  readonly inTransferMinor: bigint;
  readonly paidMinor: bigint;
};

/** Current balances, for each currency in which a party ever earned. */
export async function standingOf(db: Db, owner: EarningOwner): Promise<Standing[]> {
  const { rows } = await sql<{
    currency: Currency;
    available: bigint;
    held: bigint;
    in_transfer: bigint;
    paid: bigint;
  }>`
    select a.unit as currency,
      coalesce(-sum(b.posted_minor) filter (where a.kind = 'earn.avail'), 0)::bigint as available,
      coalesce(-sum(b.posted_minor) filter (where a.kind = 'earn.hold'), 0)::bigint as held,
      coalesce(-sum(b.posted_minor) filter (where a.kind = 'transit'), 0)::bigint as in_transfer,
      coalesce((select sum(p.amount_minor - p.returned_minor) from payouts p
        where p.owner = ${owner} and p.currency = a.unit and p.state = 'paid'), 0)::bigint as paid
    from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.owner = ${owner} and a.kind in ('earn.hold', 'earn.avail', 'transit') group by a.unit order by a.unit`.execute(
    db,
  );
  return rows.map(({ currency, available, held, in_transfer, paid }) => ({
    currency,
    availableMinor: available,
    heldMinor: held,
    inTransferMinor: in_transfer,
    paidMinor: paid,
  }));
}

type MonthOfEarnings = {
  /** As `2026-11`. */
  readonly month: string;
  readonly currency: Currency;
  readonly earnedMinor: bigint;
  readonly takenBackMinor: bigint;
  readonly paidMinor: bigint;
};

/** Earned, refunded and paid out per month of a zone: `from` is inclusive, `to` exclusive. */
export async function monthsOf(
  db: Db,
  owner: EarningOwner,
  from: Date,
  to: Date,
  zone: string,
): Promise<MonthOfEarnings[]> {
  const { rows } = await sql<{ month: string; currency: Currency; earned: bigint; back: bigint; paid: bigint }>`
    with moved as (
      select date_trunc('month', t.at at time zone ${zone}::text) as month, a.unit as currency,
        case when t.subject like 'payout:%' then 'paid' when sum(e.amount_minor) < 0 then 'earned' else 'back' end as what,
        -- Over both accounts of one transfer: what only left its waiting sums to nothing.
        -sum(e.amount_minor) as amount
      from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
      where a.owner = ${owner} and not e.pending and e.at >= ${from} and e.at < ${to}
        and (a.kind in ('earn.hold', 'earn.avail') and t.subject not like 'payout:%'
          or a.kind = 'transit' and t.kind in ('payout.paid', 'payout.netted') or a.kind = 'earn.avail' and t.kind = 'payout.returned')
      group by t.id, a.unit
    )
    select to_char(month, 'YYYY-MM') as month, currency,
      coalesce(sum(amount) filter (where what = 'earned'), 0)::bigint as earned,
      coalesce(-sum(amount) filter (where what = 'back'), 0)::bigint as back,
      coalesce(-sum(amount) filter (where what = 'paid'), 0)::bigint as paid
    from moved where amount <> 0 group by 1, 2 order by 1, 2`.execute(db);
  return rows.map(({ month, currency, earned, back, paid }) => ({
    month,
    currency,
    earnedMinor: earned,
    takenBackMinor: back,
    paidMinor: paid,
  }));
}

/** What a party earned between two moments, less reversals. Payouts do not count. */
export async function earnedBetween(
  db: Db,
  owner: EarningOwner,
  currency: Currency,
  from: Date,
  to: Date,
): Promise<bigint> {
  const { rows } = await sql<{ earned: bigint }>`
    select coalesce(-sum(e.amount_minor), 0)::bigint as earned
    from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
    where a.owner = ${owner} and a.unit = ${currency} and a.kind in ('earn.hold', 'earn.avail') and not e.pending
      and t.subject not like 'payout:%' and e.at >= ${from} and e.at < ${to}`.execute(db);
  return rows[0]?.earned ?? 0n;
}
