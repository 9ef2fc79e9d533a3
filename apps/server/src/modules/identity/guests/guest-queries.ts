import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { hashToken, newToken } from '../login/tokens.ts';
import { emailTaken, userForUpdate } from '../queries.ts';
import { endSessionsOf } from '../sessions/sessions.ts';

export type Guest = { readonly id: number; readonly email: string };
export type GuestLink = { readonly id: number; readonly token: string };

/** The address a guest gave; null for an account. */
export async function guestEmailOf(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('guest_email').where('id', '=', userId).executeTakeFirst();
  return row?.guest_email ?? null;
}

/** Whether the address of a guest has an account. Only the owner of the address may learn it. */
export const hasAccount = (db: Db, email: string): Promise<boolean> => emailTaken(db, email);

/** A link for the owner of the guest's address. Earlier ones stay valid: each mail has its own. */
export async function issueGuestLink(db: Db, guestId: number): Promise<{ token: string; path: string }> {
  const token = newToken();
  await db
    .insertInto('guest_links')
    .values({ token_hash: hashToken(token), user_id: guestId })
    .execute();
  return { token, path: guestPath(guestId, token) };
}

const guestPath = (id: number, token: string): string => `/tuning/guest/${id}/${token}`;

/** The guest of a link, or a refusal for a link that is foreign, expired or ended. */
export async function guestOfLink(db: Db, { id, token }: GuestLink): Promise<Guest & { readonly expiresAt: Date }> {
  const hash = hashToken(token);
  const row = await db
    .selectFrom('guest_links')
    .innerJoin('users', 'users.id', 'guest_links.user_id')
    .select(['users.guest_email', 'guest_links.expires_at'])
    .where('guest_links.token_hash', '=', hash)
    .where('users.id', '=', id)
    .where('users.guest_email', 'is not', null)
    .where('users.banned_at', 'is', null)
    .where('guest_links.expires_at', '>', (eb) => eb.fn<Date>('now'))
    .executeTakeFirst();
  if (!row?.guest_email) throw await noRecord(db, 'guest', id, hash);
  return { id, email: row.guest_email, expiresAt: row.expires_at };
}

/** The same with the guest locked: of two concurrent uses of a link, the second finds it ended. */
export async function lockGuestOfLink(tx: Db, link: GuestLink): Promise<Guest> {
  if (!(await userForUpdate(tx, link.id))) throw new Refusal('not_found');
  return guestOfLink(tx, link);
}

export async function endGuestLinks(db: Db, guestId: number): Promise<void> {
  await db.deleteFrom('guest_links').where('user_id', '=', guestId).execute();
}

/** Ends a guest whose records an account takes over. Must run before the records are moved: the database checks it. */
export async function closeGuest(tx: Db, guestId: number, takenBy: number, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ guest_email: null, guest_taken_by: takenBy, deleted_at: now, updated_at: now })
    .where('id', '=', guestId)
    .execute();
  await endGuestLinks(tx, guestId);
  await endSessionsOf(tx, guestId);
}

/** Purchases belong to a module that uses this one. */
export async function hasBought(db: Db, guestId: number): Promise<boolean> {
  const { rows } =
    await sql`select from catalog_purchases where user_id = ${guestId} and paid_at is not null limit 1`.execute(db);
  return rows.length > 0;
}
