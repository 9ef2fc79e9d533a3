import type { Db } from '../../platform/db/db.ts';
import { passkeysOf } from './passkey-queries.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';
import { hasTotp } from './totp.ts';

export async function listSecondFactors(db: Db, userId: number) {
  const [totp, recovery_codes_left, passkeys] = await Promise.all([
    hasTotp(db, userId),
    recoveryCodesLeft(db, userId),
    passkeysOf(db, userId),
  ]);
  return { totp, recovery_codes_left, passkeys };
}
