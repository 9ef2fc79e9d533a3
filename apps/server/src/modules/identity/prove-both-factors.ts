import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { provePassword } from './prove-password.ts';
import { isSecondFactorCode } from './second-factor.ts';
import { hasTotp } from './totp.ts';

export type BothFactors = { password: string; code: string };

/** Not inside a transaction: a code that was tried stays used, and no connection waits for the password's hash. */
export async function proveBothFactors(db: Db, secrets: SecretBox, userId: number, proof: BothFactors): Promise<void> {
  if (!(await hasTotp(db, userId))) throw new Refusal('not_found');
  await provePassword(db, userId, proof.password);
  if (!(await isSecondFactorCode(db, secrets, userId, proof.code))) {
    throw fieldRefusal({ code: ['This code is not right or was used before.'] });
  }
}
