import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type UserRow, userForUpdate } from '../queries.ts';
import { hashToken, newToken } from './tokens.ts';

type MailLinkPurpose = 'confirm-email' | 'change-email' | 'reset-password' | 'secure-account';

const lifetimeHours: Readonly<Record<MailLinkPurpose, number>> = {
  'confirm-email': 24,
  'change-email': 24,
  'reset-password': 1,
  'secure-account': 7 * 24,
};

/** Lets the owner recover an account that an attacker changed, so nothing the attacker does may revoke it. */
const survives = 'secure-account';

/**
 * Creates a single-use token for one purpose, bound to its recipient address; earlier tokens for the purpose are
 * invalidated.
 */
export async function issueMailToken(
  db: Db,
  purpose: MailLinkPurpose,
  user: { id: number; email: string },
): Promise<string> {
  const token = newToken();
  if (purpose !== survives)
    await db.deleteFrom('mail_tokens').where('user_id', '=', user.id).where('purpose', '=', purpose).execute();
  await db
    .insertInto('mail_tokens')
    .values({
      token_hash: hashToken(token),
      purpose,
      user_id: user.id,
      email: user.email,
      expires_at: sql<Date>`now() + make_interval(hours => ${lifetimeHours[purpose]})`,
    })
    .execute();
  return token;
}

const isOpen = (purposes: readonly MailLinkPurpose[], token: string) =>
  sql<boolean>`token_hash = ${hashToken(token)} and purpose = any(${[...purposes]}::text[])
    and used_at is null and expires_at > now()`;

/** Whether a token could be consumed now. */
export const isOpenMailLink = async (db: Db, purposes: readonly MailLinkPurpose[], token: string): Promise<boolean> =>
  (await db.selectFrom('mail_tokens').select('user_id').where(isOpen(purposes, token)).executeTakeFirst()) !==
  undefined;

export type MailLink = { purpose: MailLinkPurpose; user: UserRow; email: string; createdAt: Date };

/**
 * Consumes the token and locks its account, or returns null for a token that is unknown, used, expired or of another
 * purpose. The account is locked first, as everywhere else, so that a concurrent password change does not deadlock.
 */
export async function openMailLink(
  tx: Db,
  purposes: readonly MailLinkPurpose[],
  token: string,
): Promise<MailLink | null> {
  const known = await tx
    .selectFrom('mail_tokens')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  const user = known && (await userForUpdate(tx, known.user_id));
  if (!user || user.banned_at) return null;
  const row = await tx
    .updateTable('mail_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where(isOpen(purposes, token))
    .returning(['purpose', 'email', 'created_at'])
    .executeTakeFirst();
  return row ? { purpose: row.purpose as MailLinkPurpose, user, email: row.email, createdAt: row.created_at } : null;
}

/** Called at every change of password or address: invalidates links mailed before. */
export async function endMailLinks(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('mail_tokens').where('user_id', '=', userId).where('purpose', '<>', survives).execute();
}
