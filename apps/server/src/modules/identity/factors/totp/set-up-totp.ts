import type { SignedInActor } from '../../../../platform/actor.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import type { SecretBox } from '../../../../platform/secrets/secret-box.ts';
import { type UserRow, userById } from '../../queries.ts';
import { newTotpSecret, sealTotpSecret } from './totp.ts';

/** Issues a secret that becomes active once a code from it is entered; starting again replaces it. */
export async function setUpTotp(
  db: Db,
  secrets: SecretBox,
  actor: SignedInActor,
): Promise<{ secret: string; uri: string }> {
  const user = (await userById(db, actor.userId)) as UserRow;
  const { secret, uri } = newTotpSecret(user.email);
  const updated = await db
    .updateTable('users')
    .set({ totp_secret: sealTotpSecret(secrets, user.id, secret), totp_last_step: 0n })
    .where('id', '=', user.id)
    .where('totp_confirmed_at', 'is', null)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) {
    throw new Refusal('already_exists', { message: 'This account already has an authenticator app. Remove it first.' });
  }
  return { secret, uri };
}
