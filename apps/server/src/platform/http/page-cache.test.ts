import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compressed, createPageCache, etagOf, type StoredPage } from './page-cache.ts';

async function page(text: string, bytes = 1000): Promise<StoredPage> {
  const body = Buffer.from(text);
  return { body: await compressed(body, 9), etag: etagOf(body), policy: '', bytes };
}

describe('the cache of whole pages', () => {
  test('renders a page once for many visitors at once', async () => {
    const cache = createPageCache(() => 0);
    let made = 0;
    const make = async () => {
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return page('home');
    };
    const got = await Promise.all(Array.from({ length: 20 }, () => cache.get('/', make)));
    expect(made).toBe(1);
    expect(new Set(got.map((each) => each?.etag)).size).toBe(1);
  });

  test('keeps pages of different keys apart', async () => {
    const cache = createPageCache(() => 0);
    await cache.get('/ region 1', () => page('one'));
    const other = await cache.get('/ region 2', () => page('two'));
    expect(other?.body.identity.toString()).toBe('two');
  });

  test('makes a page anew after a minute, because a sale may have begun', async () => {
    let now = 0;
    const cache = createPageCache(() => now);
    await cache.get('/', () => page('before'));
    now = 59_999;
    expect((await cache.get('/', () => page('after')))?.body.identity.toString()).toBe('before');
    now = 60_000;
    expect((await cache.get('/', () => page('after')))?.body.identity.toString()).toBe('after');
  });

  test('a page not to be kept is made for everybody who asks', async () => {
    const cache = createPageCache(() => 0);
    let made = 0;
    const make = async () => {
      made += 1;
      return null;
    };
    await cache.get('/', make);
    await cache.get('/', make);
    expect([made, cache.size]).toEqual([2, 0]);
  });

  test('a failed rendering is not remembered', async () => {
    const cache = createPageCache(() => 0);
    await expect(cache.get('/', () => Promise.reject(new Error('database away')))).rejects.toThrow('database away');
    expect(await cache.get('/', () => page('home'))).not.toBeNull();
  });

  test('while a page cannot be made, the last good one is sent', async () => {
    let now = 0;
    const cache = createPageCache(() => now);
    await cache.get('/', () => page('good'));
    now = 120_000;
    const away = () => Promise.reject(new Error('database away'));
    expect((await cache.get('/', away))?.body.identity.toString()).toBe('good');
    expect((await cache.get('/', async () => null))?.body.identity.toString()).toBe('good');
    expect((await cache.get('/', () => page('new')))?.body.identity.toString()).toBe('new');
  });

  test('never holds more than its share of memory, and drops what was not asked for longest', async () => {
    const cache = createPageCache(() => 0);
    const size = 16 * 1024 * 1024;
    for (const key of ['a', 'b', 'c']) await cache.get(key, () => page(key, size));
    await cache.get('a', () => page('again', size));
    await cache.get('d', () => page('d', size));
    expect(cache.size).toBe(3);
    expect((await cache.get('a', () => page('new a', size)))?.body.identity.toString()).toBe('a');
    expect((await cache.get('b', () => page('new b', size)))?.body.identity.toString()).toBe('new b');
  });
});

test('the compressed forms are the page', async () => {
  const body = Buffer.from('tuned '.repeat(500));
  const { br, gzip } = await compressed(body, 4);
  expect(brotliDecompressSync(br)).toEqual(body);
  expect(gunzipSync(gzip)).toEqual(body);
  expect(br.length).toBeLessThan(body.length / 10);
});
