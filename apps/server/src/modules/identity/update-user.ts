import { isAdmin } from '@tuneport/domain/permissions';
import { nextUpdatedAt } from '@tuneport/domain/precondition';
import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { recordAct } from '../audit/index.ts';
import { requirePassword } from './change-password.ts';
import { sendConfirmation, sendSecurityNotice } from './mails.ts';
import { mayEditUser } from './policy.ts';
import { emailTaken, type UserRow, userById, userForUpdate } from './queries.ts';

export type UserEdit = {
  name?: string | undefined;
  email?: string | undefined;
  preferred_display_currency?: string | null | undefined;
  current_password?: string | undefined;
};

export async function updateUser(
  db: Db,
  origin: string,
  actor: SignedInActor,
  id: number,
  edit: UserEdit,
  now: Date,
): Promise<UserRow> {
  if (!mayEditUser(actor, id)) throw new Refusal('not_found');
  const user = await userForUpdate(db, id);
  if (!user) throw new Refusal('not_found');
  const email = edit.email !== undefined && edit.email !== user.email ? edit.email : undefined;
  if (email !== undefined) {
    // The address is the key to the account: its owner proves the password, staff leave it to the owner.
    if (id !== actor.userId && isAdmin(user.role)) throw new Refusal('forbidden');
    if (id === actor.userId) await requirePassword(db, id, edit.current_password ?? '', 'current_password');
    if (await emailTaken(db, email, id))
      throw fieldRefusal({ email: ['There is an account with this e-mail already.'] });
  }
  await db
    .updateTable('users')
    .set({
      name: edit.name ?? user.name,
      ...(email === undefined ? {} : { email, email_confirmed_at: null }),
      ...(edit.preferred_display_currency === undefined
        ? {}
        : { preferred_display_currency: edit.preferred_display_currency }),
      updated_at: nextUpdatedAt(user.updated_at, now),
    })
    .where('id', '=', id)
    .execute();
  if (email !== undefined) {
    await sendConfirmation(db, origin, { id, name: edit.name ?? user.name, email });
    await sendSecurityNotice(db, origin, user.email, 'The e-mail address of your account was changed');
  }
  if (email !== undefined || id !== actor.userId) {
    await recordAct(db, actor, 'identity.update-user', `user:${id}`, {
      fields: Object.keys(edit).filter((name) => name !== 'current_password'),
    });
  }
  return (await userById(db, id)) as UserRow;
}
