import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Config } from '../../../../platform/config.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { fieldRefusal } from '../../../../platform/refusal.ts';

// Shared by start and finish of a passkey ceremony: the relying party and single-use challenges.

const challengeMinutes = 5;
export const challengeAgeS = challengeMinutes * 60;
/** ES256, RS256 and EdDSA: every authenticator on the market supports one of them. */
export const passkeyAlgorithms = [-7, -257, -8];

export const relyingParty = (config: Config) => ({
  name: 'Tuneport',
  id: new URL(config.publicOrigin).hostname,
  origin: config.publicOrigin,
});

/** Browsers support passkeys only on secure origins with a host name, not an IP address. */
export const offersPasskeys = (config: Config): boolean =>
  config.secureCookies && isIP(new URL(config.publicOrigin).hostname.replace(/[[\]]/g, '')) === 0;

/** Identifies the account to the authenticator without a name or e-mail address. */
export const userHandleOf = (userId: number) => new Uint8Array(Buffer.from(`user:${userId}`));

export const challengeCookieName = (config: Config) =>
  config.secureCookies ? '__Host-tuneport-passkey' : 'tuneport-passkey';

type Owner =
  | { purpose: 'register' | 'reauthenticate'; user_id: number; session_id: number }
  | { purpose: 'login'; user_id: null; session_id: null };

/** Stores a challenge, replacing an earlier one of the same session. */
export async function storeChallenge(db: Db, owner: Owner, challenge: string): Promise<string> {
  await db
    .deleteFrom('webauthn_challenges')
    .where((eb) => eb.or([eb('expires_at', '<', sql<Date>`now()`), eb('session_id', '=', owner.session_id)]))
    .execute();
  const row = await db
    .insertInto('webauthn_challenges')
    .values({ ...owner, challenge, expires_at: sql<Date>`now() + make_interval(mins => ${challengeMinutes})` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Consumes the session's challenge regardless of the outcome: each allows one attempt. */
export async function takeSessionChallenge(
  db: Db,
  purpose: 'register' | 'reauthenticate',
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<string | null> {
  const row = await db
    .deleteFrom('webauthn_challenges')
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge')
    .executeTakeFirst();
  return row?.challenge ?? null;
}

/** The same for a login, where the browser's cookie identifies the challenge. */
export async function takeLoginChallenge(db: Db, id: string | undefined): Promise<string | null> {
  if (!id || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null;
  const row = await db
    .deleteFrom('webauthn_challenges')
    .where('id', '=', id)
    .where('purpose', '=', 'login')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('challenge')
    .executeTakeFirst();
  return row?.challenge ?? null;
}

/** Our pages are never framed, so a response from within another site's page is rejected. The library accepts it. */
export function isFramed(clientDataJSON: unknown): boolean {
  if (typeof clientDataJSON !== 'string') return true;
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof data !== 'object' || data === null || ('crossOrigin' in data && data.crossOrigin !== false);
  } catch {
    return true;
  }
}

export const ceremonyTooOld = () =>
  fieldRefusal({ '': ['This request expired or was already completed. Start again.'] });
