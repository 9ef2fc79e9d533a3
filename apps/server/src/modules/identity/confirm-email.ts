import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { useMailToken } from './mail-links.ts';

export async function confirmEmail(db: Db, token: string, now: Date): Promise<void> {
  const link = await useMailToken(db, 'confirm-email', token);
  const confirmed =
    link &&
    (await db
      .updateTable('users')
      .set({ email_confirmed_at: now })
      .where('id', '=', link.userId)
      // The link confirms the address it was sent to; the account may have another one by now.
      .where('email', '=', link.email)
      .executeTakeFirst());
  if (!confirmed || confirmed.numUpdatedRows === 0n) {
    throw fieldRefusal({ token: ['This link was used before or is too old. Ask for a new one on your profile.'] });
  }
}
