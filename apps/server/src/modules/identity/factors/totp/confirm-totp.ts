import { msg } from '@tuneport/domain/text/text';
import type { SignedInActor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { fieldRefusal } from '../../../../platform/refusal.ts';
import type { SecretBox } from '../../../../platform/secrets/secret-box.ts';
import { writeAudit } from '../../../audit/index.ts';
import { sendSecurityNotice } from '../../login/mails.ts';
import { type UserRow, userForUpdate } from '../../queries.ts';
import { strengthenSession } from '../strengthen-session.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { useTotpCode } from './totp.ts';

/** The first valid code enables the authenticator app and returns the recovery codes, which are shown only once. */
export async function confirmTotp(
  db: Db,
  secrets: SecretBox,
  origin: string,
  actor: SignedInActor,
  code: string,
  now: Date,
) {
  const user = (await userForUpdate(db, actor.userId)) as UserRow;
  if (!(await useTotpCode(db, secrets, user.id, code.replace(/\s/g, ''), 'pending'))) {
    throw fieldRefusal({ code: ['This code is incorrect. Check the clock on your device and enter the latest code.'] });
  }
  await db.updateTable('users').set({ totp_confirmed_at: now }).where('id', '=', user.id).execute();
  const codes = await issueRecoveryCodes(db, user.id);
  await writeAudit(db, actor, 'identity.add-totp', `user:${user.id}`);
  await sendSecurityNotice(db, origin, user.email, msg('An authenticator app was added to your account'));
  return { codes, token: await strengthenSession(db, actor) };
}
