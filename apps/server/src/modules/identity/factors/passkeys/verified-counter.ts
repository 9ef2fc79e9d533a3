import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Config } from '../../../../platform/config.ts';
import { isFramed, relyingParty } from './passkey-ceremony.ts';

/**
 * Null if anything in the response is invalid, including a counter that did not advance, which indicates a cloned key.
 */
export async function verifiedCounter(
  config: Config,
  answer: AuthenticationResponseJSON,
  expectedChallenge: string,
  passkey: { public_key: Buffer; counter: bigint },
): Promise<bigint | null> {
  if (isFramed(answer.response.clientDataJSON)) return null;
  const party = relyingParty(config);
  const result = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: answer.id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
  }).catch(() => null);
  return result?.verified ? BigInt(result.authenticationInfo.newCounter) : null;
}
