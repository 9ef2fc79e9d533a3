import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createCachedGet, createCall, newIdempotencyKey } from './call.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Reply = { status: number; body?: unknown; headers?: Record<string, string> };

let server: Server;
let base = '';
let seen: Seen[] = [];
let replies: Reply[] = [];
/** Returned as long as it is set: fetch itself retries a 421 once on a new connection. */
let elsewhere: Reply | null = null;
const answers: { key: string; status: number }[] = [];

beforeAll(async () => {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const part of request) body += part;
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    const { status, body: content, headers } = elsewhere ?? replies.shift() ?? { status: 204 };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(content === undefined ? undefined : JSON.stringify(content));
  };
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
  replies = [];
  elsewhere = null;
  answers.length = 0;
});

let switchRegion = async (_region: 1 | 2) => false;
// The URL is known once the server listens.
const calling = () =>
  createCall({
    fetch: (...args) => fetch(...args),
    base,
    onAnswer: ({ key, status }) => answers.push({ key, status }),
    onOtherRegion: (region) => switchRegion(region),
  });

const refused = async (promise: Promise<unknown>): Promise<ApiError> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('requests', () => {
  test('have path, parameters and query under the base path (S333)', async () => {
    replies = [{ status: 200, body: { data: [] } }];
    await calling()('GET /v1/admin/users', { query: { page: 2, search: 'a b&c', sort: undefined } });
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/v1/admin/users?page=2&search=a+b%26c', body: '' });
    expect(seen[0]?.headers['content-type']).toBeUndefined();
  });

  test('have a JSON body, an idempotency key, and the record timestamp as an HTTP date', async () => {
    const idempotencyKey = newIdempotencyKey();
    await calling()('PATCH /v1/admin/users/:id', {
      params: { id: 7 },
      body: { role: 3 },
      ...({ idempotencyKey } as object),
      readAt: '2026-05-01T12:00:00.000Z',
    });
    expect(seen[0]).toMatchObject({ method: 'PATCH', url: '/api/v1/admin/users/7', body: '{"role":3}' });
    expect(seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
      'if-unmodified-since': 'Fri, 01 May 2026 12:00:00 GMT',
    });
  });

  test('keep one idempotency key per input until answered, whatever the captcha token; another input gets another key', async () => {
    const call = calling();
    const ask = (title: string, recaptcha_token: string) =>
      call('POST /tickets', { body: { title, recaptcha_token } as never, once: true });
    const refusal = { status: 409, body: { code: 'conflict', message: 'x' } };
    replies = [
      { status: 502 },
      { status: 409, body: { code: 'idempotency_in_progress', message: 'x' } },
      refusal,
      { status: 201, body: {} },
      { status: 201, body: {} },
      { status: 201, body: {} },
    ];
    for (const proof of ['a', 'b', 'c']) await refused(ask('Same', proof));
    for (const title of ['Same', 'Same', 'Other']) await ask(title, 'd');
    const [lost, waiting, last, ...later] = seen.map(({ headers }) => headers['idempotency-key']);
    expect(lost).toMatch(/^[\da-f-]{36}$/);
    expect([waiting, last]).toEqual([lost, lost]);
    expect(new Set([lost, ...later]).size).toBe(4);
  });

  test('cannot escape the path through a parameter', async () => {
    await calling()('GET /v1/admin/users/:id', { params: { id: '../../logout?x=1' } as never });
    expect(seen[0]?.url).toBe('/api/v1/admin/users/..%2F..%2Flogout%3Fx%3D1');
  });
});

describe('responses', () => {
  test('return the reply, or nothing when empty', async () => {
    replies = [{ status: 200, body: { url: '/auth/login' } }, { status: 204 }];
    expect(await calling()('GET /auth/redirect')).toEqual({ url: '/auth/login' });
    expect(await calling()('POST /auth/logout')).toBeUndefined();
    expect(answers).toEqual([
      { key: 'GET /auth/redirect', status: 200 },
      { key: 'POST /auth/logout', status: 204 },
    ]);
  });

  test('return a refusal with its class, code and message (S373 S374 S375)', async () => {
    replies = [
      {
        status: 401,
        body: { code: 'second_factor_required', message: 'Enter the code from your app.' },
        headers: { 'x-known-error': 'second_factor_required' },
      },
      { status: 403, body: { code: 'forbidden', message: 'x' } },
      { status: 404, body: { code: 'not_found', message: 'x' } },
    ];
    expect(await refused(calling()('GET /user/me'))).toMatchObject({
      kind: 'unauthenticated',
      code: 'second_factor_required',
      message: 'Enter the code from your app.',
    });
    expect(await refused(calling()('GET /user/me'))).toMatchObject({ kind: 'forbidden', status: 403 });
    expect(await refused(calling()('GET /user/me'))).toMatchObject({ kind: 'not_found', status: 404 });
  });

  test('return the messages of a 422 by field (S376)', async () => {
    replies = [{ status: 422, body: { code: 'invalid_fields', message: 'x', errors: { email: ['Bad.'] } } }];
    const error = await refused(calling()('POST /auth/forgot-password', { body: { email: 'x' } }));
    expect(error).toMatchObject({ kind: 'field_errors', errors: { email: ['Bad.'] } });
    expect(error.message).toBe('Some fields were not correct:\nBad.');
  });

  test('return the current record with a stale save', async () => {
    replies = [{ status: 412, body: { code: 'stale_record', message: 'x', current: { id: 7 } } }];
    expect(await refused(calling()('GET /user/me'))).toMatchObject({ kind: 'stale', current: { id: 7 } });
  });

  test('in HTML from a proxy are an unknown error, not a crash', async () => {
    replies = [{ status: 502, body: '<html>' }];
    const error = await refused(calling()('GET /user/me'));
    expect(error.message).toBe('An unknown error occurred. Please try again later.');
  });

  test('missing without a connection are reported as such', async () => {
    const lost = createCall({
      fetch,
      base: 'http://127.0.0.1:9/api',
      onAnswer: () => {},
      onOtherRegion: async () => false,
    });
    expect(await refused(lost('GET /user/me'))).toMatchObject({ kind: 'offline', status: 0 });
  });
});

describe('another region', () => {
  const mismatch: Reply = {
    status: 421,
    body: { code: 'region_mismatch', message: 'x' },
    headers: { 'x-known-error': 'region_mismatch', 'x-region': '2' },
  };

  test('prompts the visitor, and repeats the call when they switch (S379)', async () => {
    const delays: number[] = [];
    elsewhere = mismatch;
    replies = [{ status: 200, body: { url: '/x' } }];
    switchRegion = async (region) => {
      delays.push(region);
      elsewhere = null;
      return true;
    };
    expect(await calling()('GET /auth/redirect')).toEqual({ url: '/x' });
    expect(delays).toEqual([2]);
  });

  test('prompts once: a record missing there too is an error', async () => {
    let delays = 0;
    elsewhere = mismatch;
    switchRegion = async () => {
      delays += 1;
      return true;
    };
    expect(await refused(calling()('GET /auth/redirect'))).toMatchObject({ kind: 'region_mismatch', region: 2 });
    expect(delays).toBe(1);
  });

  test('returns the error when the visitor stays', async () => {
    elsewhere = mismatch;
    switchRegion = async () => false;
    expect(await refused(calling()('GET /auth/redirect'))).toMatchObject({ kind: 'region_mismatch' });
  });
});

describe('cached reads', () => {
  test('a second read of the countries sends no new request, not even concurrently (S334 S336)', async () => {
    const cached = createCachedGet(calling());
    replies = [{ status: 200, body: [{ code: 'CA', name: 'Canada', states: [] }] }];
    const [first, second] = await Promise.all([cached('GET /countries'), cached('GET /countries')]);
    expect(await cached('GET /countries')).toEqual(first);
    expect(second).toEqual(first);
    expect(seen).toHaveLength(1);
  });

  test('a failed read is retried, and different queries are separate reads', async () => {
    const cached = createCachedGet(calling());
    replies = [
      { status: 503, body: {} },
      { status: 200, body: [] },
    ];
    await refused(cached('GET /countries'));
    expect(await cached('GET /countries')).toEqual([]);
    replies = [
      { status: 200, body: { rate: '1' } },
      { status: 200, body: { rate: '2' } },
    ];
    const rate = (to: string) => cached('GET /conversion-rate', { query: { currency_from: 'CAD', currency_to: to } });
    expect([await rate('USD'), await rate('EUR')]).toEqual([{ rate: '1' }, { rate: '2' }]);
  });

  test('only reads can be cached', () => {
    expect(() => createCachedGet(calling())('POST /auth/logout')).toThrow('cannot be cached');
  });
});
