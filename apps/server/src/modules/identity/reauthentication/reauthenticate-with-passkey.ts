import { type AuthenticationResponseJSON, generateAuthenticationOptions } from '@simplewebauthn/server';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Config } from '../../../platform/config.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal } from '../../../platform/refusal.ts';
import {
  ceremonyTooOld,
  relyingParty,
  storeChallenge,
  takeSessionChallenge,
} from '../factors/passkeys/passkey-ceremony.ts';
import { markPasskeyUsed, passkeyByCredential, passkeysOf } from '../factors/passkeys/passkey-queries.ts';
import { verifiedCounter } from '../factors/passkeys/verified-counter.ts';
import { refreshLogin } from '../factors/strengthen-session.ts';
import { recordFailedReauthentication } from '../security/security-events.ts';

export async function startPasskeyReauthentication(db: Db, config: Config, actor: SignedInActor) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    userVerification: 'required',
    allowCredentials: (await passkeysOf(db, actor.userId)).map((key) => ({
      id: key.credential_id,
      transports: key.transports,
    })),
  });
  const owner = { purpose: 'reauthenticate', user_id: actor.userId, session_id: actor.sessionId } as const;
  await storeChallenge(db, owner, options.challenge);
  return options;
}

export async function reauthenticateWithPasskey(
  db: Db,
  config: Config,
  actor: SignedInActor,
  answer: AuthenticationResponseJSON,
): Promise<string> {
  const challenge = await takeSessionChallenge(db, 'reauthenticate', actor);
  if (challenge === null) throw ceremonyTooOld();
  const passkey = await passkeyByCredential(db, answer.id);
  const counter = passkey?.user_id === actor.userId ? await verifiedCounter(config, answer, challenge, passkey) : null;
  if (!passkey || counter === null) {
    await recordFailedReauthentication(db, actor, 'passkey');
    throw mismatch();
  }
  return db.transaction().execute(async (tx) => {
    if (!(await markPasskeyUsed(tx, passkey.id, { from: passkey.counter, to: counter }))) throw mismatch();
    return refreshLogin(tx, actor, { secondFactor: true });
  });
}

const mismatch = () => fieldRefusal({ '': ['This passkey does not belong to your account. Use another method.'] });
