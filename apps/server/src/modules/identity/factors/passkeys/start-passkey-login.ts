import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Config } from '../../../../platform/config.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { keepChallenge, relyingParty } from './passkey-ceremony.ts';

/** Names no credential, so that nobody learns from it which accounts have one: the authenticator offers what it holds. */
export async function startPasskeyLogin(db: Db, config: Config) {
  const options = await generateAuthenticationOptions({ rpID: relyingParty(config).id, userVerification: 'required' });
  const id = await keepChallenge(db, { purpose: 'login', user_id: null, session_id: null }, options.challenge);
  return { id, options };
}
