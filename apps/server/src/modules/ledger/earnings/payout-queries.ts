import { pageSize } from '@tuneport/contract/shapes';
import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import type { PayoutRunState, PayoutState } from '@tuneport/domain/ledger/payout-states';
import type { Currency } from '@tuneport/domain/money/money';
import { type Selectable, sql } from 'kysely';
import type { PayoutRuns, Payouts } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type PageOf, pageOf } from '../../../platform/db/lists/page.ts';
import { pairedLockKeys } from '../../../platform/db/writes/advisory-locks.ts';

type Row = Selectable<Payouts>;
export type Payout = Omit<Row, 'state' | 'owner' | 'currency'> & {
  readonly state: PayoutState;
  readonly owner: EarningOwner;
  readonly currency: Currency;
};
export type PayoutRun = Omit<Selectable<PayoutRuns>, 'state' | 'currency'> & {
  readonly state: PayoutRunState;
  readonly currency: Currency;
};
const payoutOf = (row: Row | undefined): Payout | null => (row ? (row as Payout) : null);
const runOf = (row: Selectable<PayoutRuns> | undefined): PayoutRun | null => (row ? (row as PayoutRun) : null);

/** Serializes payouts to a party, so that the second of two sees what the first took. */
export const lockPayoutsOf = (db: Db, owner: EarningOwner) =>
  sql`select pg_advisory_xact_lock(${pairedLockKeys.payoutsOfOwner}, hashtext(${owner}))`.execute(db);

export async function isActiveParty(db: Db, owner: EarningOwner): Promise<boolean> {
  const [party = '', id = ''] = owner.split(':');
  const { rows } = await sql<{ suspended: boolean }>`
    select exists (select from ${sql.table(`${party}s`)} where id = ${Number(id)} and state <> 'active') as suspended`.execute(
    db,
  );
  return rows[0]?.suspended === false;
}

export async function isMemberOfParty(db: Db, owner: EarningOwner, userId: number): Promise<boolean> {
  const [party = '', id = ''] = owner.split(':');
  const { rows } = await sql<{ member: boolean }>`select exists (select from ${sql.table(`${party}_members`)}
    where ${sql.ref(`${party}_id`)} = ${Number(id)} and user_id = ${userId}) as member`.execute(db);
  return rows[0]?.member === true;
}

/** Locks the dealer whose balance changes; other parties have none. */
export async function lockDebtor(db: Db, owner: EarningOwner): Promise<void> {
  const [party, id] = owner.split(':');
  if (party === 'dealer') await sql`select from dealers where id = ${Number(id)} for no key update`.execute(db);
}

/** What else one person made and approved for a party since a moment, and did not cancel. */
export async function approvedAlone(
  db: Db,
  { id, owner, currency }: Pick<Payout, 'id' | 'owner' | 'currency'>,
  userId: number,
  since: Date,
): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`select coalesce(sum(amount_minor), 0)::bigint as sum from payouts
    where id <> ${id} and owner = ${owner} and currency = ${currency} and made_by = ${userId} and approved_by = ${userId}
      and state in ('approved', 'sending', 'paid') and made_at >= ${since}`.execute(db);
  return rows[0]?.sum ?? 0n;
}

export const payoutByKey = async (db: Db, key: string): Promise<Payout | null> =>
  payoutOf(await db.selectFrom('payouts').selectAll().where('request_key', '=', key).executeTakeFirst());

export const lockPayout = async (db: Db, id: number): Promise<Payout | null> =>
  payoutOf(await db.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst());

export const runOfPayout = async (db: Db, id: number): Promise<number | null> =>
  (await db.selectFrom('payouts').select('run_id').where('id', '=', id).executeTakeFirst())?.run_id ?? null;

/** A payout of this party; those of others are not found. */
export const payoutOfOwner = async (db: Db, owner: EarningOwner, id: number): Promise<Payout | null> =>
  payoutOf(
    await db.selectFrom('payouts').selectAll().where('id', '=', id).where('owner', '=', owner).executeTakeFirst(),
  );

/** What a payout still pays of each sale. */
export const paidAmounts = async (db: Db, payoutId: number) =>
  (
    await sql<{ subject: string; amount_minor: bigint }>`select subject, amount_minor from payout_amounts
      where payout_id = ${payoutId} order by n`.execute(db)
  ).rows;

export const linesOfPayout = (db: Db, id: number) =>
  db.selectFrom('payout_lines').select(['subject', 'amount_minor']).where('payout_id', '=', id).orderBy('n').execute();

export const payoutsOfRun = async (db: Db, runId: number): Promise<Payout[]> =>
  (await db
    .selectFrom('payouts')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('id')
    .forUpdate()
    .execute()) as Payout[];

export type PayoutFilter = { page: number; state?: PayoutState | undefined };

/** The payouts of a party, newest first. */
export async function listPayouts(db: Db, owner: EarningOwner, { page, state }: PayoutFilter) {
  let query = db.selectFrom('payouts').where('owner', '=', owner);
  if (state) query = query.where('state', '=', state);
  const list = await pageOf(
    query,
    query
      .selectAll()
      .select(sql<number>`(select count(*)::int from payout_lines l where l.payout_id = payouts.id)`.as('entries'))
      .orderBy('id', 'desc'),
    page,
  );
  return { ...list, data: list.data as (Payout & { entries: number })[] };
}

export const runByKey = async (db: Db, key: string): Promise<PayoutRun | null> =>
  runOf(await db.selectFrom('payout_runs').selectAll().where('request_key', '=', key).executeTakeFirst());

export const lockRun = async (db: Db, id: number): Promise<PayoutRun | null> =>
  runOf(await db.selectFrom('payout_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst());

export const runById = async (db: Db, id: number): Promise<PayoutRun | null> =>
  runOf(await db.selectFrom('payout_runs').selectAll().where('id', '=', id).executeTakeFirst());

/** The payouts of a run to one party; those to others are not exposed. */
export const payoutsOfRunTo = async (db: Db, owner: EarningOwner, runId: number): Promise<Payout[]> =>
  (await db
    .selectFrom('payouts')
    .selectAll()
    .where('run_id', '=', runId)
    .where('owner', '=', owner)
    .orderBy('id')
    .execute()) as Payout[];

/** All parties with an available balance in a currency. */
export async function partiesWithEarnings(db: Db, currency: Currency, party: string | null): Promise<EarningOwner[]> {
  const { rows } = await sql<{ owner: EarningOwner }>`
    select a.owner from ledger_accounts a join ledger_balances b on b.account_id = a.id
    where a.kind = 'earn.avail' and a.unit = ${currency} and b.posted_minor < 0
      and (${party}::text is null or split_part(a.owner, ':', 1) = ${party}) order by a.id`.execute(db);
  return rows.map(({ owner }) => owner);
}

type EventLabels = {
  readonly of: { readonly payout_id: number } | { readonly run_id: number };
  readonly at: Date;
  readonly event: string;
  readonly from: string | null;
  readonly to: string;
  readonly actorId: number | null;
  readonly reason?: string;
};
export const addPayoutEvent = (db: Db, { of, at, event, from, to, actorId, reason = '' }: EventLabels) =>
  db
    .insertInto('payout_events')
    .values({ ...of, at, event, from_state: from, to_state: to, actor_id: actorId, reason })
    .execute();

/** The history of a payout, without the staff member who made each step. */
export const historyOfPayout = (db: Db, id: number) =>
  db
    .selectFrom('payout_events')
    .select(['at', 'event', 'to_state', 'reason'])
    .where('payout_id', '=', id)
    .orderBy('id')
    .execute();

const offsetOf = (page: number) => (page - 1) * pageSize;
const paged = <Row>(rows: readonly (Row & { full_count: number })[], page: number): PageOf<Row> => {
  const total = rows[0]?.full_count ?? 0;
  return {
    data: rows.map(({ full_count: _, ...row }) => row as Row),
    page,
    page_count: Math.ceil(total / pageSize),
    total,
  };
};

type ListedRun = {
  id: number;
  state: PayoutRunState;
  opened_at: Date;
  ended_at: Date | null;
  currency: Currency;
  total_minor: bigint;
  transfers: number;
};

export async function runsOfOwner(db: Db, owner: EarningOwner, page: number): Promise<PageOf<ListedRun>> {
  const { rows } = await sql<ListedRun & { full_count: number }>`
    select r.id, r.state, r.opened_at, r.ended_at, r.currency, sum(p.amount_minor)::bigint as total_minor,
      count(*)::integer as transfers, (count(*) over ())::integer as full_count
    from payouts p join payout_runs r on r.id = p.run_id where p.owner = ${owner}
    group by r.id order by r.id desc limit ${pageSize} offset ${offsetOf(page)}`.execute(db);
  return paged(rows, page);
}

type Unified = {
  kind: 'transfer' | 'group';
  id: number;
  state: string;
  at: Date;
  currency: Currency;
  amount_minor: bigint;
  parts: number;
};

/** Payouts without a run, and runs with the sum of the party's payouts in them. */
export async function unifiedTransfers(db: Db, owner: EarningOwner, page: number): Promise<PageOf<Unified>> {
  const { rows } = await sql<Unified & { full_count: number }>`
    select x.*, (count(*) over ())::integer as full_count from (
      select 'transfer' as kind, p.id, p.state, p.made_at as at, p.currency, p.amount_minor,
        (select count(*)::integer from payout_lines l where l.payout_id = p.id) as parts
      from payouts p where p.owner = ${owner} and p.run_id is null
      union all
      select 'group', r.id, r.state, r.opened_at, r.currency, sum(p.amount_minor)::bigint, count(*)::integer
      from payouts p join payout_runs r on r.id = p.run_id where p.owner = ${owner} group by r.id
    ) x order by x.at desc, x.kind, x.id desc limit ${pageSize} offset ${offsetOf(page)}`.execute(db);
  return paged(rows, page);
}
