import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server';
import { msg } from '@tuneport/domain/text/text';
import type { SignedInActor } from '../../../../platform/actor.ts';
import type { Config } from '../../../../platform/config.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../../platform/refusal.ts';
import { writeAudit } from '../../../audit/index.ts';
import { sendSecurityNotice } from '../../login/mails.ts';
import { userForUpdate } from '../../queries.ts';
import { strengthenSession } from '../strengthen-session.ts';
import { ceremonyTooOld, isFramed, passkeyAlgorithms, relyingParty, takeSessionChallenge } from './passkey-ceremony.ts';
import { insertPasskey, passkeysOf } from './passkey-queries.ts';

const passkeysMax = 20;

type NewPasskey = { name: string; answer: RegistrationResponseJSON };

/** Starts outside a transaction: a challenge is consumed by the first attempt, even a failed one. */
export async function addPasskey(db: Db, config: Config, actor: SignedInActor, input: NewPasskey) {
  const challenge = await takeSessionChallenge(db, 'register', actor);
  if (challenge === null) throw ceremonyTooOld();
  const credential = await verified(config, input.answer, challenge);
  return db.transaction().execute(async (tx) => {
    const user = await userForUpdate(tx, actor.userId);
    if (!user) throw new Refusal('unauthenticated');
    if ((await passkeysOf(tx, actor.userId)).length >= passkeysMax) {
      throw fieldRefusal({ '': [`An account can have at most ${passkeysMax} passkeys. Remove one first.`] });
    }
    const passkey = await insertPasskey(tx, {
      user_id: actor.userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: (credential.transports ?? []).filter((name) => typeof name === 'string').slice(0, 10),
      name: input.name,
    });
    if (!passkey) throw fieldRefusal({ '': ['This passkey is already registered.'] });
    await writeAudit(tx, actor, 'identity.add-passkey', `user:${actor.userId}`, {
      passkey: passkey.id,
      name: passkey.name,
    });
    await sendSecurityNotice(tx, config.publicOrigin, user.email, msg('A passkey was added to your account'));
    return { passkey, token: await strengthenSession(tx, actor) };
  });
}

async function verified(config: Config, answer: RegistrationResponseJSON, expectedChallenge: string) {
  const party = relyingParty(config);
  if (isFramed(answer.response.clientDataJSON)) throw notAccepted();
  const result = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch(() => null);
  if (!result?.verified) throw notAccepted();
  return result.registrationInfo.credential;
}

const notAccepted = () => fieldRefusal({ '': ['We could not add this passkey. Nothing was changed. Try again.'] });
