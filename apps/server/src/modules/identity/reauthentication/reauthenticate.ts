import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { isSecondFactorCode } from '../factors/second-factor.ts';
import { refreshLogin } from '../factors/strengthen-session.ts';
import { hasTotp } from '../factors/totp/totp.ts';
import { isPassword } from '../login/passwords.ts';
import { passwordHashOf } from '../queries.ts';
import { checkRepeatedGuess } from '../security/guess-limits.ts';
import { recordFailedReauthentication } from '../security/security-events.ts';

/**
 * Requires the same proof as a login: the password, and the code if the account has an authenticator app. An account
 * without a password needs the code alone. Not inside a transaction: an attempted code stays used.
 */
export async function reauthenticate(
  db: Db,
  secrets: SecretBox,
  actor: SignedInActor,
  proof: { password?: string | undefined; code?: string | undefined },
): Promise<string> {
  const [known, needsCode] = await Promise.all([passwordHashOf(db, actor.userId), hasTotp(db, actor.userId)]);
  if (known === null && !needsCode)
    throw fieldRefusal({ password: ['This account has no password. Set one with "Forgot password".'] });
  // Not an attempt yet.
  if (known !== null && !proof.password) throw fieldRefusal({ password: ['Enter your password.'] });
  const isRight = () => isPassword(known, proof.password ?? '', `user:${actor.userId}`);
  if (known !== null && !(await checkRepeatedGuess(db, actor.userId, 'password', isRight))) {
    await recordFailedReauthentication(db, actor, 'password');
    throw fieldRefusal({ password: ['This is not your password.'] });
  }
  if (needsCode) {
    if (!proof.code) throw fieldRefusal({ code: ['Enter the code from your authenticator app.'] });
    if (!(await isSecondFactorCode(db, secrets, actor.userId, proof.code))) {
      await recordFailedReauthentication(db, actor, 'code');
      throw fieldRefusal({ code: ['This code is incorrect or was already used.'] });
    }
  }
  return refreshLogin(db, actor, { secondFactor: needsCode });
}
