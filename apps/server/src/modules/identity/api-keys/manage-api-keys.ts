import { type ApiScope, apiKeyStart, apiKeysMax } from '@tuneport/domain/identity/api-scopes';
import { msg, t } from '@tuneport/domain/text/text';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { sendSecurityNotice } from '../login/mails.ts';
import { hashToken, newToken } from '../login/tokens.ts';
import { userForUpdate } from '../queries.ts';
import { requireOpenSession } from '../sessions/sessions.ts';

/** Revoked and expired keys stay in the list for this long. */
const shownDays = 90;
const prefixLength = apiKeyStart.length + 8;

const columns = [
  'id',
  'name',
  'prefix',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_used_from',
  'revoked_at',
] as const;

const keysOf = (db: Db, userId: number) => db.selectFrom('api_keys').select(columns).where('user_id', '=', userId);
type Row = Awaited<ReturnType<ReturnType<typeof keysOf>['execute']>>[number];

const present = ({ revoked_at, scopes, ...row }: Row, now: Date) => ({
  ...row,
  scopes: scopes as ApiScope[],
  state:
    revoked_at !== null ? ('revoked' as const) : row.expires_at <= now ? ('expired' as const) : ('active' as const),
});

export async function listApiKeys(db: Db, userId: number, now: Date) {
  const rows = await keysOf(db, userId)
    .where('expires_at', '>', new Date(now.getTime() - shownDays * dayMs))
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => present(row, now));
}

type Wanted = { readonly name: string; readonly scopes: readonly ApiScope[]; readonly days: number };
type Visit = { readonly origin: string; readonly now: Date };

/** The key is returned and not stored. */
export async function createApiKey(db: Db, { origin, now }: Visit, actor: SignedInActor, wanted: Wanted) {
  // Serializes the count below, and waits for a concurrent password reset, which ends this session.
  const user = await userForUpdate(db, actor.userId);
  if (!user) throw new Refusal('unauthenticated');
  await requireOpenSession(db, actor);
  const active = await keysOf(db, actor.userId).where('revoked_at', 'is', null).where('expires_at', '>', now).execute();
  if (active.length >= apiKeysMax)
    throw new Refusal('conflict', { message: `You have ${apiKeysMax} API keys. Revoke one you no longer use first.` });
  const key = `${apiKeyStart}${newToken()}`;
  const row = await db
    .insertInto('api_keys')
    .values({
      user_id: actor.userId,
      name: wanted.name,
      prefix: key.slice(0, prefixLength),
      key_hash: hashToken(key),
      scopes: [...wanted.scopes],
      created_at: now,
      expires_at: new Date(now.getTime() + wanted.days * dayMs),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  const detail = { key: row.prefix, scopes: row.scopes, expires_at: row.expires_at };
  await writeAudit(db, actor, 'identity.create-api-key', `user:${actor.userId}`, detail);
  await sendSecurityNotice(db, origin, user.email, msg('An API key was created for your account'), () => [
    t('The key {key} can act for you until it expires or you revoke it on your account page.', {
      key: `${row.prefix}…`,
    }),
  ]);
  return { ...present(row, now), key };
}

export async function revokeApiKey(db: Db, actor: SignedInActor, id: number, now: Date): Promise<void> {
  const [row] = await keysOf(db, actor.userId).where('id', '=', id).forUpdate().execute();
  if (!row) throw new Refusal('not_found');
  if (row.revoked_at !== null) return;
  await db.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', id).execute();
  await writeAudit(db, actor, 'identity.revoke-api-key', `user:${actor.userId}`, { key: row.prefix });
}

/**
 * For an account that someone else may have had access to: ends what works without its session. Revokes its API keys,
 * pauses its webhooks, and ends its calendar address, shared passports, hand-over codes and download tokens. All but the
 * first belong to modules that use this one.
 */
export async function endProgramsOf(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  await sql`update webhooks set paused_at = ${now} where user_id = ${userId} and paused_at is null`.execute(db);
  await sql`delete from lead_calendar_feeds where user_id = ${userId}`.execute(db);
  await sql`update passport_shares s set revoked_at = ${now} from garage_vehicles v
    where v.id = s.vehicle_id and v.user_id = ${userId} and s.revoked_at is null`.execute(db);
  // The job of the garage ends them in the history.
  await sql`update vehicle_transfers set expires_at = ${now}
    where from_user_id = ${userId} and state = 'offered' and expires_at > ${now}`.execute(db);
  await sql`delete from tune_request_tokens where created_by = ${userId}`.execute(db);
}

/** Whether programs act for this user, which a changed password does not end. */
export async function hasPrograms(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select from api_keys where user_id = ${userId} and revoked_at is null and expires_at > now())
    or exists (select from webhooks where user_id = ${userId} and paused_at is null) as found`.execute(db);
  return rows[0]?.found ?? false;
}
