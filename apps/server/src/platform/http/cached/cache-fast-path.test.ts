import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cacheable, ResponseCache } from '../../cache/response-cache.ts';
import { memoized, memoizedReply, memoizedText } from '../mount/memoized-reply.ts';
import { fastPathServer } from './cache-fast-path.ts';
import { cacheFastPath, sendCached, writeCached } from './send-cached.ts';

let app: FastifyInstance;
let origin = '';
let version = 1;
/** How many requests reached the framework. */
let seen = 0;

beforeEach(async () => {
  version = 1;
  seen = 0;
  app = Fastify({ serverFactory: fastPathServer(writeCached) });
  app.addHook('onRequest', (_request, _reply, done) => {
    seen += 1;
    done();
  });
  const kept = new ResponseCache({ maxBytes: 1_000_000 });
  const keyOf = ({ headers, url }: IncomingMessage) => (headers.cookie ? null : `${version} ${url}`);
  app.get('/list', { onRequest: cacheFastPath(kept, keyOf) }, async (request, reply) => {
    const key = keyOf(request.raw);
    if (key === null) return { own: true };
    const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=0' };
    const body = JSON.stringify({ version, text: 'x'.repeat(2000) });
    return sendCached(await kept.make(key, async () => cacheable(200, headers, body)), request, reply);
  });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(`${origin}/list`, { method, headers });

test('a cached response is served again without the framework, byte for byte', async () => {
  const texts = [];
  for (let n = 0; n < 30; n += 1) {
    const reply = await get({ 'accept-encoding': n % 2 ? 'br' : 'gzip' });
    expect([reply.status, reply.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    texts.push(await reply.text());
  }
  expect(new Set(texts).size).toBe(1);
  expect(seen).toBe(2);
});

test('a matching ETag gets 304, and HEAD gets only the headers', async () => {
  await get();
  await get();
  const etag = (await get()).headers.get('etag') ?? '';
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
  const head = await get({}, 'HEAD');
  expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 0]).toEqual([200, '', true]);
});

test('changed data and personal responses bypass the fast path', async () => {
  const versionSeen = async () => ((await (await get()).json()) as { version: number }).version;
  expect([await versionSeen(), await versionSeen(), await versionSeen()]).toEqual([1, 1, 1]);
  version = 2;
  expect([await versionSeen(), await versionSeen()]).toEqual([2, 2]);
  expect(await (await get({ cookie: 'session=1' })).json()).toEqual({ own: true });
});

test('a memoized result is parsed and serialized once, any other each time', () => {
  let parsed = 0;
  const parse = (result: unknown) => {
    parsed += 1;
    return { ...(result as object), checked: true };
  };
  const result = memoized({ total: 1 });
  const first = memoizedReply(result, parse);
  expect(memoizedReply(result, parse)).toBe(first);
  expect([parsed, memoizedText(first), memoizedText(first)]).toEqual([
    1,
    '{"total":1,"checked":true}',
    '{"total":1,"checked":true}',
  ]);
  const fleeting = { total: 1 };
  memoizedReply(fleeting, parse);
  fleeting.total = 2;
  expect(memoizedText(memoizedReply(fleeting, parse))).toBe('{"total":2,"checked":true}');
});
