import type { Db } from '../../../platform/db/db.ts';
import { sendRequestedReset } from './mails.ts';

export async function requestPasswordReset(db: Db, origin: string, email: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('email', '=', email)
      .where('banned_at', 'is', null)
      .where('guest_email', 'is', null)
      .executeTakeFirst();
    if (user) await sendRequestedReset(tx, origin, user);
  });
}
