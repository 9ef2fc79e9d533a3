import type { Db } from '../../../platform/db/db.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import {
  checkCodeGuess,
  checkRecoveryCodeGuess,
  checkRepeatedGuess,
  type GuessSource,
} from '../security/guess-limits.ts';
import { useRecoveryCode } from './totp/recovery-codes.ts';
import { isTotpShape, useTotpCode } from './totp/totp.ts';

/**
 * Whether the code is the current authenticator code or an unused recovery code; either is consumed. At a login,
 * `source` is the origin of the attempt; without it the actor is already logged in.
 */
export async function isSecondFactorCode(
  db: Db,
  secrets: SecretBox,
  userId: number,
  code: string,
  source?: GuessSource,
): Promise<boolean> {
  const typed = code.replace(/\s/g, '');
  const isTotp = isTotpShape(typed);
  const isRight = () =>
    isTotp ? useTotpCode(db, secrets, userId, typed, 'confirmed') : useRecoveryCode(db, userId, typed);
  if (!source) return checkRepeatedGuess(db, userId, 'code', isRight);
  return isTotp ? checkCodeGuess(db, userId, source, isRight) : checkRecoveryCodeGuess(db, userId, source, isRight);
}
