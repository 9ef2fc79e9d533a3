import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { recordAct } from '../audit/index.ts';
import { sendSecurityNotice } from './mails.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { passwordHashOf, type UserRow, userById } from './queries.ts';
import { judgeAgain } from './security/guess-limits.ts';
import { newPasswordProblems } from './security/new-password.ts';
import { endSessionsOf } from './sessions.ts';

export async function requirePassword(db: Db, userId: number, password: string, field: string): Promise<void> {
  const hash = await passwordHashOf(db, userId);
  if (await judgeAgain(db, userId, 'password', () => isPassword(hash, password))) return;
  throw fieldRefusal({ [field]: ['This is not your current password.'] });
}

export async function changePassword(
  db: Db,
  origin: string,
  actor: SignedInActor,
  wish: { current: string; next: string; siteNames: readonly string[] },
): Promise<void> {
  const user = (await userById(db, actor.userId)) as UserRow;
  await requirePassword(db, actor.userId, wish.current, 'current_password');
  const problems = newPasswordProblems(wish.next, { ...user, siteNames: wish.siteNames });
  if (problems.length > 0) throw fieldRefusal({ password: problems });
  const password_hash = await hashPassword(wish.next);
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash }).where('id', '=', actor.userId).execute();
    await endSessionsOf(tx, actor.userId, actor.sessionId);
    await recordAct(tx, actor, 'identity.change-password', `user:${actor.userId}`);
    await sendSecurityNotice(tx, origin, user.email, 'Your password was changed');
  });
}
