import { createHash } from 'node:crypto';
import type { AddressFields } from '@tuneport/contract/identity/addresses';
import type { ageingBuckets } from '@tuneport/domain/dealers/ageing';
import { type Currency, currencyCodes, money, toWire } from '@tuneport/domain/money/money';
import { dayIn, midnightAfter, midnightIn } from '@tuneport/domain/support/wall-clock';
import { dayMs } from '@tuneport/domain/units/durations';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { companyZone, sellerOf, settingsOf } from '../../settings/index.ts';
import type { OwnDealer } from '../portal/own-dealer.ts';
import type { DealerRow } from '../queries.ts';
import { ageingOf, openItems, periodOf } from './balance.ts';
import { bookedLate, entryLabel, shownLabel } from './entry-labels.ts';

type Seller = { readonly name: string; readonly address: string; readonly email: string };
type Wire = { readonly amount: string; readonly currency: string };
export type StatementBody = {
  readonly number: string | null;
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
  readonly issued_at: string;
  readonly currency: string;
  readonly dealer: {
    readonly name: string;
    readonly legal_name: string;
    readonly billing_email: string;
    readonly billing_address: z.input<typeof AddressFields> | null;
  };
  readonly seller: Seller;
  readonly opening: Wire;
  readonly entries: { at: string; subject: string; label: string; amount: Wire; balance: Wire }[];
  readonly closing: Wire;
  readonly open_items: {
    at: string;
    due_at: string;
    subject: string;
    label: string;
    open: Wire;
    bucket: (typeof ageingBuckets)[number];
  }[];
  readonly ageing: { bucket: (typeof ageingBuckets)[number]; amount: Wire }[];
};

type Period = {
  readonly number: string | null;
  /** The days as written: the last is included. */
  readonly from: string;
  readonly to: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly currency: Currency;
  readonly now: Date;
  readonly zone: string;
  readonly seller: Seller;
  /** The closing balance of the statement before; an entry that was booked late is then shown as such. */
  readonly previousMinor?: bigint | undefined;
};

/** The content of a statement, from the ledger alone. */
async function bodyOf(
  db: Db,
  dealer: Pick<DealerRow, 'id' | 'name' | 'legal_name' | 'billing_email' | 'billing_address' | 'payment_days'>,
  period: Period,
) {
  const { currency, startsAt, endsAt } = period;
  const wire = (minor: bigint) => toWire(money(minor, currency));
  const { openingMinor, rows } = await periodOf(db, dealer.id, currency, startsAt, endsAt);
  const opening = period.previousMinor ?? openingMinor;
  let balance = opening;
  const late = openingMinor - opening;
  const lines = [
    ...(late === 0n ? [] : [{ at: startsAt, subject: '', label: bookedLate, amount: late }]),
    ...rows.map((row) => ({ at: row.at, subject: row.subject, label: entryLabel(row), amount: row.amount })),
  ];
  const entries = lines.map(({ amount, at, ...line }) => {
    balance += amount;
    return { at: at.toISOString(), ...line, amount: wire(amount), balance: wire(balance) };
  });
  const asOf = endsAt < period.now ? endsAt : period.now;
  const items = await openItems(db, { ...dealer, currency }, currency, asOf);
  const body: StatementBody = {
    number: period.number,
    from: period.from,
    to: period.to,
    time_zone: period.zone,
    issued_at: period.now.toISOString(),
    currency,
    dealer: {
      name: dealer.name,
      legal_name: dealer.legal_name,
      billing_email: dealer.billing_email,
      billing_address: dealer.billing_address as z.input<typeof AddressFields> | null,
    },
    seller: period.seller,
    opening: wire(opening),
    entries,
    closing: wire(balance),
    open_items: items.map(({ at, due_at, subject, label, open_minor, bucket }) => ({
      at: at.toISOString(),
      due_at: due_at.toISOString(),
      subject,
      label,
      open: wire(open_minor),
      bucket,
    })),
    ageing: ageingOf(items, currency),
  };
  return { body, openingMinor: opening, closingMinor: balance };
}

async function factsOf(db: Db, platform: Pick<Platform, 'versions'>) {
  const stored = { db, versions: platform.versions };
  return { zone: await companyZone(stored), seller: sellerOf(await settingsOf(stored)) };
}

const rangeDaysMax = 3 * 366;

export async function rangeStatement(
  db: Db,
  platform: Platform,
  dealer: OwnDealer,
  asked: { start?: string | undefined; end?: string | undefined; currency?: string | undefined },
  now: Date,
) {
  const { zone, seller } = await factsOf(db, platform);
  const end = asked.end ?? dayIn(now, zone);
  const range = { start: asked.start ?? `${end.slice(0, 7)}-01`, end, currency: asked.currency };
  const days = (Date.parse(range.end) - Date.parse(range.start)) / dayMs;
  if (days < 0) throw fieldRefusal({ end: ['The last day is before the first.'] });
  if (days > rangeDaysMax) throw fieldRefusal({ end: ['Choose at most three years.'] });
  const currency = currencyCodes.find((code) => code === (range.currency ?? dealer.currency));
  if (!currency) throw fieldRefusal({ currency: ['Unknown currency.'] });
  const { body } = await bodyOf(db, dealer, {
    number: null,
    from: range.start,
    to: range.end,
    startsAt: midnightIn(range.start, zone),
    endsAt: midnightAfter(range.end, zone),
    currency,
    now,
    zone,
    seller,
  });
  return { sha256: null, body };
}

const presentRow = (row: {
  id: number;
  number: string;
  month: string;
  currency: string;
  opening_minor: bigint;
  closing_minor: bigint;
  issued_at: Date;
  sha256: string;
}) => ({
  id: row.id,
  number: row.number,
  month: row.month.slice(0, 7),
  currency: row.currency,
  opening: toWire(money(row.opening_minor, row.currency as Currency)),
  closing: toWire(money(row.closing_minor, row.currency as Currency)),
  issued_at: row.issued_at,
  sha256: row.sha256,
});

export async function listStatements(db: Db, dealerId: number, page: number) {
  const query = db.selectFrom('dealer_statements').where('dealer_id', '=', dealerId);
  const rows = query
    .select(['id', 'number', 'currency', 'opening_minor', 'closing_minor', 'issued_at', 'sha256'])
    .select(sql<string>`to_char(month, 'YYYY-MM-DD')`.as('month'))
    .orderBy('dealer_statements.month', 'desc')
    .orderBy('currency');
  const list = await pageOf(query, rows, page);
  return { ...list, data: list.data.map(presentRow) };
}

/** Found through its dealer, never by its id alone. */
export async function readStatement(db: Db, dealerId: number, id: number) {
  const row = await db
    .selectFrom('dealer_statements')
    .select(['body', 'sha256'])
    .where('id', '=', id)
    .where('dealer_id', '=', dealerId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return { sha256: row.sha256, body: shownBody(row.body) };
}

/** An issued statement with its labels in the language of the reader. The stored text and its hash stay as issued. */
export function shownBody(text: string): StatementBody {
  const body = JSON.parse(text) as StatementBody;
  const shown = <Line extends { subject: string; label: string }>(line: Line): Line => ({
    ...line,
    label: shownLabel(line),
  });
  return { ...body, entries: body.entries.map(shown), open_items: body.open_items.map(shown) };
}

export async function verifyStatement(db: Db, sha256: string) {
  const row = await db
    .selectFrom('dealer_statements as s')
    .innerJoin('dealers as d', 'd.id', 's.dealer_id')
    .select(['s.number', 'd.name', 's.currency', 's.closing_minor', 's.issued_at', 's.body'])
    .select(sql<string>`to_char(s.month, 'YYYY-MM')`.as('month'))
    .where('s.sha256', '=', sha256)
    .executeTakeFirst();
  if (!row || hashOf(row.body) !== sha256)
    throw new Refusal('not_found', { message: 'No statement has this code. Check that you copied all of it.' });
  return {
    number: row.number,
    dealer: (JSON.parse(row.body) as StatementBody).dealer.name,
    month: row.month,
    closing: toWire(money(row.closing_minor, row.currency as Currency)),
    issued_at: row.issued_at,
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const batchSize = 100;

type Month = {
  /** Its first day. */
  readonly month: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly last: string;
};

/**
 * The month before a moment in a time zone. If no job ran for longer, also the months since the newest statement, which
 * may be incomplete itself. Never one before a month that has statements, because a statement continues the one before it.
 */
async function monthsToIssue(db: Db, now: Date, zone: string): Promise<Month[]> {
  const { rows } = await sql<Month>`
    select to_char(m, 'YYYY-MM-DD') as month, (m at time zone ${zone}) as starts_at,
      ((m + interval '1 month') at time zone ${zone}) as ends_at, to_char(m + interval '1 month' - interval '1 day', 'YYYY-MM-DD') as last
    from (select date_trunc('month', ${now}::timestamptz at time zone ${zone}) - interval '1 month' as previous) x,
      generate_series(least(previous, (select max(month) from dealer_statements)::timestamp), previous, interval '1 month') m
    order by m`.execute(db);
  return rows;
}

/**
 * Issues the statements of the months that ended: for each dealer and currency with entries or a balance, once. Each batch
 * is a transaction that claims its dealers with a row lock, so several processes share the work, and a killed one leaves
 * nothing behind.
 */
export async function issueStatements(db: Db, platform: Pick<Platform, 'versions'>, now: Date): Promise<number> {
  const { zone, seller } = await factsOf(db, platform);
  let issued = 0;
  for (const month of await monthsToIssue(db, now, zone)) {
    const batch = (locked: RawBuilder<unknown>) =>
      db.transaction().execute((tx) => issueBatch(tx, { month, zone, seller, now }, locked));
    let found: number;
    do {
      // The next month begins once the batches of the other processes are stored too, or can be done here. A batch that
      // waited may find only dealers that another process has done meanwhile; there may be more behind them.
      const done = await batch(sql`skip locked`);
      const waited = done.found > 0 ? none : await batch(sql``);
      found = done.found + waited.found;
      issued += done.issued + waited.issued;
    } while (found > 0);
  }
  return issued;
}

type Run = {
  readonly month: Month;
  readonly zone: string;
  readonly seller: Seller;
  readonly now: Date;
};

type Batch = { readonly found: number; readonly issued: number };
const none: Batch = { found: 0, issued: 0 };

async function issueBatch(tx: Tx, { month, zone, seller, now }: Run, locked: RawBuilder<unknown>): Promise<Batch> {
  const dueAccount = sql`a.kind in ('ar', 'prepay')
    and not exists (select from dealer_statements s where s.dealer_id = d.id and s.currency = a.unit and s.month = ${month.month}::date)
    and (exists (select from ledger_entries e where e.account_id = a.id and e.at >= ${month.starts_at} and e.at < ${month.ends_at} and not e.pending)
      or (select coalesce(sum(e.amount_minor), 0) from ledger_entries e
        where e.account_id = a.id and e.at < ${month.ends_at} and not e.pending) <> 0)`;
  const { rows: dealers } = await sql<DealerRow>`
    select d.* from dealers d where exists (select from ledger_accounts a where a.owner = 'dealer:' || d.id and ${dueAccount})
    order by d.id limit ${batchSize} for no key update of d ${locked}`.execute(tx);
  const values = [];
  for (const dealer of dealers) {
    const { rows: units } = await sql<{ currency: Currency; previous: bigint | null; ended_at: Date | null }>`
      select distinct a.unit as currency, p.closing_minor as previous, p.ends_at as ended_at
      from dealers d join ledger_accounts a on a.owner = 'dealer:' || d.id left join lateral (
        select s.closing_minor, s.ends_at from dealer_statements s
        where s.dealer_id = d.id and s.currency = a.unit and s.month < ${month.month}::date
        order by s.month desc limit 1) p on true
      where d.id = ${dealer.id} and ${dueAccount}
      order by a.unit`.execute(tx);
    for (const { currency, previous, ended_at } of units) {
      const number = `ST-${month.month.slice(0, 7).replace('-', '')}-${String(dealer.id).padStart(5, '0')}-${currency}`;
      const { body, openingMinor, closingMinor } = await bodyOf(tx, dealer, {
        number,
        from: month.month,
        to: month.last,
        // After a change of the time zone the months overlap, and no entry may be on two statements.
        startsAt: ended_at !== null && ended_at > month.starts_at ? ended_at : month.starts_at,
        endsAt: month.ends_at,
        currency,
        now,
        zone,
        seller,
        previousMinor: previous ?? undefined,
      });
      const text = JSON.stringify(body);
      values.push({
        dealer_id: dealer.id,
        number,
        currency,
        month: month.month,
        starts_at: month.starts_at,
        ends_at: month.ends_at,
        opening_minor: openingMinor,
        closing_minor: closingMinor,
        body: text,
        sha256: hashOf(text),
        issued_at: now,
      });
    }
  }
  if (values.length === 0) return { found: dealers.length, issued: 0 };
  await tx
    .insertInto('dealer_statements')
    .values(values)
    .onConflict((conflict) => conflict.columns(['dealer_id', 'currency', 'month']).doNothing())
    .execute();
  return { found: dealers.length, issued: values.length };
}
