import { isAdmin } from '@tuneport/domain/identity/permissions';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { mayEditUser } from '../policy.ts';
import { type UserRow, userForUpdate } from '../queries.ts';

/** Needs no fresh login, because it only keeps the current address. */
export async function cancelEmailChange(db: Db, actor: SignedInActor, id: number): Promise<UserRow> {
  const user = mayEditUser(actor, id) ? await userForUpdate(db, id) : undefined;
  if (!user) throw new Refusal('not_found');
  if (id !== actor.userId && isAdmin(user.role)) throw new Refusal('forbidden');
  if (user.pending_email === null) return user;
  await db.updateTable('users').set(noPendingEmail).where('id', '=', id).execute();
  await db.deleteFrom('mail_tokens').where('user_id', '=', id).where('purpose', '=', 'change-email').execute();
  await writeAudit(db, actor, 'identity.cancel-email-change', `user:${id}`, { to: user.pending_email });
  return { ...user, pending_email: null };
}

export const noPendingEmail = { pending_email: null, pending_email_at: null } as const;
