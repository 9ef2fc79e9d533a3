import { msg, t } from '@tuneport/domain/text/text';
import { requireFreshLogin, type SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hasPrograms } from '../api-keys/manage-api-keys.ts';
import { noPendingEmail } from '../email/cancel-email-change.ts';
import { hasTotp } from '../factors/totp/totp.ts';
import { passwordHashOf, type UserRow, userById, userForUpdate } from '../queries.ts';
import { checkRepeatedGuess } from '../security/guess-limits.ts';
import { newPasswordProblems } from '../security/new-password.ts';
import { recordFailedReauthentication } from '../security/security-events.ts';
import { endSessionsOf, requireOpenSession } from '../sessions/sessions.ts';
import { endMailLinks } from './mail-links.ts';
import { sendSecurityNotice } from './mails.ts';
import { hashPassword, isPassword } from './passwords.ts';

export async function changePassword(
  db: Db,
  origin: string,
  actor: SignedInActor,
  input: { current: string | undefined; next: string; siteNames: readonly string[] },
): Promise<void> {
  await proveCurrentPassword(db, actor, input.current);
  const user = (await userById(db, actor.userId)) as UserRow;
  const problems = newPasswordProblems(input.next, { ...user, siteNames: input.siteNames });
  if (problems.length > 0) throw fieldRefusal({ password: problems });
  const password_hash = await hashPassword(input.next, `user:${actor.userId}`);
  await db.transaction().execute(async (tx) => {
    await userForUpdate(tx, actor.userId);
    await requireOpenSession(tx, actor);
    await tx
      .updateTable('users')
      .set({ password_hash, ...noPendingEmail })
      .where('id', '=', actor.userId)
      .execute();
    await endMailLinks(tx, actor.userId);
    await endSessionsOf(tx, actor.userId, actor.sessionId);
    await writeAudit(tx, actor, 'identity.change-password', `user:${actor.userId}`);
    const keepsPrograms = await hasPrograms(tx, actor.userId);
    await sendSecurityNotice(tx, origin, user.email, msg('Your password was changed'), () =>
      keepsPrograms
        ? [
            t('Your API keys and webhooks keep working. Revoke those you no longer need: {url}', {
              url: `${pagesOf(origin)}/profile/api-keys`,
            }),
          ]
        : [],
    );
  });
}

/**
 * For an account without other factors the current password is sufficient. With an authenticator app, or to set a first
 * password, the login must be fresh as well.
 */
async function proveCurrentPassword(db: Db, actor: SignedInActor, current: string | undefined): Promise<void> {
  const known = await passwordHashOf(db, actor.userId);
  if (known === null || (await hasTotp(db, actor.userId))) requireFreshLogin(actor);
  if (known === null) return;
  if (
    await checkRepeatedGuess(db, actor.userId, 'password', () =>
      isPassword(known, current ?? '', `user:${actor.userId}`),
    )
  )
    return;
  await recordFailedReauthentication(db, actor, 'password');
  throw fieldRefusal({ current_password: ['This is not your current password.'] });
}
