import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { recordAct } from '../audit/index.ts';
import { useMailToken } from './mail-links.ts';
import { sendSecurityNotice } from './mails.ts';
import { hashPassword } from './passwords.ts';
import { userById } from './queries.ts';
import { newPasswordProblems } from './security/new-password.ts';
import { endSessionsOf } from './sessions.ts';

export async function resetPassword(
  db: Db,
  origin: string,
  wish: { token: string; password: string; address: string; siteNames: readonly string[] },
): Promise<number> {
  // Hashed before the transaction starts, so that no connection waits for it.
  const password_hash = await hashPassword(wish.password);
  return db.transaction().execute(async (tx) => {
    const link = await useMailToken(tx, 'reset-password', wish.token);
    if (!link) throw fieldRefusal({ token: ['This link was used before or is too old. Please ask for a new one.'] });
    const name = (await userById(tx, link.userId))?.name ?? '';
    const problems = newPasswordProblems(wish.password, { email: link.email, name, siteNames: wish.siteNames });
    if (problems.length > 0) throw fieldRefusal({ password: problems });
    await tx
      .updateTable('users')
      .set((eb) => ({
        password_hash,
        // Whoever could read the mail owns the address.
        email_confirmed_at: eb.fn.coalesce('email_confirmed_at', eb.val(new Date())),
      }))
      .where('id', '=', link.userId)
      .execute();
    await endSessionsOf(tx, link.userId);
    await recordAct(
      tx,
      { userId: link.userId, sessionId: null, address: wish.address },
      'identity.reset-password',
      `user:${link.userId}`,
    );
    await sendSecurityNotice(tx, origin, link.email, 'Your password was changed');
    return link.userId;
  });
}
