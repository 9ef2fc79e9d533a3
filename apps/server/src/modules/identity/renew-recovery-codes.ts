import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { recordAct } from '../audit/index.ts';
import { sendSecurityNotice } from './mails.ts';
import { type BothFactors, proveBothFactors } from './prove-both-factors.ts';
import { type UserRow, userForUpdate } from './queries.ts';
import { issueRecoveryCodes } from './recovery-codes.ts';
import { hasTotp } from './totp.ts';

/** New recovery codes for an account that used most of them; the old ones stop working. */
export async function renewRecoveryCodes(
  db: Db,
  secrets: SecretBox,
  origin: string,
  actor: SignedInActor,
  proof: BothFactors,
): Promise<string[]> {
  await proveBothFactors(db, secrets, actor.userId, proof);
  return db.transaction().execute(async (tx) => {
    const user = (await userForUpdate(tx, actor.userId)) as UserRow;
    if (!(await hasTotp(tx, user.id))) throw new Refusal('not_found');
    await recordAct(tx, actor, 'identity.renew-recovery-codes', `user:${user.id}`);
    await sendSecurityNotice(tx, origin, user.email, 'New recovery codes were made for your account');
    return issueRecoveryCodes(tx, user.id);
  });
}
