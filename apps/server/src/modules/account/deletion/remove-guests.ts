import { dayMs } from '@tuneport/domain/units/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { forEachIsolated } from '../../../platform/jobs/for-each-isolated.ts';
import type { Platform } from '../../../platform/platform.ts';
import { system, writeAudit } from '../../audit/index.ts';
import { settingsOf } from '../../settings/index.ts';
import { anonymise, type Leftovers } from './anonymise.ts';
import { deletionBlockers } from './blockers.ts';
import { removeOutside } from './delete-due.ts';
import { lockAccount, recipientOf } from './request-deletion.ts';

const guestsAtOnce = 500;
/** Files of all guests who bought nothing: strangers with many network addresses must not fill the disk. */
const guestFilesMax = 16 * 1024 ** 3;

/**
 * Removes the data of guests who bought nothing and whose requests had no activity for the days of the setting. A guest
 * cannot delete an account. Guests with a purchase stay: their purchases are part of the books, and the link in their
 * mails opens them. If all files together are larger than `filesMax`, those who were away longest go after one day.
 */
export async function removeOldGuests(platform: Platform, now: Date, filesMax = guestFilesMax): Promise<number> {
  const { db } = platform;
  const { guest_days } = await settingsOf(platform);
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const remove = (guests: AsyncIterable<number>, seenBefore: Date) =>
    forEachIsolated(guests, async (id) => {
      const leftovers = await db.transaction().execute((tx) => removeGuest(tx, id, seenBefore, now));
      if (leftovers) await removeOutside(platform, leftovers);
      return leftovers !== null;
    });
  const seenBefore = daysAgo(Number(guest_days));
  const old = await remove(oldGuests(db, seenBefore), seenBefore);
  return old + (await remove(guestsAbove(db, filesMax), daysAgo(1)));
}

async function* guestsAbove(db: Db, filesMax: number) {
  const { rows } = await sql<{ id: number }>`select id from (
      select u.id, coalesce(u.last_seen_at, u.created_at) as seen_at,
        sum(sum(s.size_bytes)) over (order by coalesce(u.last_seen_at, u.created_at) desc, u.id desc) as bytes
      from users u join tune_requests r on r.user_id = u.id join tune_request_files f on f.request_id = r.id
        join stored_files s on s.id = f.file_id
      where u.guest_email is not null and ${boughtNothing} group by u.id) guest
    where bytes > ${filesMax} order by seen_at`.execute(db);
  for (const { id } of rows) yield id;
}

async function* oldGuests(db: Db, seenBefore: Date) {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`select u.id from users u
      where ${isDue(seenBefore)} and u.id > ${after} order by u.id limit ${guestsAtOnce}`.execute(db);
    for (const { id } of rows) yield id;
    const last = rows.at(-1);
    if (!last || rows.length < guestsAtOnce) return;
    after = last.id;
  }
}

const boughtNothing = sql`not exists (select from catalog_purchases p where p.user_id = u.id and p.paid_at is not null)`;
const isDue = (seenBefore: Date): RawBuilder<boolean> => sql`u.guest_email is not null and u.deleted_at is null
  and coalesce(u.last_seen_at, u.created_at) < ${seenBefore}
  and ${boughtNothing}
  and not exists (select from tune_requests r where r.user_id = u.id and r.state_at >= ${seenBefore})
  and not exists (select from tune_request_messages m join tune_requests r on r.id = m.request_id
    where r.user_id = u.id and m.created_at >= ${seenBefore})`;

/** Checked again under the lock: the guest may have come back, bought or become an account. */
async function removeGuest(tx: Db, id: number, seenBefore: Date, now: Date): Promise<Leftovers | null> {
  const guest = await lockAccount(tx, id);
  const { rows } = await sql`select from users u where u.id = ${id} and ${isDue(seenBefore)}`.execute(tx);
  if (!guest || rows.length === 0 || (await deletionBlockers(tx, id)).length > 0) return null;
  const leftovers = await anonymise(tx, { id, ...recipientOf(guest) }, now);
  await writeAudit(tx, system, 'identity.delete-user', `user:${id}`, { guest: true });
  return leftovers;
}
