import type { AnyOf } from '@tuneport/contract/shapes';
import type { EarningOwner } from '@tuneport/domain/ledger/earnings';
import type { DisputedAccount, LineDisputeState } from '@tuneport/domain/ledger/line-dispute-states';
import type { Currency } from '@tuneport/domain/money/money';
import { type Selectable, sql } from 'kysely';
import type { LineDisputes } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type ListOrder, notNull } from '../../../platform/db/lists/keyset.ts';
import { hasAnyOf } from '../../../platform/db/lists/list-filters.ts';
import { containing, listPage, type PageOf, pageOf } from '../../../platform/db/lists/page.ts';

export type LineDispute = Omit<Selectable<LineDisputes>, 'state' | 'owner' | 'account' | 'currency'> & {
  readonly state: LineDisputeState;
  readonly owner: EarningOwner;
  readonly account: DisputedAccount;
  readonly currency: Currency;
};

/** One line of a partner: a sale on one of its accounts, in one currency. */
export type DisputedLine = Pick<LineDispute, 'owner' | 'account' | 'subject' | 'currency'>;

export const lockDispute = async (db: Db, id: number): Promise<LineDispute | undefined> =>
  (await db.selectFrom('line_disputes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) as
    | LineDispute
    | undefined;

/** The newest dispute of a line that was not withdrawn. */
export const disputeOfLine = async (
  db: Db,
  { owner, account, subject, currency }: DisputedLine,
): Promise<LineDispute | undefined> =>
  (await db
    .selectFrom('line_disputes')
    .selectAll()
    .where('owner', '=', owner)
    .where('account', '=', account)
    .where('currency', '=', currency)
    .where('subject', '=', subject)
    .where('state', '<>', 'withdrawn')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) as LineDispute | undefined;

/** The part of a dealer's debt that is disputed and cannot be settled meanwhile. */
export async function disputedMinor(db: Db, owner: EarningOwner, currency: Currency): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum from line_disputes
    where owner = ${owner} and account = 'owed' and currency = ${currency} and state = 'open'`.execute(db);
  return rows[0]?.sum ?? 0n;
}

/** The last dispute that one of these tickets was opened for. */
export const disputeOfTickets = async (db: Db, ticketIds: readonly number[]): Promise<LineDispute | undefined> =>
  (await db
    .selectFrom('line_disputes')
    .selectAll()
    .where('ticket_id', 'in', ticketIds)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) as LineDispute | undefined;

export type NamedDispute = LineDispute & {
  readonly party: string;
  readonly reason: string;
  readonly opener: string;
  readonly decider: string | null;
};

/** Partners of every kind by their name in the ledger. */
const parties = sql<{ owner: string; name: string }>`(select 'tuner:' || id as owner, name from tuners
  union all select 'dealer:' || id, name from dealers union all select 'affiliate:' || id, name from affiliates)`;

const named = (db: Db) =>
  db
    .selectFrom('line_disputes as l')
    .innerJoin(parties.as('p'), 'p.owner', 'l.owner')
    .innerJoin('tickets as t', 't.id', 'l.ticket_id')
    .innerJoin('users as u', 'u.id', 'l.opened_by')
    .leftJoin('users as d', 'd.id', 'l.decided_by');
const names = ['p.name as party', 't.description as reason', 'u.name as opener', 'd.name as decider'] as const;

export const namedDispute = async (db: Db, id: number): Promise<NamedDispute | undefined> =>
  (await named(db).selectAll('l').select(names).where('l.id', '=', id).executeTakeFirst()) as NamedDispute | undefined;

const order: ListOrder = {
  columns: {
    opened_at: notNull('l.id'),
    state: notNull('l.state'),
    party: notNull('p.name'),
    updated_at: notNull('l.updated_at'),
  },
  first: '-opened_at',
  id: 'l.id',
};

type Filter = {
  readonly page: number;
  readonly search?: string | undefined;
  readonly state?: AnyOf<LineDisputeState> | undefined;
  readonly account?: DisputedAccount | undefined;
};

/** The disputes of all partners, for staff. */
export function listDisputes(db: Db, filter: Filter): Promise<PageOf<NamedDispute>> {
  let query = named(db);
  if (filter.state) query = query.where(hasAnyOf('l.state', filter.state));
  if (filter.account) query = query.where('l.account', '=', filter.account);
  if (filter.search) {
    const pattern = containing(filter.search);
    const id = Number(/^(?:LD-)?0*(\d{1,9})$/i.exec(filter.search)?.[1] ?? 0);
    query = query.where((eb) =>
      eb.or([eb('p.name', 'ilike', pattern), eb('t.description', 'ilike', pattern), eb('l.id', '=', id)]),
    );
  }
  const rows = query.selectAll('l').select(names);
  return listPage(db, query as never, rows as never, filter, order) as unknown as Promise<PageOf<NamedDispute>>;
}

/** The disputes of one partner, newest first. */
export async function disputesOfOwner(db: Db, owner: EarningOwner, page: number): Promise<PageOf<NamedDispute>> {
  const query = named(db).where('l.owner', '=', owner);
  const list = await pageOf(query, query.selectAll('l').select(names).orderBy('l.id', 'desc'), page);
  return { ...list, data: list.data as NamedDispute[] };
}

export const historyOfDispute = (db: Db, id: number) =>
  db
    .selectFrom('line_dispute_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.event', 'e.to_state', 'e.reason', 'u.name as by'])
    .where('e.dispute_id', '=', id)
    .orderBy('e.id')
    .execute();
