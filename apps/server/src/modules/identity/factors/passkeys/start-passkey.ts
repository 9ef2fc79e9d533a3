import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { SignedInActor } from '../../../../platform/actor.ts';
import type { Config } from '../../../../platform/config.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { type UserRow, userById } from '../../queries.ts';
import { passkeyAlgorithms, relyingParty, storeChallenge, userHandleOf } from './passkey-ceremony.ts';
import { passkeysOf } from './passkey-queries.ts';

export async function startPasskey(db: Db, config: Config, actor: SignedInActor) {
  const user = (await userById(db, actor.userId)) as UserRow;
  const party = relyingParty(config);
  const options = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: userHandleOf(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: (await passkeysOf(db, user.id)).map((key) => ({
      id: key.credential_id,
      transports: key.transports,
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    supportedAlgorithmIDs: passkeyAlgorithms,
  });
  await storeChallenge(
    db,
    { purpose: 'register', user_id: actor.userId, session_id: actor.sessionId },
    options.challenge,
  );
  return options;
}
