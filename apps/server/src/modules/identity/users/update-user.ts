import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { Language } from '@tuneport/domain/text/languages';
import { requireFreshLogin, type SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { requestEmailChange } from '../email/request-email-change.ts';
import { mayChangeAddress, mayEditUser } from '../policy.ts';
import { sameEmail, type UserRow, userById, userForUpdate } from '../queries.ts';
import { requireOpenSession } from '../sessions/sessions.ts';

type UserEdit = {
  name?: string | undefined;
  email?: string | undefined;
  preferred_display_currency?: string | null | undefined;
  language?: Language | null | undefined;
};

/** A new address is only requested here; it takes effect when its link is opened. */
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
  const email = edit.email !== undefined && !sameEmail(edit.email, user.email) ? edit.email : undefined;
  if (email !== undefined && !mayChangeAddress(actor, user)) throw new Refusal('forbidden');
  if (email !== undefined) {
    requireFreshLogin(actor);
    await requireOpenSession(db, actor);
  }
  await db
    .updateTable('users')
    .set({
      name: edit.name ?? user.name,
      ...(edit.preferred_display_currency === undefined
        ? {}
        : { preferred_display_currency: edit.preferred_display_currency }),
      ...(edit.language === undefined ? {} : { language: edit.language }),
      updated_at: nextUpdatedAt(user.updated_at, now),
    })
    .where('id', '=', id)
    .execute();
  if (email !== undefined) await requestEmailChange(db, origin, actor, user, email, now);
  const fields = Object.keys(edit).filter((name) => name !== 'email');
  if (id !== actor.userId && fields.length > 0)
    await writeAudit(db, actor, 'identity.update-user', `user:${id}`, { fields });
  return (await userById(db, id)) as UserRow;
}
