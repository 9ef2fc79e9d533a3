import type { Db } from '../../platform/db/db.ts';
import { takePermit } from '../../platform/rate-limit.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { isTotpShape, useTotpCode } from './totp.ts';

// Per account, because a stranger who knows the password can guess from many addresses; the owner's own typing stays far below.
const triesPerAccount = { max: 10, windowS: 300 };

/** Whether the code is the authenticator's of this moment or an unused recovery code; either is used up by asking. */
export async function isSecondFactorCode(db: Db, secrets: SecretBox, userId: number, code: string): Promise<boolean> {
  await takePermit(db, `second-factor user:${userId}`, triesPerAccount);
  const typed = code.replace(/\s/g, '');
  return isTotpShape(typed) ? useTotpCode(db, secrets, userId, typed, 'confirmed') : useRecoveryCode(db, userId, typed);
}
