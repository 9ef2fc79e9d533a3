import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import type { Endpoint } from '@tuneport/contract/endpoint';
import type { ErrorCode } from '@tuneport/contract/errors';
import type { ApiScope } from '@tuneport/domain/identity/api-scopes';
import { allows } from '@tuneport/domain/identity/permissions';
import type { Whoami } from '@tuneport/domain/identity/whoami';
import type { Currency } from '@tuneport/domain/money/money';
import { type Actor, requireFreshLogin } from '../../actor.ts';
import { changedAreas } from '../../cache/area-versions.ts';
import type { Db } from '../../db/db.ts';
import { violationRefusal } from '../../db/writes/constraint-violations.ts';
import { retryOnDeadlock } from '../../db/writes/retry-on-deadlock.ts';
import type { Platform } from '../../platform.ts';
import { addressGroup, addressSite, takeProcessLimit, takeRateLimit } from '../../rate-limit.ts';
import { Refusal } from '../../refusal.ts';
import { slots } from '../../slots.ts';
import type { ClientInfo, Context, RawReply, ReceivedFile, Region, SignedBytes } from '../context.ts';
import { claimKey, fingerprintOf, type KeyUse, releaseKey, sentBody, storeAnswer } from './idempotency.ts';
import { memoizedReply } from './memoized-reply.ts';
import { parseInput, readAtOf } from './parse.ts';

// The request path of every call, over HTTP or from the page renderer in this process:
// access → fresh login → limit → parse → precondition → idempotency → transaction → handler → reply schema.

/** An endpoint with its handler, type-erased: the registry holds four hundred of them in one list. */
export type Mounted = {
  readonly key: string;
  readonly endpoint: Endpoint;
  readonly handler: (input: Record<string, unknown> & Context) => unknown;
};

export type Incoming = {
  readonly actor: Actor;
  readonly region: Region;
  /** The display currency the visitor chose. */
  readonly currency?: Currency | null;
  readonly clientInfo: ClientInfo;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers?: unknown;
  readonly stream?: Readable;
  readonly files?: readonly ReceivedFile[];
  /** The rate limit was taken before the body was received. */
  readonly isCounted?: boolean;
  readonly signed?: SignedBytes;
  readonly idempotencyKey?: string | undefined;
  readonly ifUnmodifiedSince?: string | undefined;
};

/** The session of a guest has no whoami. */
type SessionChange = { token: string; whoami: Whoami | null } | 'closed';

export type Outgoing = {
  readonly status: number;
  readonly body: unknown;
  readonly raw?: RawReply;
  readonly session?: SessionChange | undefined;
  readonly cookies: readonly { name: string; value: string; maxAgeS: number }[];
  readonly replayed?: true;
};

/** At most half of the processors, and as many connections; the others stay free for all other calls. */
const expensive = slots({
  atOnce: Math.max(1, availableParallelism() >> 1),
  waitingMax: 64,
  waitMs: 4000,
  inTurns: true,
});

/** Calls of one person at a time: half of the connections, so that the others do not wait for one of them. */
const ofOnePerson = slots({
  atOnce: Number.POSITIVE_INFINITY,
  perClient: 6,
  waitingMax: 2000,
  waitMs: 30_000,
});

/** An upload takes as long as its sender, so it does not count. */
const takePersonal = ({ stream }: Endpoint, { userId }: Actor): Promise<() => void> | null =>
  userId === null || stream ? null : ofOnePerson.take(String(userId));

export async function dispatch(platform: Platform, mounted: Mounted, received: Incoming): Promise<Outgoing> {
  const incoming = { ...received, actor: actorForCall(mounted, received.actor) };
  try {
    return await answer(platform, mounted, incoming);
  } catch (error) {
    noteRefusedAccess(platform, mounted, incoming.actor, error);
    throw rejectedWrite(platform, mounted, incoming, error) ?? error;
  }
}

/** A guest is known only to the calls that are open to guests. */
export const actorForCall = ({ endpoint }: Mounted, actor: Actor): Actor => (endpoint.guest && actor.guest) || actor;

/**
 * The one place where constraint violations become refusals, for every write. The log names the constraint, never the
 * values.
 */
function rejectedWrite({ log }: Platform, { key }: Mounted, { body }: Incoming, error: unknown): Refusal | null {
  const refusal = key.startsWith('GET ') ? null : violationRefusal(error, body);
  if (refusal) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    log.warn({ call: key, code, constraint }, 'a constraint rejected a write');
  }
  return refusal;
}

const refusedAccess: ReadonlySet<ErrorCode> = new Set(['forbidden', 'second_factor_missing']);

/** Audits a call that the actor may not make, without delaying the response. */
function noteRefusedAccess(platform: Platform, { key }: Mounted, actor: Actor, error: unknown): void {
  if (!(error instanceof Refusal) || !refusedAccess.has(error.code) || actor.userId === null) return;
  platform
    .onRefusedAccess(actor, key)
    .catch((failure: unknown) =>
      platform.log.warn({ err: failure }, 'a refused access could not be written to the audit log'),
    );
}

async function answer(platform: Platform, mounted: Mounted, incoming: Incoming): Promise<Outgoing> {
  const { endpoint } = mounted;
  requireAccess(endpoint, incoming.actor);
  requireProof(endpoint, incoming.actor);
  const release = await takePersonal(endpoint, incoming.actor);
  try {
    return await answerInTurn(platform, mounted, incoming);
  } finally {
    release?.();
  }
}

async function answerInTurn(platform: Platform, mounted: Mounted, incoming: Incoming): Promise<Outgoing> {
  const { endpoint } = mounted;
  if (!incoming.isCounted) await requireRateLimit(platform.db, mounted, incoming.actor);
  const input = parseInput(endpoint, incoming);
  const readAt = readAtOf(endpoint, incoming.ifUnmodifiedSince);
  const use = keyUse(mounted, incoming, input);
  const known = use && (await claimKey(platform.db, platform.secrets, use));
  if (known) return { status: known.status, body: known.body ?? undefined, cookies: [], replayed: true };
  const release = endpoint.expensive ? await expensive.take(addressSite(incoming.actor.address)) : null;
  try {
    return await perform(platform, mounted, incoming, { ...input, readAt }, use);
  } catch (error) {
    if (use)
      await releaseKey(platform.db, use).catch((failure: unknown) =>
        platform.log.warn({ err: failure }, 'key not released'),
      );
    throw error;
  } finally {
    release?.();
  }
}

/** For calls whose body is received only from callers with access. */
export function requireAccessEarly(platform: Platform, mounted: Mounted, visitor: Actor): void {
  const actor = actorForCall(mounted, visitor);
  try {
    requireAccess(mounted.endpoint, actor);
  } catch (error) {
    noteRefusedAccess(platform, mounted, actor, error);
    throw error;
  }
}

function requireAccess(endpoint: Endpoint, actor: Actor): void {
  if (actor.apiKey) requireScope(endpoint, actor.apiKey.scopes);
  if (allows(endpoint.access, actor)) return;
  if (actor.withheld) throw new Refusal('second_factor_missing');
  throw new Refusal(actor.signedIn ? 'forbidden' : 'unauthenticated');
}

/** A key never has more than its scopes, whatever its owner may do. */
function requireScope({ apiScope }: Endpoint, scopes: readonly ApiScope[]): void {
  if (apiScope === undefined) throw new Refusal('forbidden', { message: 'This call cannot be made with an API key.' });
  if (!scopes.includes(apiScope))
    throw new Refusal('forbidden', { message: `This API key does not have the scope ${apiScope}.` });
}

function requireProof(endpoint: Endpoint, actor: Actor): void {
  if (endpoint.confirmedEmail && !actor.emailConfirmed) throw new Refusal('email_unconfirmed');
  if (endpoint.freshLogin) requireFreshLogin(actor);
}

/** One customer of an IPv6 provider has thousands of networks. Together they may call as often as this many. */
const networksOfSite = 16;

export async function requireRateLimit(db: Db, { key, endpoint: { limit } }: Mounted, actor: Actor): Promise<void> {
  if (!limit) return;
  const isUser = limit.by === 'actor' && actor.userId !== null;
  const [network, site] = [addressGroup(actor.address), addressSite(actor.address)];
  const who = isUser ? `user:${actor.userId}` : network;
  if (!isUser && site !== network)
    takeProcessLimit(db, `${key} ${site}`, { ...limit, max: limit.max * networksOfSite });
  if (limit.counted === 'process') takeProcessLimit(db, `${key} ${who}`, limit);
  else await takeRateLimit(db, `${key} ${who}`, limit);
}

function keyUse(
  { key, endpoint }: Mounted,
  incoming: Incoming,
  input: { params: unknown; query: unknown; body: unknown },
): KeyUse | null {
  if (!endpoint.idempotent) return null;
  const given = incoming.idempotencyKey;
  if (given === undefined) {
    if (endpoint.idempotent === 'requires') throw new Refusal('idempotency_key_missing');
    return null;
  }
  if (!/^[\x21-\x7e]{8,200}$/.test(given)) {
    throw new Refusal('bad_request', { message: 'An Idempotency-Key must have 8 to 200 visible characters.' });
  }
  const scope = incoming.actor.userId === null ? `address:${incoming.actor.address}` : `user:${incoming.actor.userId}`;
  const fingerprint = fingerprintOf(key, input.params, input.query, sentBody(input.body, incoming.files ?? []));
  return { scope, key: given, endpoint: key, fingerprint };
}

const nothingSigned: SignedBytes = { bytes: Buffer.alloc(0), signature: undefined, mediaType: '' };

type Input = { params: unknown; query: unknown; body: unknown; headers: unknown; readAt: Date };

async function perform(
  platform: Platform,
  mounted: Mounted,
  incoming: Incoming,
  input: Input,
  use: KeyUse | null,
): Promise<Outgoing> {
  const { endpoint, handler } = mounted;
  const requestKey = use ? `${use.scope} ${use.key}` : randomUUID();
  let after: (() => void | Promise<void>)[] = [];
  let transaction: Db | undefined;

  const run = async (db: Db): Promise<Outgoing> => {
    transaction = db;
    after = [];
    const cookies: Outgoing['cookies'][number][] = [];
    let session: SessionChange | undefined;
    const context: Context = {
      db,
      actor: incoming.actor,
      now: platform.clock.now(),
      region: incoming.region,
      chosenCurrency: incoming.currency ?? undefined,
      platform,
      clientInfo: incoming.clientInfo,
      session: {
        open: (token, whoami) => {
          session = { token, whoami };
        },
        close: () => {
          session = 'closed';
        },
      },
      readAt: input.readAt,
      requestKey,
      setCookie: (name, value, maxAgeS) => cookies.push({ name, value, maxAgeS }),
      afterCommit: (act) => after.push(act),
      files: incoming.files ?? [],
      signed: incoming.signed ?? nothingSigned,
      stream: incoming.stream ?? null,
    };
    const { params, query, body: sent, headers } = input;
    const result = await handler({ ...context, params, query, body: sent, headers });
    if (endpoint.raw)
      return { status: (result as RawReply).status, body: undefined, raw: result as RawReply, session, cookies };
    const { reply } = endpoint;
    const body = reply === null ? undefined : memoizedReply(result, (whole) => reply.parse(whole));
    const status = endpoint.reply === null ? 204 : (endpoint.status ?? 200);
    if (use) await storeAnswer(db, platform.secrets, use, { status, body });
    return { status, body, session, cookies };
  };

  const writes = !mounted.key.startsWith('GET ') && endpoint.transaction !== 'none';
  const pool = endpoint.expensive || endpoint.publicCache ? platform.publicDb : platform.db;
  const outgoing = writes ? await transact(platform.db, incoming, run) : await run(pool);
  if (writes && transaction && changedAreas(transaction)) await platform.versions.refresh();
  for (const act of after) {
    try {
      await act();
    } catch (error) {
      platform.log.error({ err: error, call: mounted.key }, 'work after the commit failed');
    }
  }
  return outgoing;
}

/** Streams and files are consumed by the first attempt; everything else can be retried. */
function transact<T>(db: Db, { stream, files }: Incoming, run: (db: Db) => Promise<T>): Promise<T> {
  const once = stream !== undefined || (files !== undefined && files.length > 0);
  return once ? db.transaction().execute(run) : retryOnDeadlock(db, run);
}
