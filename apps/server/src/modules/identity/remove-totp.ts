import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { recordAct } from '../audit/index.ts';
import { sendSecurityNotice } from './mails.ts';
import { type BothFactors, proveBothFactors } from './prove-both-factors.ts';
import { type UserRow, userForUpdate } from './queries.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';

export async function removeTotp(
  db: Db,
  secrets: SecretBox,
  origin: string,
  actor: SignedInActor,
  proof: BothFactors,
): Promise<void> {
  await proveBothFactors(db, secrets, actor.userId, proof);
  await db.transaction().execute(async (tx) => {
    const user = (await userForUpdate(tx, actor.userId)) as UserRow;
    await tx
      .updateTable('users')
      .set({ totp_secret: null, totp_confirmed_at: null })
      .where('id', '=', user.id)
      .execute();
    await removeRecoveryCodes(tx, user.id);
    await recordAct(tx, actor, 'identity.remove-totp', `user:${user.id}`);
    await sendSecurityNotice(tx, origin, user.email, 'The authenticator app was removed from your account');
  });
}
