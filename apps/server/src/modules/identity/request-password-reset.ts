import type { Db } from '../../platform/db/db.ts';
import { sendReset } from './mails.ts';

export async function requestPasswordReset(db: Db, origin: string, email: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (user) await sendReset(db, origin, user);
}
