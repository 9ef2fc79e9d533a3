import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { isPassword } from './passwords.ts';
import { credentialsByEmail, type UserRow, userById } from './queries.ts';
import { isSecondFactorCode } from './second-factor.ts';
import { openSession } from './sessions.ts';

export type Login = { email: string; password: string; code?: string | undefined; address: string; userAgent: string };

const mismatch = () => fieldRefusal({ password: ['E-mail and password do not match an account.'] });

/** Unknown, banned and wrong all take the same time and get the same answer. */
export async function logIn(db: Db, secrets: SecretBox, login: Login): Promise<{ token: string; user: UserRow }> {
  const known = await credentialsByEmail(db, login.email);
  const right = await isPassword(known?.password_hash, login.password);
  if (!known || !right || known.banned_at) throw mismatch();
  const secondFactor = known.totp_confirmed_at !== null;
  if (secondFactor) {
    if (!login.code) throw new Refusal('second_factor_required');
    if (!(await isSecondFactorCode(db, secrets, known.id, login.code))) {
      throw fieldRefusal({ code: ['This code is not right or was used before.'] });
    }
  }
  const token = await openSession(db, {
    userId: known.id,
    method: 'password',
    secondFactor,
    address: login.address,
    userAgent: login.userAgent,
  });
  const user = await userById(db, known.id);
  if (!user) throw mismatch();
  return { token, user };
}
