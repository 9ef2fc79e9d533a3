import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAct } from '../audit/index.ts';
import { sendSecurityNotice } from './mails.ts';
import { deletePasskey, passkeysOf } from './passkey-queries.ts';
import { provePassword } from './prove-password.ts';
import { type UserRow, userById } from './queries.ts';

export async function removePasskey(
  db: Db,
  origin: string,
  actor: SignedInActor,
  wish: { id: number; password: string },
): Promise<void> {
  // Looked for before the password is checked: somebody else's is not found, whatever the password.
  if (!(await passkeysOf(db, actor.userId)).some(({ id }) => id === wish.id)) throw new Refusal('not_found');
  await provePassword(db, actor.userId, wish.password);
  await db.transaction().execute(async (tx) => {
    const name = await deletePasskey(tx, actor.userId, wish.id);
    if (name === null) throw new Refusal('not_found');
    const user = (await userById(tx, actor.userId)) as UserRow;
    await recordAct(tx, actor, 'identity.remove-passkey', `user:${actor.userId}`, { passkey: wish.id, name });
    await sendSecurityNotice(tx, origin, user.email, 'A passkey was removed from your account');
  });
}
