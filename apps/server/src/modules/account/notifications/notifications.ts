import { notificationDays, unreadCountMax } from '@tuneport/domain/site/notifications';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';

// The notification centre: reading and marking. Rows are written with the mail they repeat (platform/mail/notification.ts).

type Input = { readonly unread?: 'yes' | undefined; readonly before?: number | undefined; readonly per_page: number };

export async function listNotifications(db: Db, userId: number, { unread, before, per_page }: Input) {
  let query = db
    .selectFrom('notifications')
    .select(['id', 'kind', 'title', 'text', 'path', 'created_at', 'read_at'])
    .where('user_id', '=', userId);
  if (unread) query = query.where('read_at', 'is', null);
  if (before !== undefined) query = query.where(sql<boolean>`(created_at, id) < ${placeOf(userId, before)}`);
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(per_page + 1)
    .execute();
  const data = rows.slice(0, per_page);
  return {
    data,
    next: rows.length > per_page ? (data.at(-1)?.id ?? null) : null,
    ...(await countUnread(db, userId)),
  };
}

/** The position of one of the user's own notifications; those of others are not found. */
const placeOf = (userId: number, id: number) =>
  sql`(select created_at, id from notifications where id = ${id} and user_id = ${userId})`;

export async function countUnread(db: Db, userId: number): Promise<{ unread: number }> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::integer as unread
    from (select from notifications where user_id = ${userId} and read_at is null limit ${unreadCountMax}) counted`.execute(
    db,
  );
  return { unread: rows[0]?.unread ?? 0 };
}

export async function markRead(db: Db, userId: number, id: number, now: Date): Promise<{ unread: number }> {
  const marked = await db
    .updateTable('notifications')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!marked) throw new Refusal('not_found');
  return countUnread(db, userId);
}

/** A notification that arrived after the page was read is not marked. */
export async function markReadUntil(db: Db, userId: number, until: number, now: Date): Promise<{ unread: number }> {
  // In the order of their ids, so that two requests at once do not deadlock.
  await sql`
    update notifications set read_at = ${now}
    where id in (
      select id from notifications where user_id = ${userId} and read_at is null
        and (created_at, id) <= ${placeOf(userId, until)} order by id for update)`.execute(db);
  return countUnread(db, userId);
}

const deletedAtOnce = 5_000;

/** Returns how many were deleted. */
export async function deleteOldNotifications(db: Db, now: Date): Promise<number> {
  const until = new Date(now.getTime() - notificationDays * dayMs);
  let deleted = 0;
  for (let last = deletedAtOnce; last === deletedAtOnce; deleted += last) {
    const { numAffectedRows } = await sql`
      delete from notifications where id in (
        select id from notifications where created_at < ${until} order by created_at limit ${deletedAtOnce} for update skip locked)`.execute(
      db,
    );
    last = Number(numAffectedRows ?? 0n);
  }
  return deleted;
}
