import { pageSize } from '@tuneport/contract/shapes';
import { ageingBuckets, bucketOf, dueAt, forecastOf } from '@tuneport/domain/dealers/ageing';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { countMax } from '../../../platform/db/lists/keyset.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { balancesOf } from '../../ledger/index.ts';
import type { OwnDealer } from '../portal/own-dealer.ts';
import { entryLabel } from './entry-labels.ts';

type Billed = Pick<OwnDealer, 'id' | 'currency' | 'payment_days'>;

/** Unpaid sales of the account, oldest first, with their due dates. */
export async function openItems(db: Db, dealer: Billed, currency: Currency, asOf: Date) {
  const { rows } = await sql<{
    subject: string;
    at: Date;
    amount_minor: bigint;
    open_minor: bigint;
    dispute_id: number | null;
    ticket_id: number | null;
    was_disputed: boolean;
  }>`${prepared}
    select i.*, d.id as dispute_id, d.ticket_id, exists (select from line_disputes w where w.owner = ${`dealer:${dealer.id}`}
        and w.account = 'owed' and w.currency = ${currency} and w.subject = i.subject and w.state <> 'withdrawn') as was_disputed
    from dealer_open_items(${dealer.id}, ${currency}, ${asOf}) i
    left join line_disputes d on d.owner = ${`dealer:${dealer.id}`} and d.account = 'owed' and d.currency = ${currency}
      and d.subject = i.subject and d.opened_at < ${asOf} and (d.ended_at is null or d.ended_at >= ${asOf})
    order by i.at, i.subject`.execute(db);
  return rows.map(({ dispute_id, ticket_id, was_disputed, ...row }) => {
    const due = dueAt(row.at, dealer.payment_days);
    return {
      ...row,
      label: entryLabel({ kind: '', subject: row.subject, memo: null, reason: null }),
      due_at: due,
      bucket: dispute_id === null ? bucketOf(due, asOf) : ('disputed' as const),
      dispute: dispute_id === null ? null : { id: dispute_id, ticket_id: ticket_id ?? 0 },
      may_dispute: !was_disputed,
    };
  });
}
export type OpenItems = Awaited<ReturnType<typeof openItems>>;

/** Sales that can be paid now; a disputed one waits for our decision. */
export const payable = (items: OpenItems): OpenItems => items.filter(({ dispute }) => dispute === null);
const sumOf = (items: OpenItems): bigint => items.reduce((sum, { open_minor }) => sum + open_minor, 0n);

export const ageingOf = (items: OpenItems, currency: Currency) =>
  ageingBuckets
    .filter((bucket) => bucket !== 'disputed' || items.some((item) => item.bucket === bucket))
    .map((bucket) => ({
      bucket,
      amount: toWire(money(sumOf(items.filter((item) => item.bucket === bucket)), currency)),
    }));

/** One balance per currency the dealer has used; the currency of its account always. */
export async function presentBalances(db: Db, dealer: Billed, now: Date) {
  const accounts = (await balancesOf(db, `dealer:${dealer.id}`)).filter(
    ({ account }) => account.kind === 'ar' || account.kind === 'prepay',
  );
  const currencies = [...new Set([dealer.currency, ...accounts.map(({ account }) => account.unit as Currency)])];
  const shown = [];
  for (const currency of currencies) {
    const of = (kind: 'ar' | 'prepay') =>
      accounts.find(({ account }) => account.kind === kind && account.unit === currency);
    const [owed, held] = [of('ar'), of('prepay')];
    const [owedMinor, prepaidMinor] = [owed?.postedMinor ?? 0n, -(held?.postedMinor ?? 0n)];
    const limit = owed?.maxMinor ?? 0n;
    if (currency !== dealer.currency && owedMinor === 0n && prepaidMinor === 0n && limit === 0n) continue;
    const pending = owed?.pendingDebitMinor ?? 0n;
    const items = await openItems(db, dealer, currency, now);
    const due = sumOf(payable(items).filter(({ bucket }) => bucket !== 'not_due'));
    const left = limit - owedMinor - pending;
    const wire = (minor: bigint) => toWire(money(minor, currency));
    shown.push({
      currency,
      balance: wire(prepaidMinor - owedMinor),
      owed: wire(owedMinor),
      prepaid: wire(prepaidMinor),
      pending: wire(pending),
      credit_limit: wire(limit),
      available: wire(left > 0n ? left : 0n),
      due: wire(due),
      payable: wire(sumOf(payable(items))),
      forecast: forecastOf(payable(items), now).map(({ from, dueMinor }) => ({ from, due: wire(dueMinor) })),
      ageing: ageingOf(items, currency),
      open_items: items.map(({ amount_minor, open_minor, ...item }) => ({
        ...item,
        amount: wire(amount_minor),
        open: wire(open_minor),
      })),
    });
  }
  return shown;
}

type EntryFilter = {
  readonly page: number;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
  readonly search?: string | undefined;
};
type EntryRow = {
  id: string;
  at: Date;
  subject: string;
  kind: string;
  memo: string | null;
  reason: string | null;
  account: 'account' | 'prepaid';
  amount: bigint;
  balance: bigint;
};

const accountsOf = (dealerId: number, currency: Currency) => sql`(select a.id, a.kind from ledger_accounts a
  where a.owner = ${`dealer:${dealerId}`} and a.kind in ('ar', 'prepay') and a.unit = ${currency})`;

/** What the accounts had in sum before a moment: the balance now less what was booked since. */
const balanceBefore = (mine: RawBuilder<unknown>, at: Date | undefined) => sql`(
  select coalesce(-sum(b.posted_minor), 0)::bigint - coalesce((
      select -sum(e.amount_minor) from ${mine} x join ledger_entries e on e.account_id = x.id
      where ${at ?? null}::timestamptz is not null and e.at >= ${at ?? null} and not e.pending), 0)::bigint
  from ${mine} a join ledger_balances b on b.account_id = a.id)::bigint`;

/**
 * Entries of the account and of prepaid money in one list, newest first. The balance after an entry is the balance now
 * less everything newer, so only the page and what is newer than it is read. More than `countMax` are not counted.
 */
export async function listEntries(db: Db, dealer: Billed, currency: Currency, filter: EntryFilter) {
  const mine = accountsOf(dealer.id, currency);
  const range = sql`not e.pending and (${filter.from ?? null}::timestamptz is null or e.at >= ${filter.from ?? null})
    and (${filter.to ?? null}::timestamptz is null or e.at < ${filter.to ?? null})`;
  const counted = await sql<{ total: number; newest: bigint }>`
    select (select count(*)::integer from (select from ${mine} a join ledger_entries e on e.account_id = a.id
        where ${range} limit ${countMax + 1}) x) as total, ${balanceBefore(mine, filter.to)} as newest`.execute(db);
  const { total: found = 0, newest = 0n } = counted.rows[0] ?? {};
  const skip = (filter.page - 1) * pageSize;
  const { rows } = await sql<EntryRow>`
    with listed as (
      -- The newest of each account are read in the order of its index.
      select n.*, a.kind from ${mine} a cross join lateral (
        select e.transfer_id, e.leg, e.at, e.amount_minor from ledger_entries e where e.account_id = a.id and ${range}
        order by e.at desc, e.transfer_id desc, e.leg desc limit ${skip + pageSize}) n
      order by n.at desc, n.transfer_id desc, n.leg desc limit ${skip + pageSize}
    ), summed as (
      select l.*, sum(-l.amount_minor) over (order by l.at desc, l.transfer_id desc, l.leg desc rows between unbounded preceding and current row) + l.amount_minor as newer
      from listed l
    )
    select s.transfer_id || '-' || s.leg as id, s.at, t.subject, t.kind, t.memo, t.reason,
      case s.kind when 'ar' then 'account' else 'prepaid' end as account, -s.amount_minor as amount,
      (${newest}::bigint - s.newer)::bigint as balance
    from summed s join ledger_transfers t on t.id = s.transfer_id
    order by s.at desc, s.transfer_id desc, s.leg desc offset ${skip}`.execute(db);
  const total = Math.min(found, countMax);
  return {
    data: rows.map((row) => ({
      id: row.id,
      at: row.at,
      subject: row.subject,
      label: entryLabel(row),
      account: row.account,
      amount: toWire(money(row.amount, currency)),
      balance: toWire(money(row.balance, currency)),
    })),
    page: filter.page,
    page_count: Math.ceil(total / pageSize),
    total,
    ...(found > countMax ? { capped: true as const } : {}),
  };
}

/** Everything in a period, oldest first, with the balance before it. */
export async function periodOf(db: Db, dealerId: number, currency: Currency, from: Date, to: Date) {
  const mine = accountsOf(dealerId, currency);
  const { rows: sums } = await sql<{ opening: bigint }>`select ${balanceBefore(mine, from)} as opening`.execute(db);
  const { rows } = await sql<{
    at: Date;
    subject: string;
    kind: string;
    memo: string | null;
    reason: string | null;
    amount: bigint;
  }>`
    select e.at, t.subject, t.kind, t.memo, t.reason, -e.amount_minor as amount
    from ${mine} a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
    where not e.pending and e.at >= ${from} and e.at < ${to}
    order by e.at, e.transfer_id, e.leg`.execute(db);
  return { openingMinor: sums[0]?.opening ?? 0n, rows };
}
