import type { Db } from '../../../platform/db/db.ts';
import { passkeysOf } from './passkeys/passkey-queries.ts';
import { recoveryCodesLeft } from './totp/recovery-codes.ts';

export async function listSecondFactors(db: Db, userId: number) {
  const [user, recovery_codes_left, passkeys] = await Promise.all([
    db
      .selectFrom('users')
      .select(['password_hash', 'totp_confirmed_at', 'oidc_subject'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    recoveryCodesLeft(db, userId),
    passkeysOf(db, userId),
  ]);
  return {
    password: user.password_hash !== null,
    totp: user.totp_confirmed_at !== null,
    recovery_codes_left,
    passkeys,
    provider: user.oidc_subject !== null,
  };
}
