import {
  type ApiScope,
  apiKeyRequestsPerMinute,
  apiKeyStart,
  developerScopes,
} from '@tuneport/domain/identity/api-scopes';
import { isAdmin, may } from '@tuneport/domain/identity/permissions';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { addressGroup, isWithinRateLimit, takeProcessLimit, takeRateLimit } from '../../../platform/rate-limit.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hashToken } from '../login/tokens.ts';
import { actorOfUser } from '../sessions/sessions.ts';

/** Wrong keys of one network, per process: they are not guessed, but each costs a statement. */
const wrongKeys = { max: 60, windowS: 60 };
const notedPlaces = { max: 10, windowS: 3600 };

type Found = { id: number; user_id: number; prefix: string; scopes: ApiScope[]; moved: boolean; due: boolean };

/**
 * The actor of an API key: its owner as of now, without staff rights and without a fresh login. A key ends with its
 * expiry, its revocation, and the ban or deletion of its owner.
 */
export async function identifyApiKey(db: Db, key: string, address: string): Promise<Actor> {
  const network = addressGroup(address);
  const { rows } = await sql<Found>`
    select k.id, k.user_id, k.prefix, k.scopes, k.last_used_from is distinct from ${network} as moved,
      coalesce(k.last_used_at < now() - interval '1 minute', true) as due
    from api_keys k join users u on u.id = k.user_id
    where k.key_hash = ${hashToken(key)} and k.revoked_at is null and k.expires_at > now()
      and u.banned_at is null and u.deleted_at is null`.execute(db);
  const found = key.startsWith(apiKeyStart) ? rows[0] : undefined;
  const owner = found && (await actorOfUser(db, found.user_id));
  if (!owner) {
    takeProcessLimit(db, `wrong api key ${network}`, wrongKeys);
    throw new Refusal('unauthenticated', { message: 'This API key is unknown, expired or revoked.' });
  }
  await takeRateLimit(db, `api key ${found.id}`, { max: apiKeyRequestsPerMinute, windowS: 60 });
  if (found.moved || found.due) await noteUse(db, found, network);
  const role = isAdmin(owner.role) ? 0 : owner.role;
  // The only flag that applies to API keys, and only with the matching scope.
  const isDeveloper = may(owner, 'developer') && found.scopes.some((scope) => developerScopes.includes(scope));
  return { ...owner, role, flags: isDeveloper ? ['fzd'] : [], address, apiKey: { id: found.id, scopes: found.scopes } };
}

/** A use from another network than the last one is a security event. */
async function noteUse(db: Db, { id, user_id, prefix, moved }: Found, network: string): Promise<void> {
  await sql`update api_keys set last_used_at = now(), last_used_from = ${network} where id = ${id}`.execute(db);
  if (!moved || !(await isWithinRateLimit(db, `api key places ${id}`, notedPlaces))) return;
  const actor = { userId: user_id, sessionId: null, address: network };
  await writeAudit(db, actor, 'identity.use-api-key', `user:${user_id}`, { key: prefix });
}
