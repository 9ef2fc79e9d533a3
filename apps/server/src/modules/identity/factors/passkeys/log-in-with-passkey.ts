import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Config } from '../../../../platform/config.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { fieldRefusal } from '../../../../platform/refusal.ts';
import { type UserRow, userById } from '../../queries.ts';
import { recordFailedLogin } from '../../security/security-events.ts';
import { openSession } from '../../sessions/sessions.ts';
import { ceremonyTooOld, takeLoginChallenge, userHandleOf } from './passkey-ceremony.ts';
import { markPasskeyUsed, passkeyByCredential } from './passkey-queries.ts';
import { verifiedCounter } from './verified-counter.ts';

type PasskeyLogin = {
  /** The cookie issued with the challenge. */
  challengeId: string | undefined;
  answer: AuthenticationResponseJSON;
  address: string;
  userAgent: string;
};

const mismatch = () => fieldRefusal({ '': ['This passkey does not belong to an account here. Log in another way.'] });

/** Unknown, removed, banned and forged all get the same answer. */
export async function logInWithPasskey(
  db: Db,
  config: Config,
  login: PasskeyLogin,
): Promise<{ token: string; user: UserRow }> {
  const challenge = await takeLoginChallenge(db, login.challengeId);
  if (challenge === null) throw ceremonyTooOld();
  const passkey = await passkeyByCredential(db, login.answer.id);
  const counter =
    !passkey || passkey.banned_at || !namesOwner(login.answer, passkey.user_id)
      ? null
      : await verifiedCounter(config, login.answer, challenge, passkey);
  if (!passkey || counter === null) {
    const { address, userAgent } = login;
    await recordFailedLogin(db, { userId: passkey?.user_id ?? null, reason: 'passkey', address, userAgent });
    throw mismatch();
  }
  return db.transaction().execute(async (tx) => {
    if (!(await markPasskeyUsed(tx, passkey.id, { from: passkey.counter, to: counter }))) throw mismatch();
    const user = await userById(tx, passkey.user_id);
    if (!user || user.banned_at) throw mismatch();
    const token = await openSession(tx, {
      userId: user.id,
      method: 'passkey',
      secondFactor: true,
      address: login.address,
      userAgent: login.userAgent,
    });
    return { token, user };
  });
}

/** A discoverable credential includes a user handle, which must match the owner. */
function namesOwner(answer: AuthenticationResponseJSON, userId: number): boolean {
  const { userHandle } = answer.response;
  return typeof userHandle === 'string' && Buffer.from(userHandle, 'base64url').equals(userHandleOf(userId));
}
