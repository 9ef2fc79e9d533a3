import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Config } from '../../../../platform/config.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { relyingParty, storeChallenge } from './passkey-ceremony.ts';

/**
 * Lists no credentials, so that it does not reveal which accounts have one; the authenticator offers those it holds.
 */
export async function startPasskeyLogin(db: Db, config: Config) {
  const options = await generateAuthenticationOptions({ rpID: relyingParty(config).id, userVerification: 'required' });
  const id = await storeChallenge(db, { purpose: 'login', user_id: null, session_id: null }, options.challenge);
  return { id, options };
}
