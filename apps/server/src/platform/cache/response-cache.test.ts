import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compress, encodingFor } from './encoding.ts';
import { bodyIn, type CachedResponse, cacheable, ResponseCache } from './response-cache.ts';

const kib = 1024;
const answer = (text: string): CachedResponse => cacheable(200, { 'content-type': 'text/plain' }, text);
const cacheAt = (nowMs = () => 0) => new ResponseCache({ maxBytes: 1024 * kib, lifeMs: 60_000, nowMs });
/** As the mounts use it. */
const ask = async (cache: ResponseCache, key: string, make: () => Promise<CachedResponse | null>) =>
  (cache.get(key) ?? (await cache.make(key, make)))?.identity.toString() ?? null;

describe('cached responses', () => {
  test('are computed once for concurrent requests', async () => {
    const cache = cacheAt();
    let made = 0;
    const make = async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return answer('home');
    };
    const got = await Promise.all(Array.from({ length: 20 }, () => ask(cache, '/', make)));
    expect([made, ...new Set(got)]).toEqual([1, 'home']);
  });

  test('are computed separately for requests that cannot share a computation, and stored as one entry', async () => {
    const cache = cacheAt();
    const refused = cache.make('/', () => Promise.reject(new Error('too many from one address')), {
      flight: '/ 192.0.2.1',
    });
    const other = cache.make('/', async () => answer('found'), { flight: '/ 192.0.2.2' });
    await expect(refused).rejects.toThrow('too many');
    expect((await other).identity.toString()).toBe('found');
    expect(cache.get('/')?.identity.toString()).toBe('found');
  });

  test('are separate by key', async () => {
    const cache = cacheAt();
    await ask(cache, '/ region 1', async () => answer('one'));
    expect(await ask(cache, '/ region 2', async () => answer('two'))).toBe('two');
    expect(await ask(cache, '/ region 1', async () => answer('other'))).toBe('one');
  });

  test('with a lifetime are recomputed when it ends, because a sale may have begun; without one they stay', async () => {
    let now = 0;
    const mortal = cacheAt(() => now);
    const memoized = new ResponseCache({ maxBytes: 1024 * kib, nowMs: () => now });
    for (const cache of [mortal, memoized]) await ask(cache, '/', async () => answer('before'));
    now = 59_999;
    expect(await ask(mortal, '/', async () => answer('after'))).toBe('before');
    now = 60_000;
    expect(await ask(mortal, '/', async () => answer('after'))).toBe('after');
    now = Number.MAX_SAFE_INTEGER;
    expect(await ask(memoized, '/', async () => answer('after'))).toBe('before');
  });

  test('exclude uncacheable results, which are computed for every request', async () => {
    const cache = cacheAt();
    let made = 0;
    const make = async () => {
      made += 1;
      return null;
    };
    await ask(cache, '/', make);
    await ask(cache, '/', make);
    expect([made, cache.size]).toEqual([2, 0]);
  });

  test('exclude failures', async () => {
    const cache = cacheAt();
    await expect(ask(cache, '/', () => Promise.reject(new Error('database away')))).rejects.toThrow('database away');
    expect(await ask(cache, '/', async () => answer('home'))).toBe('home');
  });

  test('are served stale while no new one can be computed', async () => {
    let now = 0;
    const cache = cacheAt(() => now);
    await ask(cache, '/', async () => answer('good'));
    now = 120_000;
    expect(await ask(cache, '/', () => Promise.reject(new Error('database away')))).toBe('good');
    expect(await ask(cache, '/', async () => null)).toBe('good');
    expect(await ask(cache, '/', async () => answer('new'))).toBe('new');
  });

  test('stay within their memory limit, evicting the least recently used first', async () => {
    const cache = new ResponseCache({ maxBytes: 50 * kib });
    const large = (sign: string) => async () => answer(sign.repeat(9 * kib));
    const first = async (key: string) => (await ask(cache, key, large(`${key} anew`)))?.slice(0, 6);
    for (const key of ['a', 'b', 'c']) await ask(cache, key, large(key));
    await ask(cache, 'a', large('x'));
    await ask(cache, 'd', large('d'));
    expect(cache.size).toBe(3);
    expect(await first('a')).toBe('aaaaaa');
    expect(await first('b')).toBe('b anew');
    await ask(cache, 'huge', async () => answer('h'.repeat(60 * kib)));
    expect(cache.size).toBe(0);
  });

  test('count the same size before and after compression', async () => {
    const cache = new ResponseCache({ maxBytes: 45 * kib });
    for (let round = 0; round < 50; round += 1) {
      const made = await cache.make(`${round}`, async () => answer(`${round} `.repeat(4 * kib)));
      made.ready.br = { headers: [], body: bodyIn(made, 'br').body };
    }
    expect(cache.size).toBe(2);
  });
});

describe('compressed variants', () => {
  const text = 'tuned '.repeat(500);

  test('decompress to the response', () => {
    const made = answer(text);
    const { body, encoding } = bodyIn(made, 'br');
    expect([encoding, brotliDecompressSync(body).toString()]).toEqual(['br', text]);
    expect(gunzipSync(bodyIn(made, 'gzip').body).toString()).toBe(text);
    expect(body.length).toBeLessThan(text.length / 10);
  });

  test('are not created for small responses', () => {
    const small = answer('small');
    expect(bodyIn(small, 'br')).toEqual({ body: small.identity, encoding: 'identity' });
  });

  test('of the same response are the same bytes again', async () => {
    expect(brotliDecompressSync(await compress(Buffer.from(text), 'br')).toString()).toBe(text);
    expect(gunzipSync(await compress(Buffer.from(text), 'gzip')).toString()).toBe(text);
  });
});

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0 , gzip;q=0', 'identity'],
  ['br;q=0.5', 'br'],
  ['zstd', 'identity'],
])('a browser that accepts %s gets %s', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding));

test('equal bytes have equal ETags, and different bytes different ones', () => {
  expect(answer('a').etag).toBe(answer('a').etag);
  expect(answer('a').etag).not.toBe(answer('b').etag);
  expect(answer('a').headers.etag).toMatch(/^"[\w-]{22}"$/);
});
