import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newTag } from './new-tag.ts';
import { beacon, pageViewBody, pingVisit, publishEvent } from './telemetry.ts';

const stored = new Map<string, string>();
const sent: { url: string; type: string; body: unknown }[] = [];
let accepts = true;

beforeEach(() => {
  stored.clear();
  sent.length = 0;
  accepts = true;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('window', { location: { pathname: '/' } });
  vi.stubGlobal('navigator', {
    sendBeacon: (url: string, blob: Blob) => {
      if (accepts) void blob.text().then((text) => sent.push({ url, type: blob.type, body: JSON.parse(text) }));
      return accepts;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const view = {
  path: '/catalog/bmw',
  query: '?page=2',
  title: 'BMW',
  referrer: 'https://search.example/?q=x',
  origin: 'https://tuneport.example',
  screen: { width: 1440, height: 900, scale: 2 },
  bot: 0,
} as const;

test('the beacon carries path, referrer, title, event flag, screen size, bot code and query (S372)', () => {
  expect(pageViewBody(view)).toEqual({
    p: '/catalog/bmw',
    r: 'https://search.example/',
    t: 'BMW',
    e: false,
    s: '1440,900,2',
    b: 0,
    q: 'page=2',
  });
  expect(pageViewBody(view, true).e).toBe(true);
});

test('the token of a link is never sent in a beacon', () => {
  const body = pageViewBody({ ...view, path: '/profile/orders/7/s3cret/invoice', query: '?token=s3cret' });
  expect(JSON.stringify(body)).not.toContain('s3cret');
});

test('an event goes to global/prism/eyes as JSON (S371)', async () => {
  publishEvent('cart.add', { slug: 'tool' });
  await settled();
  expect(sent).toEqual([
    {
      url: '/api/global/prism/eyes',
      type: 'application/json',
      body: { name: 'cart.add', data: { slug: 'tool' }, path: '/' },
    },
  ]);
});

test('where sendBeacon is not available a keepalive fetch is used', async () => {
  accepts = false;
  const fetched: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    fetched.push(init);
    throw new TypeError('offline');
  });
  beacon('/global/v1/page-view', pageViewBody(view));
  await settled();
  expect(fetched[0]).toMatchObject({
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
  });
});

test('a visit is sent at most hourly, across reloads too (S251 S416)', () => {
  const at = (ms: number) => new Date(1_800_000_000_000 + ms);
  expect([pingVisit(at(0)), pingVisit(at(3_599_999)), pingVisit(at(3_600_000))]).toEqual([true, false, true]);
});

test('the tag is removed from the URL and the rest stays (S248 S249)', () => {
  expect(newTag('/catalog?a=1&tag=spring&b=2#c')).toEqual({ address: '/catalog?a=1&b=2#c', tag: 'spring' });
});

test('a tag is recorded once (S250)', () => {
  expect(newTag('/?tag=spring').tag).toBe('spring');
  expect(newTag('/?tag=spring')).toEqual({ address: '/', tag: null });
  expect(newTag('/?tag=autumn').tag).toBe('autumn');
});
