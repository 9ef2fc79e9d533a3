import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type ActorFacts, anonymous } from '@tuneport/domain/identity/permissions';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assetFolders } from './asset-folders.ts';
import { mountWeb } from './web.ts';
import { builtWeb } from './web-source.ts';

// Tests the mount with a minimal build, independent of the real pages.
const build = `
let made = 0;
let running = 0;
let most = 0;
let language;
export const entry = { module: {
  createRequestHandler: ({ basename }) => async (request, context) => {
    made += 1;
    const url = new URL(request.url);
    if (url.pathname === '/shop/gone' && globalThis.isGone) return new Response('gone', { status: 404 });
    if (url.pathname.startsWith('/shop') && globalThis.isAway) return new Response('away ' + made, { status: 503 });
    if (url.pathname === '/fails') throw new Error('planted');
    if (url.pathname === '/report') context.values.get('report')(new Error('reported'));
    if (url.pathname === '/moved') return new Response(null, { status: 302, headers: { location: '/', 'set-cookie': 'a=1' } });
    if (url.pathname === '/missing') return new Response('<script>x</script>', { status: 404, headers: { 'content-type': 'text/html' } });
    if (url.pathname.startsWith('/own/slow')) {
      running += 1;
      most = Math.max(most, running);
      await new Promise((go) => setTimeout(go, 10));
      running -= 1;
      return new Response(String(most));
    }
    const { facts, region } = context.values.get('visitor');
    const body = '<script>made(' + made + ')</script>' + url.pathname + url.search + ' ' + region + ' ' + facts.role + ' at ' + basename + ' in ' + language() + '.'.repeat(2000);
    return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  },
  RouterContextProvider: class { values = new Map(); set(key, value) { this.values.set(key, value); } },
  inlineScripts: ['known()'],
  callContext: 'call', visitorContext: 'visitor', reportContext: 'report',
  pageFacts: (path) => ({ id: path, shared: !path.startsWith('/own') && path !== '/token', tokenLink: path === '/token', guarded: path.startsWith('/own'), inOffice: path.startsWith('/own/office') }),
  setTextSource: (source) => { language = source.language; },
  setTextFiles: () => {},
} };
`;

let folder = '';
let app: FastifyInstance;
let version = '1';
let facts: ActorFacts = anonymous;
let region = 1;
let reported: unknown[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuneport-web-'));
  await mkdir(join(folder, 'build/server'), { recursive: true });
  await mkdir(join(folder, 'build/client/assets'), { recursive: true });
  await writeFile(join(folder, 'build/server/index.js'), build);
  await writeFile(join(folder, 'build/client/assets/app-1.js'), 'app()');
  await writeFile(join(folder, 'build/client/sw.js'), 'worker()');
  version = '1';
  facts = anonymous;
  region = 1;
  reported = [];
  app = await start();
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<FastifyInstance> {
  const made = Fastify();
  await mountWeb(made, {
    source: await builtWeb(join(folder, 'build'), join(folder, 'kept')),
    originFor: () => 'https://tuneport.example',
    callFor: () => (() => Promise.reject(new Error('not called'))) as never,
    visitorFor: () => ({ facts, isGuest: false, region, language: null }),
    personFor: async () => null,
    hasSessionCookie: () => facts.signedIn,
    choicesOf: ({ headers }) => `${region} ${headers.cookie ?? ''}`,
    publicVersion: () => version,
    report: (error) => reported.push(error),
    requireOwnForm: () => {},
    tracking: () => ({ googleAnalytics: true, metaPixel: true }),
  });
  return made;
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('a page rendering error is written to the log', async () => {
  await get('/report');
  expect(reported).toMatchObject([{ message: 'reported' }]);
});

describe('public pages', () => {
  test('are served from the cache for anonymous visitors, with their policy and an ETag', async () => {
    const first = await get('/catalog');
    const second = await get('/catalog');
    expect(second.body).toBe(first.body);
    expect(first.headers['content-security-policy']).toContain("'sha256-");
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await get('/catalog', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    expect(again.headers.vary).toBe('accept-encoding, cookie');
    const weak = await get('/catalog', { 'if-none-match': `"other", W/${first.headers.etag}` });
    expect(weak.statusCode).toBe(304);
  });

  test('are rendered again when the public data changes, and are separate by region', async () => {
    const first = (await get('/catalog')).body;
    version = '2';
    expect((await get('/catalog')).body).not.toBe(first);
    region = 2;
    expect((await get('/catalog')).body).toContain('/catalog 2 0');
  });

  test('are served as they last were while the database is unavailable, also after their data changed', async () => {
    const away = (is: boolean) => Object.assign(globalThis, { isAway: is });
    const first = await get('/shop');
    version = '2';
    away(true);
    const during = await Promise.all([get('/shop'), get('/shop')]);
    expect(during.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(2).fill([200, first.body]));
    const never = await get('/shop/new');
    expect([never.statusCode, never.headers['cache-control']]).toEqual([503, 'private, no-store']);
    const next = await get('/shop/new');
    const rendered = ({ body }: { body: string }) => Number(body.split(' ')[1]);
    expect(rendered(next) - rendered(never), 'each request renders the page once').toBe(1);
    region = 2;
    expect((await get('/shop')).statusCode, 'not the page of another region').toBe(503);
    region = 1;
    away(false);
    const after = await get('/shop');
    expect([after.statusCode, after.body === first.body]).toEqual([200, false]);
  });

  test('that were removed are not served again while the database is unavailable', async () => {
    const now = (state: object) => Object.assign(globalThis, { isGone: false, isAway: false, ...state });
    expect((await get('/shop/gone')).statusCode).toBe(200);
    version = '2';
    now({ isGone: true });
    expect((await get('/shop/gone')).statusCode).toBe(404);
    now({ isAway: true });
    expect((await get('/shop/gone')).statusCode).toBe(503);
    now({});
  });

  test('are separate by the currency that the visitor chose', async () => {
    const plain = (await get('/catalog')).body;
    const dollars = (await get('/catalog', { cookie: 'currency=USD' })).body;
    expect(dollars).not.toBe(plain);
    expect((await get('/catalog', { cookie: 'currency=USD' })).body).toBe(dollars);
    expect((await get('/catalog')).body).toBe(plain);
  });

  test('are cached as one page regardless of campaign parameters', async () => {
    const plain = (await get('/catalog?page=2')).body;
    expect((await get('/catalog?utm_source=mail&page=2&gclid=x')).body).toBe(plain);
    expect((await get('/catalog?page=3')).body).not.toBe(plain);
  });

  test('are never served from the cache to logged-in users', async () => {
    await get('/catalog');
    facts = { ...anonymous, signedIn: true, role: 3 };
    const own = await get('/catalog');
    expect(own.body).toContain('/catalog 1 3');
    expect(own.headers['cache-control']).toBe('private, no-store');
    facts = anonymous;
    expect((await get('/catalog')).body).toContain('/catalog 1 0');
  });

  test('are compressed when the browser accepts it', async () => {
    const zipped = await get('/catalog', { 'accept-encoding': 'gzip, br' });
    expect(zipped.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(zipped.rawPayload).toString()).toBe((await get('/catalog')).body);
    expect((await get('/catalog', { 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
  });
});

test('a foreign inline script in a page is not allowed by its policy', async () => {
  const allowed = `'sha256-${createHash('sha256').update('known()').digest('base64')}'`;
  for (const url of ['/catalog', '/own/profile', '/missing', '/token']) {
    const { body, headers } = await get(url);
    expect(body).toContain('<script>');
    const policy = String(headers['content-security-policy']);
    expect([url, policy.match(/'sha256-[^']+'/g)]).toEqual([url, [allowed]]);
    expect(policy).not.toMatch(/unsafe|strict-dynamic/);
  }
});

test('trackers are allowed on pages except token links', async () => {
  for (const url of ['/catalog', '/own/profile'])
    expect((await get(url)).headers['content-security-policy']).toMatch(/googletagmanager.*facebook/);
  expect((await get('/token')).headers['content-security-policy']).not.toMatch(/google|facebook/);
});

describe('other responses', () => {
  test('a personal page is not cached and marked noindex', async () => {
    const [first, second] = [await get('/own/profile'), await get('/own/profile')];
    expect(second.body).not.toBe(first.body);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  });

  test('the URL of a token link is not sent as a referrer', async () => {
    expect((await get('/token')).headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
  });

  test('redirects and missing pages keep their status, cookies and policy', async () => {
    const moved = await get('/moved');
    expect([moved.statusCode, moved.headers.location, moved.headers['set-cookie']]).toEqual([302, '/', 'a=1']);
    const missing = await get('/missing');
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['content-security-policy']).toContain("'sha256-");
  });

  test('a missing page is rendered once, and only a few pages at a time', async () => {
    const renders = async () => Number(/made\((\d+)\)/.exec((await get('/own/count')).body)?.[1]);
    const before = await renders();
    await get('/missing');
    expect((await renders()) - before).toBe(2);
    const most = async () => {
      const replies = await Promise.all(Array.from({ length: 24 }, (_, nth) => get(`/own/slow/${nth}`)));
      return Math.max(...replies.map(({ body }) => Number(body)));
    };
    expect(await most()).toBeLessThanOrEqual(availableParallelism());
    facts = { ...anonymous, signedIn: true };
    expect(await most()).toBeLessThanOrEqual(availableParallelism());
  });

  test('malformed URLs are refused without ending the process', async () => {
    expect((await get('//')).statusCode).toBeLessThan(500);
    expect((await get('/%')).statusCode).toBeLessThan(500);
    expect((await get('/%E0%A4%A')).statusCode).toBeLessThan(500);
    expect((await get('/fails')).statusCode).toBe(500);
    expect((await get('/catalog')).statusCode).toBe(200);
  });
});

describe('files', () => {
  test('an asset is cached as immutable, the service worker never', async () => {
    expect((await get('/assets/app-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
    expect((await get('/assets/none.js')).statusCode).toBe(404);
  });

  test('assets of the previous build stay available for a month after a deploy', async () => {
    await app.close();
    await rm(join(folder, 'build/client/assets/app-1.js'));
    await writeFile(join(folder, 'build/client/assets/app-2.js'), 'app(2)');
    app = await start();
    expect((await get('/assets/app-1.js')).body).toBe('app()');
    expect((await get('/assets/app-2.js')).body).toBe('app(2)');
    await writeFile(join(folder, 'kept/app-0.js'), 'app(0)');
    await app.close();
    app = await start();
    expect((await get('/assets/app-0.js')).body, 'kept by an earlier release').toBe('app(0)');
    const long = new Date(Date.now() - 40 * 24 * 3600 * 1000);
    const kept = join(folder, 'kept');
    for (const build of await readdir(kept)) await utimes(join(kept, build), long, long);
    await app.close();
    app = await start();
    expect(await Promise.all((await readdir(kept)).map((build) => readdir(join(kept, build))))).toEqual([['app-2.js']]);
    expect((await get('/assets/app-1.js')).statusCode).toBe(404);
  });

  test('assets of a newer build are served as soon as another process has started with it', async () => {
    const newer = join(folder, 'newer');
    await mkdir(newer);
    await writeFile(join(newer, 'app-9.js'), 'app(9)');
    await assetFolders(newer, join(folder, 'kept'), Date.now());
    expect((await get('/assets/app-9.js')).body).toBe('app(9)');
  });

  test('two processes that start at once, and one killed while it started, keep one copy of a build', async () => {
    const [assets, kept] = [join(folder, 'build/client/assets'), join(folder, 'kept')];
    await rm(kept, { recursive: true });
    await mkdir(join(kept, '0123.part-cut'), { recursive: true });
    await Promise.all([1, 2].map(() => assetFolders(assets, kept, Date.now())));
    const builds = await readdir(kept);
    expect(await Promise.all(builds.map((build) => readdir(join(kept, build))))).toEqual([[], ['app-1.js']]);
  });
});

describe('languages', () => {
  const get = (url: string, cookie?: string) => app.inject({ url, headers: cookie ? { cookie } : {} });

  test('a prefix selects the language, the base name of the router and an own cached page', async () => {
    const [english, german, again] = [await get('/a'), await get('/de/a'), await get('/de/a')];
    expect(english.body).toContain('/a 1 0 at / in en');
    expect(german.body).toContain('/de/a 1 0 at /de in de');
    expect(again.body).toBe(german.body);
    expect((await get('/a')).body).toBe(english.body);
    expect((await get('/dealers')).body).toContain('at / in en');
  });

  test('a public page is never redirected for a cookie or a header', async () => {
    expect((await get('/a', 'language=de')).statusCode).toBe(200);
    expect((await app.inject({ url: '/a', headers: { 'accept-language': 'fr' } })).body).toContain('in en');
  });

  test('a page of one person opens in the chosen language, once', async () => {
    const moved = await get('/own?a=b', 'language=de');
    expect([moved.statusCode, moved.headers.location]).toEqual([302, '/de/own?a=b']);
    expect(moved.headers['cache-control']).toBe('private, no-store');
    expect((await get('/de/own?a=b', 'language=de')).statusCode).toBe(200);
    expect((await get('/de/own', 'language=fr')).body).toContain('in de');
    for (const cookie of ['language=en', 'language=xx', 'language=//evil.test', ''])
      expect((await get('/own', cookie)).statusCode, cookie).toBe(200);
  });

  test('the link of the language switch stores the choice without scripts and leads to the clean address', async () => {
    const moved = await get('/own?a=b&set-language=en', 'language=de');
    expect([moved.statusCode, moved.headers.location]).toEqual([302, '/own?a=b']);
    expect(moved.headers['set-cookie']).toBe('language=en; Max-Age=31536000; Path=/; Secure; SameSite=Lax');
    expect((await get('/fr/own?set-language=fr', 'language=de')).headers.location).toBe('/fr/own');
    expect((await get('/own?set-language=de')).headers.location).toBe('/de/own');
    for (const odd of ['/own?set-language=xx', '/own?set-language='])
      expect((await get(odd)).headers['set-cookie']).toBeUndefined();
    for (const other of ['//evil.test/?set-language=en', '/de//evil.test/?set-language=en'])
      expect((await get(other)).headers.location).toBe('/evil.test/');
  });

  test('the back office has English only', async () => {
    const moved = await get('/fr/own/office?a=b', 'language=fr');
    expect([moved.statusCode, moved.headers.location]).toEqual([302, '/own/office?a=b']);
    expect((await get('/own/office', 'language=fr')).statusCode).toBe(200);
  });
});
