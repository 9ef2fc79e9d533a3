import type { Db } from '../../../platform/db/db.ts';
import { addressSite } from '../../../platform/rate-limit.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { isSecondFactorCode } from '../factors/second-factor.ts';
import { credentialsByEmail, type UserRow, userById } from '../queries.ts';
import { accountKey, checkPasswordGuess } from '../security/guess-limits.ts';
import { type Failure, recordFailedLogin } from '../security/security-events.ts';
import { openSession } from '../sessions/sessions.ts';
import { isPassword } from './passwords.ts';

type Login = {
  email: string;
  password: string;
  code?: string | undefined;
  address: string;
  userAgent: string;
  /** The device that sent the request and the accounts it was logged in to before. */
  device: { id: string; users: readonly number[] } | null;
};

const mismatch = () =>
  fieldRefusal({
    password: [
      'The e-mail and password do not match an account. If you just registered, open the link in our e-mail first.',
    ],
  });

/**
 * Unknown, banned, unconfirmed and wrong credentials all take the same time and get the same response. If an account
 * could be used before its address is confirmed, registering and logging in would reveal whether an address has an
 * account.
 */
export async function logIn(db: Db, secrets: SecretBox, login: Login): Promise<{ token: string; user: UserRow }> {
  const known = await credentialsByEmail(db, login.email);
  const device = known && login.device?.users.includes(known.id) ? login.device.id : null;
  const source = { address: login.address, device };
  const fail = (reason: Failure['reason']) =>
    recordFailedLogin(db, { userId: known?.id ?? null, reason, address: login.address, userAgent: login.userAgent });
  const client = device === null ? addressSite(login.address) : accountKey(known?.id, login.email);
  const isOpen = known !== undefined && known.banned_at === null && known.email_confirmed_at !== null;
  // The correct password of an unusable account counts as wrong; otherwise the rate limit would reveal that it is
  // correct.
  const right = await checkPasswordGuess(
    db,
    accountKey(known?.id, login.email),
    source,
    async () => (await isPassword(known?.password_hash, login.password, client)) && isOpen,
  );
  if (!known || !right) {
    await fail('password');
    throw mismatch();
  }
  const secondFactor = known.totp_confirmed_at !== null;
  if (secondFactor) {
    if (!login.code) throw new Refusal('second_factor_required');
    if (!(await isSecondFactorCode(db, secrets, known.id, login.code, source))) {
      await fail('code');
      throw fieldRefusal({ code: ['This code is incorrect or was already used.'] });
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
