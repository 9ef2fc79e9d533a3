import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { hashToken, newToken } from './tokens.ts';

type Purpose = 'confirm-email' | 'reset-password';

const lifetimeHours: Readonly<Record<Purpose, number>> = { 'confirm-email': 24, 'reset-password': 1 };

/** Makes a single-use token for one purpose; earlier ones for the same purpose stop working. */
export async function issueMailToken(db: Db, purpose: Purpose, user: { id: number; email: string }): Promise<string> {
  const token = newToken();
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

/** Uses the token up, in one statement, or answers null for one that is unknown, used, expired or of another purpose. */
export async function useMailToken(
  db: Db,
  purpose: Purpose,
  token: string,
): Promise<{ userId: number; email: string } | null> {
  const row = await db
    .updateTable('mail_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id', 'email'])
    .executeTakeFirst();
  return row ? { userId: row.user_id, email: row.email } : null;
}
