import { msg } from '@tuneport/domain/text/text';
import type { SignedInActor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { writeAudit } from '../../../audit/index.ts';
import { sendSecurityNotice } from '../../login/mails.ts';
import { type UserRow, userForUpdate } from '../../queries.ts';
import { requireOpenSession } from '../../sessions/sessions.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { hasTotp } from './totp.ts';

/** New recovery codes for an account that used most of them; the old ones stop working. */
export async function renewRecoveryCodes(db: Db, origin: string, actor: SignedInActor): Promise<string[]> {
  const user = (await userForUpdate(db, actor.userId)) as UserRow;
  await requireOpenSession(db, actor);
  if (!(await hasTotp(db, user.id))) throw new Refusal('not_found');
  await writeAudit(db, actor, 'identity.renew-recovery-codes', `user:${user.id}`);
  await sendSecurityNotice(db, origin, user.email, msg('New recovery codes were created for your account'));
  return issueRecoveryCodes(db, user.id);
}
