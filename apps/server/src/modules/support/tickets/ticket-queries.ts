import type { AnyOf } from '@tuneport/contract/shapes';
import { dayMs } from '@tuneport/domain/units/durations';
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type ListOrder, notNull, type PagingQuery } from '../../../platform/db/lists/keyset.ts';
import { hasAnyOf, withinDays } from '../../../platform/db/lists/list-filters.ts';
import { containing, listPage, pageOf } from '../../../platform/db/lists/page.ts';
import { linkHolds, type Ownership } from '../../dealers/index.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import type { TicketViewer } from './ticket-policy.ts';

export async function ticketById(db: Db, id: number, lock?: 'lock') {
  const query = db.selectFrom('tickets').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}
export type TicketRow = NonNullable<Awaited<ReturnType<typeof ticketById>>>;

export const mergedTickets = async (db: Db, intoId: number): Promise<number[]> =>
  (await db.selectFrom('tickets').select('id').where('merged_into', '=', intoId).execute()).map(({ id }) => id);

/** A ticket belongs to its author alone; one opened for a dealer only while the author is a member. */
const authored = ({ userId, dealerIds }: Ownership) => sql<SqlBool>`(tickets.user_id = ${userId}
  and (tickets.dealer_id is null or tickets.dealer_id = any(${[...dealerIds]}::integer[])))`;

/** Access is part of the query: a ticket of someone else is not found. */
const readable = (viewer: TicketViewer) => (eb: ExpressionBuilder<DB, 'tickets'>) => {
  const mine = viewer.userId === null ? [] : [authored(viewer)];
  const assignedOnly = viewer.userId === null || !viewer.tuner ? [] : [eb('tickets.assignee_id', '=', viewer.userId)];
  // A link to a ticket merged into this one is valid here only for the same user, because an e-mail address alone
  // proves nothing. A new link is mailed to the address instead.
  const held =
    viewer.tokenHash === null
      ? []
      : [
          sql<SqlBool>`exists (select from ticket_tokens k join tickets o on o.id = k.ticket_id
            where k.token_hash = ${viewer.tokenHash} and k.expires_at > now() and ${linkHolds('tickets', 'read')}
              and (o.id = tickets.id or (o.merged_into = tickets.id and o.user_id = tickets.user_id)))`,
        ];
  return eb.or([eb.lit(viewer.staff), ...mine, ...assignedOnly, ...held]);
};

export async function ticketFor(db: Db, id: number, viewer: TicketViewer, lock?: 'lock') {
  const query = db.selectFrom('tickets').selectAll().where('id', '=', id).where(readable(viewer));
  return (lock ? query.forUpdate() : query).executeTakeFirst() as Promise<TicketRow | undefined>;
}

const headColumns = ['id', 'title', 'state', 'created_at', 'last_at', 'replies'] as const;

export async function listOwnTickets(db: Db, viewer: TicketViewer, page: number, of: 'mine' | 'given') {
  const all = db.selectFrom('tickets');
  const mine = of === 'mine' ? all.where(authored(viewer)) : all.where('assignee_id', '=', viewer.userId);
  return pageOf(mine, mine.select(headColumns).orderBy('last_at', 'desc').orderBy('id', 'desc'), page);
}

/** Tickets that members opened for a dealer. Only their authors and staff read the replies. */
export async function listDealerTickets(db: Db, dealerId: number, page: number) {
  const query = db
    .selectFrom('tickets')
    .leftJoin('users as author', 'author.id', 'tickets.user_id')
    .where('tickets.dealer_id', '=', dealerId);
  const rows = query
    .selectAll('tickets')
    .select('author.name as author')
    .orderBy('tickets.last_at', 'desc')
    .orderBy('tickets.id', 'desc');
  return pageOf(query, rows, page);
}

type TicketFilter = PagingQuery & {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  state?: AnyOf<string> | undefined;
  assignee?: string | undefined;
  clock?: 'late' | 'soon' | 'paused' | undefined;
  age?: number | undefined;
  customer?: number | undefined;
};

const dueAt = sql<Date | null>`least(tickets.response_due_at, tickets.resolve_due_at)`;

export async function listTickets(db: Db, filter: TicketFilter, asking: { userId: number | null; now: Date }) {
  const { now } = asking;
  let query = db.selectFrom('tickets').leftJoin('users as a', 'a.id', 'tickets.assignee_id');
  if (filter.state) {
    const values = filter.state.values.flatMap((state) => (state === 'with_us' ? ['new', 'open'] : [state]));
    query = query.where(hasAnyOf('tickets.state', { ...filter.state, values }));
  }
  // Spam is hidden unless requested.
  if (!filter.state || filter.state.not) query = query.where('tickets.state', '<>', 'spam');
  if (filter.from || filter.to) query = query.where(withinDays('tickets.created_at', filter));
  if (filter.assignee === 'none') query = query.where('tickets.assignee_id', 'is', null);
  else if (filter.assignee === 'me') query = query.where('tickets.assignee_id', '=', asking.userId);
  else if (filter.assignee) query = query.where('tickets.assignee_id', '=', Number(filter.assignee));
  if (filter.clock === 'late') query = query.where(dueAt, '<', now);
  if (filter.clock === 'soon') query = query.where(dueAt, '>=', now).where(dueAt, '<', new Date(now.getTime() + dayMs));
  if (filter.clock === 'paused') query = query.where('tickets.state', 'in', ['waiting_customer', 'parked']);
  if (filter.age !== undefined)
    query = query.where('tickets.created_at', '<=', new Date(now.getTime() - filter.age * dayMs));
  if (filter.customer !== undefined) query = query.where('tickets.user_id', '=', filter.customer);
  if (filter.search) {
    const pattern = containing(filter.search);
    const number = /^(?:T-)?0*(\d{1,9})$/i.exec(filter.search)?.[1];
    query = query.where((eb) =>
      eb.or([
        eb('tickets.title', 'ilike', pattern),
        eb('tickets.customer_name', 'ilike', pattern),
        eb('tickets.email', 'ilike', pattern),
        ...(number === undefined ? [] : [eb('tickets.id', '=', Number(number))]),
      ]),
    );
  }
  const rows = query
    .select(headColumns.map((name) => `tickets.${name}` as const))
    .select([
      'tickets.customer_name',
      'tickets.email',
      'tickets.assignee_id',
      'a.name as assignee_name',
      'tickets.response_due_at',
      'tickets.resolve_due_at',
      'tickets.last_by',
      sql<boolean>`tickets.offer is not null`.as('via_catalog'),
    ]);
  return listPage(db, query, rows, filter, order);
}

// Sorted by due time; tickets that do not wait for us follow, latest activity first.
const order: ListOrder = {
  columns: {
    last_at: notNull('tickets.last_at'),
    created_at: notNull('tickets.created_at'),
    number: notNull('tickets.id'),
    title: notNull('tickets.title'),
    state: notNull('tickets.state'),
    customer: notNull('tickets.customer_name'),
    assignee: 'a.name',
    clock: 'least(tickets.response_due_at, tickets.resolve_due_at)',
  },
  first: 'least(tickets.response_due_at, tickets.resolve_due_at) nulls last, tickets.last_at desc',
  id: 'tickets.id',
};

export const messagesOf = (db: Db, ticketId: number, notes: boolean) => {
  const all = db
    .selectFrom('ticket_messages')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('created_at')
    .orderBy('id');
  return (notes ? all : all.where('kind', '<>', 'note')).execute();
};
export type MessageRow = Awaited<ReturnType<typeof messagesOf>>[number];

export const filesOf = (db: Db, ticketId: number) =>
  db
    .selectFrom('support_files as s')
    .innerJoin('stored_files as f', 'f.id', 's.file_id')
    .select(['f.id', 'f.name', 's.kind', 'f.size_bytes', 'f.created_at', 's.message_id'])
    .where('s.ticket_id', '=', ticketId)
    .orderBy('f.created_at')
    .orderBy('f.id')
    .execute();
export type FileRow = Omit<Awaited<ReturnType<typeof filesOf>>[number], 'message_id'>;

export const historyOf = (db: Db, ticketId: number) =>
  db
    .selectFrom('ticket_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.event', 'e.to_state', 'e.actor_kind', 'u.name as actor_name', 'e.reason', 'e.detail'])
    .where('e.ticket_id', '=', ticketId)
    .orderBy('e.id')
    .execute();

export const childOf = (db: Db, ticketId: number) =>
  db
    .selectFrom('tickets')
    .select('id')
    .where('parent_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const mergedInto = (db: Db, ticketId: number) =>
  db.selectFrom('tickets').select('id').where('merged_into', '=', ticketId).orderBy('id').execute();

/** Other tickets of the same person: by login, else by address. */
export async function otherTickets(db: Db, ticket: TicketRow) {
  if (ticket.user_id === null && ticket.email === null) return [];
  return db
    .selectFrom('tickets')
    .select(headColumns)
    .where('id', '<>', ticket.id)
    .where((eb) =>
      eb.or([
        ...(ticket.user_id === null ? [] : [eb('user_id', '=', ticket.user_id)]),
        ...(ticket.email === null ? [] : [eb(sql`lower(email)`, '=', ticket.email.toLowerCase())]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
}

export async function issueTicketToken(db: Db, ticketId: number, now: Date): Promise<string> {
  const token = newToken();
  await db
    .insertInto('ticket_tokens')
    .values({ token_hash: hashToken(token), ticket_id: ticketId, created_at: now })
    .execute();
  return token;
}

export const endTicketLinks = (db: Db, ticketId: number) =>
  db
    .updateTable('ticket_tokens')
    .set({ expires_at: sql<Date>`now()` })
    .where('ticket_id', '=', ticketId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
