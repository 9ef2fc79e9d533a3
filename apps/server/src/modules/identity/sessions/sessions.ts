import {
  effectiveRights,
  type Memberships,
  type Role,
  roles,
  type UserFlag,
} from '@tuneport/domain/identity/permissions';
import type { Language } from '@tuneport/domain/text/languages';
import { sql } from 'kysely';
import { type Actor, anonymousActor, type SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { batched } from '../../../platform/db/writes/batched.ts';
import { announce, userTopic } from '../../../platform/live/live-streams.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hashToken, newToken } from '../login/tokens.ts';

const absoluteDays = 30;
const idleDays = 14;
const touchEveryS = 60;
/** Above this limit, the least recently used session ends. */
export const sessionsMax = 20;
/** How long a login or a re-authentication counts as fresh. */
const freshMinutes = 10;

type SessionStart = {
  userId: number;
  method: 'password' | 'passkey' | 'oidc' | 'guest';
  secondFactor: boolean;
  address: string;
  userAgent: string;
};

/** Opens a session and returns its token, which is not stored. */
export async function openSession(db: Db, start: SessionStart): Promise<string> {
  const token = newToken();
  const device = start.userAgent.slice(0, 400);
  const { id } = await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id: start.userId,
      method: start.method,
      second_factor: start.secondFactor,
      address: start.address,
      user_agent: device,
      expires_at: sql<Date>`now() + make_interval(days => ${absoluteDays})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`with seen as (update users set last_seen_at = now() where id = ${start.userId})
    delete from sessions where id in (select s.id from sessions s where s.user_id = ${start.userId}
      order by s.last_seen_at desc, s.id desc offset ${sessionsMax})`.execute(db);
  const { userId, method, address } = start;
  await writeAudit(db, { userId, sessionId: id, address }, 'identity.log-in', `user:${userId}`, { method, device });
  return token;
}

type PersonRow = {
  email_confirmed: boolean;
  guest_email: string | null;
  user_id: number;
  name: string;
  role: Role;
  flags: UserFlag[];
  display_currency: string | null;
  language: Language | null;
  /** Memberships with the state of the partner, which determines their rights. */
  dealers: (Memberships['dealers'][number] & InState)[];
  tuners: (Memberships['tuners'][number] & InState)[];
  affiliates: (Memberships['affiliates'][number] & InState)[];
};
type InState = { readonly active: boolean };
type IdentifiedRow = PersonRow & {
  token_hash: Buffer;
  session_id: number;
  second_factor: boolean;
  fresh: boolean;
  due: boolean;
};

/** Facts about a user with alias u. */
const personColumns = sql`u.email_confirmed_at is not null as email_confirmed, u.guest_email, u.id as user_id, u.name, u.role, u.flags, u.language,
      coalesce((select d.preferred_display_currency from dealer_members m join dealers d on d.id = m.dealer_id
        where m.user_id = u.id and d.state = 'active' order by m.created_at, d.id limit 1), u.preferred_display_currency) as display_currency,
      coalesce((select json_agg(json_build_object('id', d.id, 'slug', d.slug, 'kind', m.kind, 'active', d.state = 'active',
          'tier', case when p.id is not null then json_build_object('name', p.name,
            'tunesPercent', trim_scale(p.tunes_percent)::text, 'productsPercent', trim_scale(p.products_percent)::text) end)
          order by m.created_at, d.id)
        from dealer_members m join dealers d on d.id = m.dealer_id left join dealer_tiers p on p.id = d.tier_id
        where m.user_id = u.id), '[]') as dealers,
      coalesce((select json_agg(json_build_object('id', m.tuner_id, 'active', t.state = 'active') order by m.created_at, m.tuner_id)
        from tuner_members m join tuners t on t.id = m.tuner_id where m.user_id = u.id), '[]') as tuners,
      coalesce((select json_agg(json_build_object('id', m.affiliate_id, 'active', a.state = 'active')
          order by m.created_at, m.affiliate_id)
        from affiliate_members m join affiliates a on a.id = m.affiliate_id where m.user_id = u.id), '[]') as affiliates`;

/** Loads sessions by hash, one statement for all concurrent requests. It starts after the last of them was added. */
const openSessions = batched(async (db, hashes: readonly string[]) => {
  const wanted = [...new Set(hashes)].map((hash) => Buffer.from(hash, 'base64'));
  const { rows } = await sql<IdentifiedRow>`${prepared}
    select s.token_hash, s.id as session_id, s.second_factor, s.last_seen_at < now() - make_interval(secs => ${touchEveryS}) as due,
      -- With an authenticator app a login without its code (at a provider) is not the whole proof.
      -- Staff rights wait for a second factor: where there is a passkey, a password alone must not add or remove one.
      s.authenticated_at > now() - make_interval(mins => ${freshMinutes})
        and (s.second_factor or (u.totp_confirmed_at is null and not (
          (u.role = any(${[roles.Admin, roles.SuperAdmin]}) or u.flags <> '{}')
          and exists (select from passkeys k where k.user_id = u.id)))) as fresh,
      ${personColumns}
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = any(${wanted}) and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(days => ${idleDays}) and u.banned_at is null`.execute(db);
  const found = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]));
  return hashes.map((hash, at) => {
    const row = found.get(hash) ?? null;
    // Only the first request of a session in the batch updates its last use.
    return row?.due && hashes.indexOf(hash) < at ? { ...row, due: false } : row;
  });
});

/** The actor of a session token. Ended, idle, expired and banned sessions all return null. */
export async function identify(db: Db, token: string, address: string): Promise<Actor | null> {
  const row = await openSessions(db, hashToken(token).toString('base64'));
  if (!row) return null;
  if (row.due) await touch(db, row.session_id, row.user_id);
  const actor: SignedInActor = {
    signedIn: true,
    userId: row.user_id,
    sessionId: row.session_id,
    name: row.name,
    ...partnersOf(row),
    secondFactor: row.second_factor,
    freshLogin: row.fresh && row.guest_email === null,
    emailConfirmed: row.email_confirmed,
    withheld: false,
    displayCurrency: row.display_currency,
    language: row.language,
    address,
  };
  if (row.guest_email === null) return actor;
  // The address is not confirmed, so no membership or right counts.
  const { role, flags, dealers, tuners, affiliates, suspended } = anonymousActor(address);
  const withoutRights = { ...actor, role, flags, dealers, tuners, affiliates, suspended };
  return { ...anonymousActor(address), guest: { ...withoutRights, guestEmail: row.guest_email } };
}

/** A user as an actor without a session, for what the platform does on their behalf. Null for a banned user. */
export async function actorOfUser(db: Db, userId: number): Promise<SignedInActor | null> {
  const { rows } = await sql<PersonRow>`select ${personColumns} from users u
    where u.id = ${userId} and u.banned_at is null`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    signedIn: true,
    userId: row.user_id,
    sessionId: 0,
    name: row.name,
    ...partnersOf(row),
    secondFactor: false,
    freshLogin: false,
    emailConfirmed: row.email_confirmed,
    withheld: false,
    displayCurrency: row.display_currency,
    language: row.language,
    address: 'system',
  };
}

/** Rights that depend on partners. A suspension takes effect at the next request, because nothing here is cached. */
function partnersOf(row: PersonRow): Pick<Actor, 'role' | 'flags' | 'suspended' | keyof Memberships> {
  const inState = (active: boolean): Memberships => {
    const those = <T extends InState>(all: readonly T[]) =>
      all.filter((one) => one.active === active).map(({ active: _, ...membership }) => membership);
    return { dealers: those(row.dealers), tuners: those(row.tuners), affiliates: those(row.affiliates) };
  };
  const [active, suspended] = [inState(true), inState(false)];
  return { ...effectiveRights(row, active, suspended), ...active, suspended };
}

async function touch(db: Db, sessionId: number, userId: number): Promise<void> {
  await sql`with seen as (update users set last_seen_at = now() where id = ${userId})
    update sessions set last_seen_at = now() where id = ${sessionId}`.execute(db);
}

export async function endSession(db: Db, userId: number, sessionId: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  await announce(db, userTopic(userId));
  return gone.numDeletedRows > 0n;
}

/** A browser that logs in again gets a new session; the one it had ends. */
export async function endReplacedSession(db: Db, { userId, sessionId }: Actor): Promise<void> {
  if (userId !== null && sessionId !== null) await endSession(db, userId, sessionId);
}

/**
 * Checked after locking the account: a concurrent password reset has ended the session, and its pending change must not
 * be applied after the reset.
 */
export async function requireOpenSession(db: Db, actor: SignedInActor): Promise<void> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', actor.sessionId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (!row) throw new Refusal('unauthenticated');
}

/** Ends all sessions of a user except the given one. */
export async function endSessionsOf(db: Db, userId: number, exceptSessionId?: number): Promise<number> {
  let query = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (exceptSessionId !== undefined) query = query.where('id', '<>', exceptSessionId);
  const gone = await query.executeTakeFirst();
  await announce(db, userTopic(userId));
  return Number(gone.numDeletedRows);
}

export async function listSessions(db: Db, actor: SignedInActor) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_seen_at', 'address', 'user_agent', 'method'])
    .where('user_id', '=', actor.userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(days => ${idleDays})`)
    .orderBy('last_seen_at', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, current: row.id === actor.sessionId }));
}
