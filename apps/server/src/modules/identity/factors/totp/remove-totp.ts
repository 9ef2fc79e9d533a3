import { msg } from '@tuneport/domain/text/text';
import type { SignedInActor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { writeAudit } from '../../../audit/index.ts';
import { sendSecurityNotice } from '../../login/mails.ts';
import { type UserRow, userForUpdate } from '../../queries.ts';
import { requireOpenSession } from '../../sessions/sessions.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';
import { hasTotp } from './totp.ts';

export async function removeTotp(db: Db, origin: string, actor: SignedInActor): Promise<void> {
  const user = (await userForUpdate(db, actor.userId)) as UserRow;
  await requireOpenSession(db, actor);
  if (!(await hasTotp(db, user.id))) throw new Refusal('not_found');
  await db.updateTable('users').set({ totp_secret: null, totp_confirmed_at: null }).where('id', '=', user.id).execute();
  await removeRecoveryCodes(db, user.id);
  await writeAudit(db, actor, 'identity.remove-totp', `user:${user.id}`);
  await sendSecurityNotice(db, origin, user.email, msg('The authenticator app was removed from your account'));
}
