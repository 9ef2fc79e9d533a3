import type { Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../apps/server/src/testing/waiting/eventually.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const bodies = (requests: Request[]) => requests.map((request) => JSON.parse(request.postData() ?? 'null') as object);
const pathOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;

async function hits(): Promise<string[]> {
  return (await site.db.selectFrom('tag_hits').select('tag').execute()).map(({ tag }) => tag);
}

test('every page view is sent once to the own server, and the global state is read with it (S338 S339 S372)', async () => {
  const { page, open, calls, context } = await site.visitor();
  // A beacon's body cannot be read from outside; without beacons the page uses fetch.
  await context.addInitScript('navigator.sendBeacon = undefined');
  await open('/');
  await page.waitForLoadState('networkidle');
  expect(calls('GET /global/v1/ui-state')).toHaveLength(1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await page.waitForURL('**/careers');
  await eventually(() => expect(calls('POST /global/v1/page-view')).toHaveLength(2));
  await eventually(() => expect(calls('GET /global/v1/ui-state')).toHaveLength(2));

  const views = bodies(calls('POST /global/v1/page-view'));
  // The test browser is automated and reports it.
  expect(views[0]).toEqual({ p: '/', r: '', t: expect.any(String), e: false, s: '1280,800,1', b: 153, q: '' });
  expect(views[1]).toMatchObject({ p: '/careers', r: '/', t: expect.stringContaining('Careers') });
  const pings = bodies(calls('POST /global/prism/eyes'));
  expect(pings, 'one visit, not one per page').toMatchObject([{ name: 'visit', data: {} }]);
});

test('a tag is removed from the URL and recorded once, across a reload too (S248 S249 S250)', async () => {
  const { page, open, calls } = await site.visitor();
  const tag = 'spring-mail';
  for (let round = 0; round < 2; round += 1) {
    await open(`/careers?a=1&tag=${tag}&b=%20x#content`);
    await page.waitForURL(`${site.origin}/careers?a=1&b=%20x#content`);
    await page.waitForLoadState('networkidle');
  }
  expect(bodies(calls('POST /global/v1/tag'))).toEqual([{ tag }]);
});

test('a tag link sends the tag first, then reads the state, then shows the start page (S050 S051 S052 R027 R028 R029 R030)', async () => {
  const paths = ['tune', 'tunes', 'buy', 'shop'];
  await site.db
    .insertInto('tracking_tags')
    .values(paths.map((path) => ({ tag: `by-${path}` })))
    .execute();
  const { page, open, requests } = await site.visitor();
  for (const path of paths) {
    await page.goto(`/${path}/by-${path}`);
    expect(page.url()).toBe(`${site.origin}/`);
    expect(await hits()).toContain(`by-${path}`);
  }
  await open('/careers');
  await page.waitForLoadState('networkidle');
  const from = requests.length;
  await page.evaluate("window.__reactRouterDataRouter.navigate('/buy/by-buy')");
  await page.waitForURL(`${site.origin}/`);
  const calls = requests
    .slice(from)
    .map(pathOf)
    .filter((call) => call.includes(' /api/'));
  expect(calls.slice(0, 2)).toEqual(['POST /api/global/v1/tag', 'GET /api/global/v1/ui-state']);
});
