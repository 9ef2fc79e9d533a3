import { replyingForS } from '@tuneport/domain/support/ticket';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { announce } from '../../../platform/live/live-streams.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { presentMessage } from './present-ticket.ts';
import { ticketTopic } from './step-ticket.ts';
import { type MessageRow, ticketById } from './ticket-queries.ts';

const since = (now: Date) => new Date(now.getTime() - replyingForS * 1000);

/** Staff members who are writing a reply. */
async function replyingTo(db: Db, ticketId: number, now: Date) {
  return db
    .selectFrom('ticket_replying as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['u.id', 'u.name'])
    .where('r.ticket_id', '=', ticketId)
    .where('r.at', '>', since(now))
    .orderBy('u.name')
    .orderBy('u.id')
    .execute();
}

/** Who is writing besides this user, and what the page needs to notice a newer message. */
export async function readReplying(db: Db, ticketId: number, userId: number | null, now: Date) {
  const ticket = await ticketById(db, ticketId);
  if (!ticket) throw new Refusal('not_found');
  const [people, newest] = await Promise.all([replyingTo(db, ticketId, now), newestMessage(db, ticketId)]);
  return { people: people.filter(({ id }) => id !== userId), last_message: newest, updated_at: ticket.updated_at };
}

const newestMessage = async (db: Db, ticketId: number): Promise<number> => {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from ticket_messages where ticket_id = ${ticketId}`.execute(db);
  return rows[0]?.id ?? 0;
};

/** Changes with the ticket, its messages and the people who are writing. */
export async function replyingVersion(db: Db, ticketId: number, now: Date): Promise<string | null> {
  const ticket = await ticketById(db, ticketId);
  if (!ticket) return null;
  const [people, newest] = await Promise.all([replyingTo(db, ticketId, now), newestMessage(db, ticketId)]);
  return [ticket.updated_at.getTime(), newest, ...people.map(({ id }) => id)].join('-');
}

/** Pages are notified only when someone starts, not at every heartbeat. */
export async function startReplying(db: Db, ticketId: number, userId: number, now: Date): Promise<void> {
  const ticket = await ticketById(db, ticketId);
  if (!ticket) throw new Refusal('not_found');
  const before = await sql<{
    at: Date;
  }>`select at from ticket_replying where ticket_id = ${ticketId} and user_id = ${userId}`.execute(db);
  await sql`insert into ticket_replying (ticket_id, user_id, at) values (${ticketId}, ${userId}, ${now})
    on conflict (ticket_id, user_id) do update set at = excluded.at`.execute(db);
  const known = before.rows[0];
  if (!known || known.at <= since(now)) await announce(db, ticketTopic(ticketId));
}

export async function stopReplying(db: Db, ticketId: number, userId: number | null): Promise<void> {
  if (userId !== null)
    await db.deleteFrom('ticket_replying').where('ticket_id', '=', ticketId).where('user_id', '=', userId).execute();
  await announce(db, ticketTopic(ticketId));
}

/**
 * Refuses a reply written without knowledge of a newer one. The ticket is locked, so of two replies at once the second sees the
 * first. Without `seen` nothing is compared.
 */
export async function requireSeen(
  db: Db,
  ticketId: number,
  userId: number | null,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined) return;
  const newer = (await db
    .selectFrom('ticket_messages')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('id', '>', seen)
    .where('kind', '<>', 'note')
    .where((eb) => eb.or([eb('author_id', 'is', null), eb('author_id', '<>', userId ?? 0)]))
    .orderBy('id', 'desc')
    .executeTakeFirst()) as MessageRow | undefined;
  if (newer)
    throw new Refusal('conflict', {
      message: `${newer.author_name} replied while you were writing. Read the reply, then send yours or change it.`,
      current: presentMessage(newer, []),
    });
}
