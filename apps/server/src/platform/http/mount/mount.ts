import { availableParallelism } from 'node:os';
import type { PublicCache } from '@tuneport/contract/endpoint';
import { isAdmin } from '@tuneport/domain/identity/permissions';
import { encodeWhoami } from '@tuneport/domain/identity/whoami';
import { preferredLanguage } from '@tuneport/domain/text/accept-language';
import type { Language } from '@tuneport/domain/text/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Actor } from '../../actor.ts';
import { anonymousActor } from '../../actor.ts';
import { type CachedResponse, cacheable, ResponseCache, unchangedAnswer } from '../../cache/response-cache.ts';
import type { FormSender } from '../../files/form-space.ts';
import { userTopic } from '../../live/live-streams.ts';
import type { Platform } from '../../platform.ts';
import { addressSite } from '../../rate-limit.ts';
import { slots } from '../../slots.ts';
import { withLanguage, withVisitorLanguage } from '../../texts.ts';
import type { KeyOf } from '../cached/cache-fast-path.ts';
import { cacheFastPath, sendCached } from '../cached/send-cached.ts';
import type { RawReply } from '../context.ts';
import { cookiesOf, languageChosen, sessionCookieName, writeCookie } from '../cookies.ts';
import { mountBeacon } from './beacon.ts';
import {
  actorForCall,
  dispatch,
  type Mounted,
  type Outgoing,
  requireAccessEarly,
  requireRateLimit,
} from './dispatch.ts';
import { bodyValuesMax } from './json-body.ts';
import { memoizedText } from './memoized-reply.ts';
import { mountOneClick } from './one-click.ts';
import type { Registry } from './registry.ts';
import { requireSameSite } from './same-site.ts';
import { mountSigned } from './signed.ts';
import { mountStream, requireMediaType } from './stream.ts';
import { formBytesMax, mountUploads, receiveUpload } from './upload.ts';
import {
  apiKeyVisitor,
  bearerOf,
  clientInfoOf,
  currencyOf,
  hasSessionCookie,
  header,
  regionOf,
  visitorOf,
  whoamiOf,
} from './visitor.ts';

const cachedBytesMax = 32 * 1024 * 1024;

/** Mounts every endpoint of the registry under /api. */
export function mountApi(app: FastifyInstance, platform: Platform, registry: Registry): void {
  const cache = new ResponseCache({ maxBytes: cachedBytesMax, nowMs: () => platform.clock.now().getTime() });
  const uploads: RouteOptions[] = [];
  for (const mounted of registry.values()) {
    const [method, path] = mounted.key.split(' ') as [string, string];
    const { publicCache, access } = mounted.endpoint;
    const config = { call: mounted.key, bodyValuesMax: bodyValuesMax(access) };
    const route = { method, url: `/api${path}`, config };
    if (publicCache) {
      const keyOf = publicKey(platform, publicCache, mounted.endpoint);
      app.route({
        ...route,
        onRequest: cacheFastPath(cache, keyOf),
        handler: (request, reply) => answerPublic(platform, cache, keyOf, mounted, request, reply),
      });
    } else if (mounted.endpoint.beacon) mountBeacon(app, platform, mounted);
    else if (mounted.endpoint.oneClick) mountOneClick(app, platform, mounted);
    else if (mounted.endpoint.signed) mountSigned(app, platform, mounted, mounted.endpoint.signed);
    else if (mounted.endpoint.stream)
      mountStream(app, { ...route, handler: (request, reply) => answerPersonal(platform, mounted, request, reply) });
    else if (mounted.endpoint.upload)
      uploads.push({
        ...route,
        config: { ...config, bodyBytesMax: formBytesMax(mounted.endpoint.upload) },
        handler: (request, reply) => answerPersonal(platform, mounted, request, reply),
      });
    // A HEAD request would leave the stream running without a reader.
    else if (mounted.endpoint.live)
      app.route({
        ...route,
        exposeHeadRoute: false,
        handler: (request, reply) => answerPersonal(platform, mounted, request, reply),
      });
    else if (mounted.endpoint.poll)
      app.route({
        ...route,
        onRequest: cacheFastPath(platform.notModified, pollKey),
        handler: (request, reply) => answerPersonal(platform, mounted, request, reply),
      });
    else app.route({ ...route, handler: (request, reply) => answerPersonal(platform, mounted, request, reply) });
  }
  mountUploads(app, uploads);
}

/** A poll depends on its session and its URL. */
const pollKey: KeyOf = ({ headers, url }) => (headers.cookie ? `${url} ${headers.cookie}` : null);

async function answerPersonal(platform: Platform, mounted: Mounted, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'private, no-store');
  const { publishedCount } = platform.notModified;
  const key = bearerOf(request);
  // A browser sends no key by itself, so a request with one needs no proof of its origin. Its cookies are ignored.
  if (key === null) requireSameSite(request, platform.config.publicOrigin);
  const visitor = key === null ? await visitorOf(platform, request) : await apiKeyVisitor(platform, request, key);
  // Set before the handler runs, so that refusals identify the user too.
  reply.header('x-whoami', encodeWhoami(whoamiOf(visitor.actor)));
  if (visitor.staleCookie)
    reply.header('set-cookie', writeCookie(platform.config, sessionCookieName(platform.config), '', 0));
  // No body is received before its sender's access is checked, and no form above the rate limit.
  if (mounted.endpoint.upload || mounted.endpoint.stream) requireAccessEarly(platform, mounted, visitor.actor);
  if (mounted.endpoint.upload) await requireRateLimit(platform.db, mounted, actorForCall(mounted, visitor.actor));
  const stream = mounted.endpoint.stream && requireMediaType(request, mounted.endpoint.stream.mediaType);
  const upload =
    mounted.endpoint.upload && (await receiveUpload(request, mounted.endpoint.upload, senderOf(visitor.actor)));
  try {
    const run = () =>
      dispatch(platform, mounted, {
        ...visitor,
        params: request.params,
        query: request.query,
        body: upload ? upload.fields : stream ? undefined : request.body,
        headers: request.headers,
        ...(stream && { stream }),
        files: upload ? upload.files : [],
        isCounted: upload !== undefined,
        idempotencyKey: header(request, 'idempotency-key'),
        ifUnmodifiedSince: header(request, 'if-unmodified-since'),
      });
    const language = languageOf(request, visitor.actor);
    // A payment provider names no language.
    const outgoing =
      language === null || isAdmin(visitor.actor.role)
        ? await withLanguage(language ?? 'en', run)
        : await withVisitorLanguage(language, visitor.actor.userId, run);
    // Users must see their own changes immediately, so their cached 304s are dropped.
    if (request.method !== 'GET' && visitor.actor.userId !== null)
      platform.notModified.publish(userTopic(visitor.actor.userId));
    if (outgoing.raw?.notModifiedUntil)
      storeNotModified(platform, request, visitor.actor, outgoing.raw, publishedCount);
    return send(platform, reply, outgoing);
  } finally {
    await upload?.discard();
  }
}

const senderOf = ({ userId, address }: Actor): FormSender =>
  userId === null ? { kind: 'visitors', key: addressSite(address) } : { kind: 'people', key: `user:${userId}` };

/**
 * Our pages send their language with each call. A link that is followed, such as a download, has only the languages of
 * the browser, so the visitor's choice comes first.
 */
function languageOf(request: FastifyRequest, actor: Actor): Language | null {
  const isFollowed = request.headers['sec-fetch-mode'] === 'navigate';
  const chosen = isFollowed ? (languageChosen(request.headers.cookie) ?? actor.language) : null;
  return chosen ?? preferredLanguage(request.headers['accept-language']);
}

function storeNotModified(
  { notModified }: Platform,
  request: FastifyRequest,
  actor: Actor,
  raw: RawReply,
  publishedCount: number,
): void {
  const key = pollKey(request.raw);
  if (key === null || actor.userId === null || raw.notModifiedUntil === undefined) return;
  const headers = { ...raw.headers, 'x-whoami': encodeWhoami(whoamiOf(actor)) };
  notModified.store(key, unchangedAnswer(headers), {
    topics: [raw.notModifiedUntil, userTopic(actor.userId)],
    publishedCount,
  });
}

function send(platform: Platform, reply: FastifyReply, outgoing: Outgoing) {
  const cookies = cookiesOf(platform.config, outgoing);
  if (outgoing.session === 'closed') {
    reply.header('x-whoami', encodeWhoami(null));
    reply.header('clear-site-data', '"cache"');
  } else if (outgoing.session) reply.header('x-whoami', encodeWhoami(outgoing.session.whoami));
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (outgoing.replayed) reply.header('idempotency-replayed', 'true');
  // Publicly cacheable responses never identify the caller.
  if (outgoing.raw?.headers['cache-control']?.startsWith('public')) reply.removeHeader('x-whoami');
  if (outgoing.raw) return reply.code(outgoing.raw.status).headers(outgoing.raw.headers).send(outgoing.raw.body);
  if (outgoing.body === undefined) return reply.code(outgoing.status).send();
  const updatedAt = (outgoing.body as { updated_at?: unknown } | null)?.updated_at;
  // A save sends it back as If-Unmodified-Since.
  if (typeof updatedAt === 'string') reply.header('last-modified', new Date(updatedAt).toUTCString());
  return reply.code(outgoing.status).type('application/json; charset=utf-8').send(memoizedText(outgoing.body));
}

/** Removes parameters the call does not declare from the URL: they must neither bypass the cache nor fill it. */
function addressOf(shape: object | null): (url: string) => string {
  if (shape === null) return (url) => url;
  return (url) => {
    const end = url.indexOf('?');
    if (end === -1) return url;
    const known = [...new URLSearchParams(url.slice(end + 1))].filter(([name]) => Object.hasOwn(shape, name));
    known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return known.length === 0 ? url.slice(0, end) : `${url.slice(0, end)}?${new URLSearchParams(known)}`;
  };
}

/**
 * Everything the reply depends on except the clock: the areas, the region, the URL, and the chosen currency where
 * prices are shown.
 */
function publicKey(
  { config, versions }: Platform,
  { area, also = [], unless }: PublicCache,
  { query }: Mounted['endpoint'],
): KeyOf {
  const shape = query && 'shape' in query ? (query.shape as object) : query ? null : {};
  const address = addressOf(shape);
  const showsPrices = shape === null || Object.hasOwn(shape, 'currency');
  return ({ headers, url }) => {
    if (unless === 'session' && hasSessionCookie(config, headers.cookie)) return null;
    let version = versions.of(area);
    for (const other of also) version += ` ${versions.of(other)}`;
    const currency = showsPrices ? (currencyOf(headers.cookie) ?? '') : '';
    return `${version} ${regionOf(config, headers.cookie)} ${currency} ${address(url ?? '')}`;
  };
}

/** The same bytes for every visitor of a region until the area changes: no session is read and no whoami is sent. */
async function answerPublic(
  platform: Platform,
  cache: ResponseCache,
  keyOf: KeyOf,
  mounted: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const key = keyOf(request.raw);
  if (key === null) return answerPersonal(platform, mounted, request, reply);
  // A rate limit refuses one caller, not the others that wait for the same response.
  const flight = mounted.endpoint.limit ? `${key} ${request.ip}` : key;
  const untilMs = endOfLife(platform.clock.now(), mounted.endpoint.publicCache?.cachedForS);
  const make = () => queuePublic(platform, mounted, request);
  return sendCached(await cache.make(key, make, { flight, untilMs }), request, reply);
}

/** Aligned, so that all processes renew time-dependent responses together. */
const endOfLife = (now: Date, cachedForS = Number.POSITIVE_INFINITY): number =>
  Number.isFinite(cachedForS) ? (Math.floor(now.getTime() / (cachedForS * 1000)) + 1) * cachedForS * 1000 : cachedForS;

/** Limits concurrent cache misses, so that they leave connections for other calls. */
const uncached = slots({ atOnce: 2 * availableParallelism(), waitingMax: 1000, waitMs: 4000, inTurns: true });

async function queuePublic(platform: Platform, mounted: Mounted, request: FastifyRequest): Promise<CachedResponse> {
  // Expensive calls have their own queue and must not hold a slot of this one.
  const release = mounted.endpoint.expensive ? null : await uncached.take(addressSite(request.ip));
  try {
    return await dispatchPublic(platform, mounted, request);
  } finally {
    release?.();
  }
}

async function dispatchPublic(platform: Platform, mounted: Mounted, request: FastifyRequest): Promise<CachedResponse> {
  const clientInfo = clientInfoOf(request, {});
  const outgoing = await dispatch(platform, mounted, {
    actor: anonymousActor(clientInfo.address),
    region: regionOf(platform.config, request.headers.cookie),
    currency: currencyOf(request.headers.cookie),
    clientInfo,
    params: request.params,
    query: request.query,
    body: undefined,
  });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': `public, max-age=${mounted.endpoint.publicCache?.maxAgeS ?? 0}`,
    vary: 'accept-encoding, cookie',
  };
  return cacheable(200, headers, JSON.stringify(outgoing.body));
}
