import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContractMap } from '@tuneport/contract/endpoint';
import { WireDate } from '@tuneport/contract/shapes';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type TestServer, testOrigin, testServer } from '../../../testing/server.ts';
import { until } from '../../../testing/waiting/eventually.ts';
import { bumpArea, watchAreaVersions } from '../../cache/area-versions.ts';
import { makeLog } from '../../log.ts';
import { Refusal } from '../../refusal.ts';
import { handlers } from '../context.ts';
import { makeHttpServer } from '../server.ts';
import { mountApi } from './mount.ts';
import { makeRegistry } from './registry.ts';

// A separate contract, to test each rule of the mount without any area.
const Note = z.object({
  text: z.string().min(1, 'Say something.').max(50),
  recaptcha_token: z.string().optional(),
});
const sample = {
  'POST /notes': {
    summary: 'Keeps a note.',
    access: 'user',
    body: Note,
    reply: z.object({ id: z.string() }),
    status: 201,
    idempotent: 'accepts',
  },
  'POST /paid-notes': {
    summary: 'Needs a key.',
    access: 'user',
    body: Note,
    reply: z.object({ id: z.string() }),
    idempotent: 'requires',
  },
  'POST /pairs/:first/:second': {
    summary: 'Holds the one, then the other.',
    access: 'user',
    params: z.object({ first: z.coerce.number().int(), second: z.coerce.number().int() }),
    reply: z.object({ keys: z.array(z.string()) }),
  },
  'GET /records/:id': {
    summary: 'A record.',
    access: 'public',
    params: z.object({ id: z.coerce.number().int() }),
    reply: z.object({ id: z.number(), at: WireDate }),
  },
  'GET /listed': {
    summary: 'The same for all.',
    access: 'public',
    reply: z.object({ count: z.number() }),
    publicCache: { area: 'content', maxAgeS: 0 },
  },
  'GET /priced': {
    summary: 'Made from two areas, anew every minute, and personal for a session.',
    access: 'public',
    reply: z.object({ count: z.number(), who: z.number().nullable() }),
    publicCache: { area: 'content', also: ['settings'], maxAgeS: 0, cachedForS: 60, unless: 'session' },
  },
  'POST /listed': { summary: 'Changes what is listed.', access: 'public', reply: null },
  'GET /elsewhere': { summary: 'In the other region.', access: 'public', reply: null, refuses: ['region_mismatch'] },
  'GET /broken': { summary: 'Has a bug.', access: 'public', reply: null },
  'GET /limited': {
    summary: 'Three a minute.',
    access: 'public',
    reply: null,
    limit: { max: 3, windowS: 60, by: 'address' },
  },
  'POST /forget/:token': {
    summary: 'From anywhere.',
    access: 'token',
    oneClick: true,
    params: z.object({ token: z.string() }),
    reply: null,
    raw: true,
  },
  'POST /files': {
    summary: 'Takes a file.',
    access: 'user',
    body: z.object({ note: z.string().optional() }),
    reply: z.object({ names: z.array(z.string()), types: z.array(z.string()), bytes: z.number() }),
    upload: { maxBytes: 1000, maxFiles: 2 },
  },
  'POST /limited-files': {
    summary: 'Takes two files a minute.',
    access: 'public',
    body: z.object({}),
    reply: null,
    upload: { maxBytes: 1000, maxFiles: 1 },
    limit: { max: 2, windowS: 60, by: 'address' },
  },
} as const satisfies ContractMap;

const pairs = { keys: [] as string[], locked: 0, done: 0, both: Promise.withResolvers<void>() };
let made = 0;
let away = false;
let server: TestServer;
let apps: FastifyInstance[];
const lines: string[] = [];

const routes = handlers<typeof sample>({
  'POST /notes': async ({ db, body }) => {
    made += 1;
    if (body.text === 'refuse me') throw new Refusal('conflict');
    const row = await db
      .insertInto('client_events')
      .values({ name: body.text, visitor: Buffer.from('x') })
      .returning('id')
      .executeTakeFirstOrThrow();
    await new Promise((settle) => setTimeout(settle, 30));
    return { id: String(row.id) };
  },
  'POST /paid-notes': () => ({ id: '1' }),
  'POST /pairs/:first/:second': async ({ db, params, requestKey, setCookie, afterCommit }) => {
    pairs.keys.push(requestKey);
    setCookie('pair', String(params.first), 60);
    afterCommit(() => {
      pairs.done += 1;
    });
    await sql`select pg_advisory_xact_lock(${params.first})`.execute(db);
    // Both hold their first lock before either asks for its second.
    pairs.locked += 1;
    if (pairs.locked === 2) pairs.both.resolve();
    await pairs.both.promise;
    await sql`select pg_advisory_xact_lock(${params.second})`.execute(db);
    return { keys: pairs.keys };
  },
  'GET /records/:id': ({ params }) =>
    ({ id: params.id, at: new Date(0), cost: 12, secret: 'dealer price' }) as { id: number; at: Date },
  'GET /listed': () => {
    made += 1;
    return { count: made };
  },
  'POST /listed': ({ db }) => bumpArea(db, 'content'),
  'GET /priced': ({ actor }) => {
    if (away) throw Object.assign(new Error('The database is away'), { code: 'ECONNREFUSED' });
    made += 1;
    return { count: made, who: actor.userId };
  },
  'GET /elsewhere': () => {
    throw new Refusal('region_mismatch', { region: 2 });
  },
  'GET /broken': () => {
    throw new Error('password=hunter2 at /srv/secret/path');
  },
  'GET /limited': () => undefined,
  'POST /forget/:token': ({ actor, params, clientInfo }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify([actor.userId, params.token, clientInfo.cookies]),
  }),
  'POST /files': ({ files }) => ({
    names: files.map(({ name }) => name),
    types: files.map(({ mediaType }) => mediaType),
    bytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
  }),
  'POST /limited-files': () => {},
});

beforeAll(async () => {
  server = await testServer();
  const log = makeLog('warn', { write: (line) => void lines.push(line) });
  const { platform } = server;
  apps = await Promise.all(
    [0, 1].map(async () => {
      const app = await makeHttpServer(platform.config, log);
      mountApi(app, { ...platform, log }, makeRegistry(sample, [routes]));
      return app;
    }),
  );
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await server.close();
});
beforeEach(async () => {
  made = 0;
  await server.db.deleteFrom('rate_limits').execute();
});

type Options = {
  method?: string;
  url: string;
  token?: string | null;
  headers?: Record<string, string>;
  payload?: unknown;
  process?: number;
};
const send = ({ method = 'GET', url, token, headers = {}, payload, process = 0 }: Options) =>
  (apps[process] as FastifyInstance).inject({
    method: method as 'GET',
    url: `/api${url}`,
    headers: { origin: testOrigin, ...(token ? { cookie: `__Host-tuneport=${token}` } : {}), ...headers },
    ...(payload === undefined ? {} : { payload: payload as object }),
  });
const notesNamed = async (name: string) =>
  (await server.db.selectFrom('client_events').select('id').where('name', '=', name).execute()).length;

describe('a cached response with prices', () => {
  const untilNewVersion = async (area: 'content' | 'settings', before: string) => {
    for (let n = 0; n < 300 && server.platform.versions.of(area) === before; n += 1)
      await new Promise((settle) => setTimeout(settle, 10));
  };

  test('is recomputed when any of its areas changes or its lifetime ends', async () => {
    const ask = async () => (await send({ url: '/priced' })).json().count;
    const first = await ask();
    expect(await ask()).toBe(first);
    for (const area of ['settings', 'content'] as const) {
      const before = server.platform.versions.of(area);
      const count = await ask();
      await bumpArea(server.db, area);
      await untilNewVersion(area, before);
      expect(await ask(), area).toBe(count + 1);
    }
    const app = await makeHttpServer(server.platform.config, makeLog('silent'));
    let now = new Date('2026-01-01T00:00:00Z');
    mountApi(app, { ...server.platform, clock: { now: () => now } }, makeRegistry(sample, [routes]));
    const later = async (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
      return (await app.inject({ url: '/api/priced' })).json().count;
    };
    const count = await later(0);
    expect(await later(59)).toBe(count);
    expect(await later(1)).toBe(count + 1);
    // Stale on error.
    away = true;
    expect(await later(600)).toBe(count + 1);
    away = false;
    expect(await later(0)).toBe(count + 2);
    await app.close();
  });

  test('is recomputed after a write of the same process, before any notification arrives', async () => {
    const app = await makeHttpServer(server.platform.config, makeLog('silent'));
    const versions = await watchAreaVersions(server.db, () => {}, makeLog('silent'));
    mountApi(app, { ...server.platform, versions }, makeRegistry(sample, [routes]));
    const ask = async () => (await app.inject({ url: '/api/listed' })).json().count;
    for (let count = await ask(), n = 0; n < 5; n += 1) {
      await app.inject({ method: 'POST', url: '/api/listed', headers: { origin: testOrigin } });
      count += 1;
      expect(await ask()).toBe(count);
      expect(await ask()).toBe(count);
    }
    versions.stop();
    await app.close();
  });

  test('is never sent to a session, and a session response is never cached for others', async () => {
    const user = await server.as({ role: 0 });
    const own = await send({ url: '/priced?own', token: user.token });
    expect(own.json().who).toBe(user.userId);
    expect(own.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    const shared = await send({ url: '/priced?own' });
    expect(shared.json().who).toBeNull();
    expect(shared.headers['x-whoami']).toBeUndefined();
    expect((await send({ url: '/priced?own', token: user.token })).json().who).toBe(user.userId);
  });
});

test('two deadlocked requests both succeed, and each has its effects once', async () => {
  const user = await server.as({ role: 0 });
  const pair = (path: string) => send({ method: 'POST', url: `/pairs/${path}`, token: user.token });
  const answers = await Promise.all([pair('71/72'), pair('72/71')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  for (const { headers } of answers)
    expect([headers['set-cookie']].flat().filter((set) => set?.includes('pair='))).toHaveLength(1);
  // Three attempts, two calls: a retry keeps the key of its call.
  expect(pairs.keys).toHaveLength(3);
  expect(new Set(pairs.keys).size).toBe(2);
  expect(pairs.done).toBe(2);
});

describe('an Idempotency-Key', () => {
  test('fifty parallel requests with one key over two processes have one effect and one response', async () => {
    const { token } = await server.as({});
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        send({
          method: 'POST',
          url: '/notes',
          token,
          process: n % 2,
          headers: { 'idempotency-key': 'key-parallel' },
          payload: { text: 'once' },
        }),
      ),
    );
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49);
    expect(await notesNamed('once')).toBe(1);
  });

  test('the same key with another body is refused and changes nothing', async () => {
    const { token } = await server.as({});
    const post = (text: string) =>
      send({ method: 'POST', url: '/notes', token, headers: { 'idempotency-key': 'key-reused' }, payload: { text } });
    expect((await post('first body')).statusCode).toBe(201);
    const second = await post('second body');
    expect(second.statusCode).toBe(422);
    expect(second.json()).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await notesNamed('second body')).toBe(0);
  });

  test('identifies the input: a different captcha token does not change its fingerprint', async () => {
    const { token } = await server.as({});
    const post = (recaptcha_token: string) =>
      send({
        method: 'POST',
        url: '/notes',
        token,
        headers: { 'idempotency-key': 'key-proven' },
        payload: { text: 'proven twice', recaptcha_token },
      });
    expect((await post('second')).json()).toEqual((await post('first')).json());
    expect(await notesNamed('proven twice')).toBe(1);
  });

  test('response is sealed in the table; an unsealed one of an earlier version is returned too', async () => {
    const { token, userId } = await server.as({});
    const post = () =>
      send({
        method: 'POST',
        url: '/notes',
        token,
        headers: { 'idempotency-key': 'key-sealed' },
        payload: { text: 'sealed' },
      });
    const kept = (answer: unknown) =>
      server.db
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(answer) })
        .where('scope', '=', `user:${userId}`)
        .where('key', '=', 'key-sealed')
        .returning('answer')
        .executeTakeFirstOrThrow();
    const first = (await post()).json();
    const { answer } = await server.db
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('scope', '=', `user:${userId}`)
      .where('key', '=', 'key-sealed')
      .executeTakeFirstOrThrow();
    expect(answer).toEqual(expect.any(String));
    expect(Buffer.from(String(answer), 'base64').toString('latin1')).not.toContain('id');
    expect((await post()).json()).toEqual(first);
    await kept({ id: '77' });
    expect((await post()).json()).toEqual({ id: '77' });
    await kept(Buffer.from('sealed by another key').toString('base64'));
    expect([(await post()).statusCode, await notesNamed('sealed')]).toEqual([409, 1]);
  });

  test('belongs to its user: the same key of another user is a separate request', async () => {
    const [one, two] = [await server.as({}), await server.as({})];
    const post = (token: string | null) =>
      send({
        method: 'POST',
        url: '/notes',
        token,
        headers: { 'idempotency-key': 'key-shared' },
        payload: { text: 'shared key' },
      });
    const ids = [(await post(one.token)).json().id, (await post(two.token)).json().id];
    expect(new Set(ids).size).toBe(2);
  });

  test('a refused request releases its key, and a crashed one releases it when its lease ends', async () => {
    const { token, userId } = await server.as({});
    const post = () =>
      send({
        method: 'POST',
        url: '/notes',
        token,
        headers: { 'idempotency-key': 'key-freed' },
        payload: { text: 'refuse me' },
      });
    expect([(await post()).statusCode, (await post()).statusCode]).toEqual([409, 409]);
    expect(made).toBe(2);
    await send({
      method: 'POST',
      url: '/notes',
      token,
      headers: { 'idempotency-key': 'key-leased' },
      payload: { text: 'leased' },
    });
    // State left by a process that died midway: an expired lease and no response.
    await server.db
      .updateTable('idempotency_keys')
      .set({ status: null, answer: null, leased_until: new Date(Date.now() - 1000) })
      .where('scope', '=', `user:${userId}`)
      .where('key', '=', 'key-leased')
      .execute();
    expect(
      (
        await send({
          method: 'POST',
          url: '/notes',
          token,
          headers: { 'idempotency-key': 'key-leased' },
          payload: { text: 'leased' },
        })
      ).statusCode,
    ).toBe(201);
    expect(await notesNamed('leased')).toBe(2);
  });

  test('is required where the endpoint demands it', async () => {
    const { token } = await server.as({});
    const reply = await send({ method: 'POST', url: '/paid-notes', token, payload: { text: 'x' } });
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'idempotency_key_missing']);
  });
});

describe('responses', () => {
  test('fields missing from the reply schema never leave the server', async () => {
    expect((await send({ url: '/records/7' })).json()).toEqual({ id: 7, at: '1970-01-01T00:00:00.000Z' });
  });

  test('all endpoints are under /api/; a path without a valid record id responds 404 (S333)', async () => {
    expect((await send({ url: '/records/seven' })).statusCode).toBe(404);
    expect((await (apps[0] as FastifyInstance).inject('/records/7')).statusCode).toBe(404);
  });

  test('a record of another region responds 421 with the known-error headers (S379)', async () => {
    const reply = await send({ url: '/elsewhere' });
    expect(reply.statusCode).toBe(421);
    expect(reply.headers).toMatchObject({ 'x-known-error': 'region_mismatch', 'x-region': '2' });
  });

  test('a bug responds with the default message without details; the log has all of them (S393)', async () => {
    const reply = await send({ url: '/broken' });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toEqual({ code: 'unknown', message: 'An unknown error occurred. Please try again later.' });
    expect(lines.join('')).toContain('hunter2');
  });

  test('a failed page responds with an error page, a failed endpoint with JSON', async () => {
    const app = await makeHttpServer(server.platform.config, makeLog('silent'));
    app.get('/page', { config: { page: true } }, () => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    const page = await app.inject('/page');
    expect([page.statusCode, page.headers['content-type'], page.headers['retry-after']]).toEqual([
      503,
      'text/html; charset=utf-8',
      '2',
    ]);
    expect(page.body).toContain('We will be right back');
    expect(page.headers['content-security-policy']).toMatch(/style-src 'sha256-/);
    await app.close();
  });

  test('personal ones carry x-whoami and are never stored; shared ones carry none, have an ETag and change with their area', async () => {
    const { token, userId } = await server.as({ role: 3, flags: ['da'] });
    const personal = await send({ url: '/records/1', token });
    expect(JSON.parse(decodeURIComponent(String(personal.headers['x-whoami'])))).toEqual({
      id: userId,
      role: 3,
      f: ['da'],
    });
    expect(personal.headers['cache-control']).toBe('private, no-store');
    const shared = await send({ url: '/listed', token });
    expect(shared.headers['x-whoami']).toBeUndefined();
    expect((await send({ url: '/listed' })).json()).toEqual(shared.json());
    const again = await send({ url: '/listed', headers: { 'if-none-match': String(shared.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await bumpArea(server.db, 'content');
    await until(async () => (await send({ url: '/listed' })).json().count !== shared.json().count, 1500);
  });

  test('a cached response is the same on the fast path: same headers and bytes, also for HEAD, and it is logged', async () => {
    const said: string[] = [];
    const app = await makeHttpServer(
      server.platform.config,
      makeLog('debug', { write: (line) => void said.push(line) }),
    );
    mountApi(app, server.platform, makeRegistry(sample, [routes]));
    const [first, second, head] = [
      await app.inject({ url: '/api/listed' }),
      await app.inject({ url: '/api/listed' }),
      await app.inject({ method: 'HEAD', url: '/api/listed' }),
    ];
    const { date: _first, ...headers } = first.headers;
    expect(second.headers).toMatchObject(headers);
    expect(head.headers).toMatchObject(headers);
    expect([second.body, head.body]).toEqual([first.body, '']);
    expect(said.filter((line) => line.includes('"call":"GET /listed","status":200'))).toHaveLength(3);
    await app.close();
  });

  test('every response, including refusals, cached ones and unknown paths, has the security headers', async () => {
    const kept = await send({ url: '/listed' });
    const replies = [
      kept,
      await send({ url: '/listed' }),
      await send({ url: '/listed', headers: { 'if-none-match': String(kept.headers.etag) } }),
      await send({ url: '/records/1' }),
      await send({ url: '/nowhere' }),
      await send({ url: '/broken' }),
      await send({ method: 'POST', url: '/notes', headers: { origin: 'https://evil.example' } }),
    ];
    for (const { headers } of replies) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
      });
      expect(headers['strict-transport-security']).toMatch(/max-age=\d{8,}; includeSubDomains/);
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
    }
  });

  test('all invalid fields are reported at once, as a map from field to messages (S303 S376)', async () => {
    const { token } = await server.as({});
    const reply = await send({ method: 'POST', url: '/notes', token, payload: { text: '' } });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toEqual({
      code: 'invalid_fields',
      message: 'Some fields were not correct:\nSay something.',
      errors: { text: ['Say something.'] },
    });
  });

  test.each(['a\0b', 'half \ud800 a character'])(
    'a text that PostgreSQL cannot store is refused without an internal error',
    async (text) => {
      const { token } = await server.as({});
      const reply = await send({ method: 'POST', url: '/notes', token, payload: { text } });
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['text']]);
    },
  );

  test('a rate limit allows the networks of one IPv6 customer sixteen times as much', async () => {
    const from = (remoteAddress: string) => apps[0]?.inject({ url: '/api/limited', remoteAddress });
    const statuses = [];
    for (let network = 1; network <= 30; network += 1)
      for (const host of [1, 2]) statuses.push((await from(`2001:db8:5:${network}::${host}`))?.statusCode);
    expect(statuses.filter((status) => status === 204)).toHaveLength(48);
    expect(statuses.slice(0, 48)).not.toContain(429);
    expect((await from('2001:db8:6:1::1'))?.statusCode).toBe(204);
  });

  test('a rate limit is shared by both processes and reports when to retry', async () => {
    const statuses = await Promise.all(Array.from({ length: 10 }, (_, n) => send({ url: '/limited', process: n % 2 })));
    expect(statuses.filter(({ statusCode }) => statusCode === 204)).toHaveLength(3);
    const refused = statuses.find(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused?.headers['x-known-error']).toBe('too_many_requests');
    expect(refused?.json().message).toMatch(/^Too many attempts\. Wait \d+ seconds? and try again\.$/);
  });
});

describe('a cross-site write', () => {
  const forgeries: [string, Record<string, string>, string?][] = [
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['a null Origin', { origin: 'null' }],
    ['our host as a prefix of theirs', { origin: `${testOrigin}.evil.example` }],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
    ['JSON sent as text/plain', { 'content-type': 'text/plain' }, '{"text":"forged"}'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'text=forged'],
    [
      'a multipart form',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\nforged\r\n--x--\r\n',
    ],
  ];
  test.each(forgeries)('is refused: %s', async (_name, headers, payload) => {
    const { token } = await server.as({});
    const reply = await send({ method: 'POST', url: '/notes', token, headers, payload: payload ?? { text: 'forged' } });
    expect([403, 415, 422]).toContain(reply.statusCode);
    expect(await notesNamed('forged')).toBe(0);
  });

  test('is refused without an Origin, and with a method override', async () => {
    const { token } = await server.as({});
    const cookie = `__Host-tuneport=${token}`;
    const app = apps[0] as FastifyInstance;
    const silent = await app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: { cookie },
      payload: { text: 'forged' },
    });
    expect([silent.statusCode, silent.json().code]).toEqual([403, 'cross_site']);
    await app.inject({
      method: 'GET',
      url: '/api/notes?_method=POST',
      headers: { cookie, 'x-http-method-override': 'POST' },
    });
    expect(await notesNamed('forged')).toBe(0);
  });
});

describe('a one-click endpoint for mail clients', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('accepts any origin and form and ignores the session', async () => {
    const { token } = await server.as({ role: 5 });
    for (const headers of [
      { ...form, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { ...form, origin: 'null' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'text/plain' },
    ]) {
      const reply = await send({
        method: 'POST',
        url: '/forget/abc',
        token,
        headers,
        payload: 'List-Unsubscribe=One-Click',
      });
      expect([reply.statusCode, reply.body]).toEqual([200, '[null,"abc",{}]']);
      expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-store' });
      expect([reply.headers['x-whoami'], reply.headers['set-cookie']]).toEqual([undefined, undefined]);
    }
    const huge = await send({ method: 'POST', url: '/forget/abc', headers: form, payload: 'x'.repeat(5000) });
    expect(huge.statusCode).toBe(413);
  });

  test('does not relax other endpoints', async () => {
    const { token } = await server.as({ role: 0 });
    const reply = await send({ method: 'POST', url: '/notes', token, headers: form, payload: 'text=hello' });
    expect(reply.statusCode).toBe(415);
  });
});

describe('uploads', () => {
  type Sent = { name: string; bytes: number; type?: string };
  const multipart = (files: Sent[]) => ({
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: `${files.map(({ name, bytes, type = 'application/octet-stream' }) => `--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n${'x'.repeat(bytes)}\r\n`).join('')}--edge--\r\n`,
  });
  const post = async (files: Sent[]) => {
    const { token } = await server.as({});
    return send({ method: 'POST', url: '/files', token, ...multipart(files) });
  };

  test('arrive complete, with a file name that is only data', async () => {
    expect((await post([{ name: '../../etc/pass\twd', bytes: 10, type: 'text/pl\0ain' }])).json()).toEqual({
      names: ['passwd'],
      types: ['text/plain'],
      bytes: 10,
    });
  });

  test('over the allowed size or number are refused', async () => {
    expect((await post([{ name: 'big.bin', bytes: 1001 }])).statusCode).toBe(413);
    expect((await post([1, 2, 3].map((n) => ({ name: `${n}.bin`, bytes: 5 })))).statusCode).toBe(413);
  });

  test('cut off midway fail and the server continues', async () => {
    const { token } = await server.as({});
    const cut = await send({
      method: 'POST',
      url: '/files',
      token,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      payload: '--edge\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
    });
    expect(cut.statusCode).toBeGreaterThanOrEqual(400);
    expect((await send({ url: '/records/1' })).statusCode).toBe(200);
  });

  test('with malformed bodies are refused as such, leave no file behind, and the server continues', async () => {
    const { token } = await server.as({});
    const part = (head: string, body = 'x') => `--edge\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const file = part('name="file"; filename="a.bin"');
    const end = '--edge--\r\n';
    const nested = 'multipart/mixed; boundary=inner';
    const edge = 'multipart/form-data; boundary=edge';
    const hostile: Record<string, [type: string, body: string]> = {
      'no boundary': ['multipart/form-data', file + end],
      'an empty boundary': ['multipart/form-data; boundary=', file + end],
      'a boundary of ten thousand signs': [`multipart/form-data; boundary=${'e'.repeat(10_000)}`, file + end],
      'another boundary': ['multipart/form-data; boundary=other', file + end],
      'no body': [edge, ''],
      'seams alone': [edge, '--edge\r\n'.repeat(2000)],
      'a head without an end': [edge, `--edge\r\ncontent-disposition: form-data; name="${'n'.repeat(200_000)}`],
      'a head of a megabyte': [edge, `${part(`name="file"; filename="a"\r\nx-more: ${'h'.repeat(900_000)}`)}${end}`],
      'five thousand fields': [edge, Array.from({ length: 5000 }, (_, at) => part(`name="f${at}"`)).join('') + end],
      'a field of 200 kB': [edge, part('name="text"', 'y'.repeat(200_000)) + end],
      'a form in a form': [edge, `--edge\r\ncontent-type: ${nested}\r\n\r\n--inner\r\n\r\nx\r\n--inner--\r\n${end}`],
      'no name': [edge, `${part('filename="a.bin"')}${end}`],
      zeros: [edge, '\0'.repeat(100_000)],
      'a head that is none': [edge, `--edge\r\nc999.025,\r\n${end}`],
      'a file behind a head that is none': [edge, `--edge\r\ncontent-dispositi\r\n1\r\n${file}${end}`],
    };
    const folder = await mkdtemp(join(tmpdir(), 'tuneport-test-'));
    vi.stubEnv('TMPDIR', folder);
    for (const [what, [type, payload]] of Object.entries(hostile)) {
      const reply = await send({ method: 'POST', url: '/files', token, headers: { 'content-type': type }, payload });
      expect(reply.statusCode, `${what}: ${reply.body.slice(0, 200)}`).toBeLessThan(500);
      if (reply.statusCode >= 400) expect(reply.json(), what).toMatchObject({ code: expect.any(String) });
    }
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const payload = part(`name="${name}"`, 'polluted') + file + end;
      const reply = await send({ method: 'POST', url: '/files', token, headers: { 'content-type': edge }, payload });
      expect(reply.statusCode, name).toBeLessThan(500);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect(String({})).toBe('[object Object]');
    }
    expect(tmpdir()).toBe(folder);
    vi.unstubAllEnvs();
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
    expect((await send({ url: '/records/1' })).statusCode).toBe(200);
  });
});

test('a form above the rate limit is refused before it is received, and one within the limit is counted once', async () => {
  const app = await makeHttpServer(server.platform.config, makeLog('silent'));
  mountApi(app, server.platform, makeRegistry(sample, [routes]));
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const head = `POST /api/limited-files HTTP/1.1\r\nhost: x\r\norigin: ${testOrigin}\r\ncontent-type: multipart/form-data; boundary=edge\r\ncontent-length: 900\r\n\r\n`;
  const form = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--edge--\r\n'.padEnd(
    900,
  );
  const answerTo = async (body: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(head + body);
    const [data] = await once(socket, 'data');
    socket.destroy();
    return String(data).slice(0, 12);
  };
  expect([await answerTo(form), await answerTo(form)]).toEqual(['HTTP/1.1 204', 'HTTP/1.1 204']);
  // The body never comes.
  expect(await answerTo('')).toBe('HTTP/1.1 429');
  await app.close();
});

test('aborted uploads leave no file behind, and endless multipart boundaries are refused and disconnected', async () => {
  const app = await makeHttpServer(server.platform.config, makeLog('silent'));
  mountApi(app, server.platform, makeRegistry(sample, [routes]));
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const { token } = await server.as({});
  const folder = await mkdtemp(join(tmpdir(), 'tuneport-test-'));
  vi.stubEnv('TMPDIR', folder);
  const head = (length: number) =>
    `POST /api/files HTTP/1.1\r\nhost: x\r\norigin: ${testOrigin}\r\ncookie: __Host-tuneport=${token}\r\ncontent-type: multipart/form-data; boundary=edge\r\ncontent-length: ${length}\r\n\r\n`;
  const file = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf';
  for (const body of ['', '--ed', file.slice(0, 40), file])
    for (const waitMs of [0, 1, 3, 10]) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      await new Promise<void>((settle) => socket.write(head(5000) + body, () => setTimeout(settle, waitMs)));
      socket.destroy();
    }
  const seams = '--edge\r\n\r\n\r\n'.repeat(40_000);
  const endless = connect(Number(port), '127.0.0.1');
  endless.on('error', () => {});
  const ended = new Promise<string>((settle) => {
    let said = '';
    endless.on('data', (chunk) => {
      said += chunk.toString();
      if (said.includes('too many parts')) settle(said);
    });
    endless.on('close', () => settle(said));
  });
  // The declared length is never reached.
  endless.write(head(2 * seams.length) + seams);
  expect(await ended).toMatch(/^HTTP\/1\.1 400 /);
  await once(endless, 'close');
  await expect.poll(() => readdir(folder)).toEqual([]);
  vi.unstubAllEnvs();
  await app.close();
  await rm(folder, { recursive: true });
});

test('malformed requests on the socket are refused or disconnected, and the next request is served', async () => {
  const app = apps[1] as FastifyInstance;
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const raws = [
    'GET // HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /%ff%fe HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET http:// HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET /api/records/%00 HTTP/1.1\r\nhost: x\r\n\r\n',
    'BREW / HTTP/1.1\r\n\r\n',
    '\r\n\r\n\0\0',
    'POST /api/notes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n{"a"',
  ];
  for (const raw of raws) {
    await new Promise<void>((settle) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(raw));
      socket.on('data', (data) => expect(data.toString()).not.toMatch(/HTTP\/1.1 5\d\d/));
      socket.on('error', () => settle());
      socket.on('close', () => settle());
      setTimeout(() => socket.destroy(), 500);
    });
  }
  expect((await fetch(`http://127.0.0.1:${port}/api/records/1`)).status).toBe(200);
});

describe('the registry refuses to start', () => {
  const handler = (() => undefined) as never;
  const endpoint = { summary: 'x', access: 'user', reply: null } as const;
  test('with an endpoint without handler, a handler without endpoint, two handlers for one endpoint, or no access rule', () => {
    expect(() => makeRegistry({ 'GET /x': endpoint }, [])).toThrow('has no handler');
    expect(() => makeRegistry({}, [{ 'GET /x': handler } as never])).toThrow('not in the contract');
    expect(() =>
      makeRegistry({ 'GET /x': endpoint }, [{ 'GET /x': handler } as never, { 'GET /x': handler } as never]),
    ).toThrow('two handlers');
    expect(() => makeRegistry({ 'GET /x': { ...endpoint, access: [] } }, [{ 'GET /x': handler } as never])).toThrow(
      'access rule',
    );
    expect(() =>
      makeRegistry({ 'GET /x': { ...endpoint, access: 'everybody' as 'user' } }, [{ 'GET /x': handler } as never]),
    ).toThrow('access rule');
  });

  test('with a cross-origin endpoint that trusts more than its token', () => {
    const call = { ...endpoint, access: 'token', oneClick: true, raw: true } as const;
    const start = (key: 'GET /x' | 'POST /x', wrong: object) => () =>
      makeRegistry({ [key]: { ...call, ...wrong } }, [{ [key]: handler } as never]);
    expect(start('POST /x', {})).not.toThrow();
    expect(start('GET /x', {})).toThrow('cross-site');
    expect(start('POST /x', { access: 'user' })).toThrow('cross-site');
    expect(start('POST /x', { access: ['token', 'admin'] })).toThrow('cross-site');
    expect(start('POST /x', { body: Note })).toThrow('cross-site');
  });
});
