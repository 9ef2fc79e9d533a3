import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoEmail, demoPassword } from '../apps/server/src/worlds/demo.ts';
import { caller, loggedIn } from './harness/api.ts';
import { hostilePaths } from './harness/hostile-paths.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

/** Where a browser on our page would go. */
const target = (location: string) => new URL(location, `${site.origin}/auth/login`);

test('A8 no return path leads the login to another site', async () => {
  expect(hostilePaths.length).toBeGreaterThanOrEqual(120);
  const visitor = caller(() => site.origin);
  for (const path of hostilePaths) {
    const { status, body } = await visitor.request<{ url: string }>(
      'GET',
      `/api/auth/redirect?return=${encodeURIComponent(path)}`,
    );
    if (status !== 200) {
      expect(status, path).toBeLessThan(500);
      continue;
    }
    const login = target(body.url);
    expect(login.origin, path).toBe(site.origin);
    const back = login.searchParams.get('return');
    if (back !== null) {
      expect(target(back).origin, path).toBe(site.origin);
      expect(target(back).pathname.startsWith('//'), path).toBe(false);
    }
  }
});

test('A8 no tag link, redirect or guarded page leads to another site', async () => {
  const visitor = caller(() => site.origin);
  for (const path of hostilePaths) {
    const encoded = encodeURIComponent(path);
    for (const address of [
      `/tune/${encoded}`,
      `/buy/${encoded}`,
      `/dealer-blog/${encoded}`,
      `/profile?return=${encoded}`,
    ]) {
      const { status, headers } = await visitor.request('GET', address);
      expect(status, address).toBeLessThan(500);
      const location = headers.get('location');
      if (location !== null) expect(target(location).origin, `${address} → ${location}`).toBe(site.origin);
    }
  }
});

test('A8 a login with a hostile return path ends on this site', async () => {
  const chosen = [
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example/',
    '/%2F/evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ];
  for (const path of chosen) {
    const { page, open } = await site.visitor();
    await open(`/auth/login?return=${encodeURIComponent(path)}`);
    await page.getByLabel('E-mail').fill(demoEmail('customer'));
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
    expect(new URL(page.url()).origin, path).toBe(site.origin);
  }
}, 120_000);

test('dealer routes redirect to the group page and open for members and staff only (R118, R119, R131)', async () => {
  const member = await loggedIn(() => site.origin, 'dealer');
  const admin = await loggedIn(() => site.origin, 'admin');
  const stranger = await loggedIn(() => site.origin, 'customer');
  const visitor = caller(() => site.origin);
  const group = '/dealer/north-bay/group';
  const invoice = '/dealer/north-bay/print-invoice?invoice=1';

  const moved = await member.request('GET', '/dealer/north-bay?tab=members');
  expect([moved.status, target(moved.headers.get('location') ?? '').pathname]).toEqual([302, group]);
  expect(target(moved.headers.get('location') ?? '').search).toBe('?tab=members');
  for (const path of [group, invoice]) {
    for (const reader of [member, admin]) expect((await reader.request('GET', path)).status, path).toBe(200);
    const refused = target((await stranger.request('GET', path)).headers.get('location') ?? '');
    expect(refused.pathname, path).toBe('/forbidden');
    const login = target((await visitor.request('GET', path)).headers.get('location') ?? '');
    expect([login.pathname, login.searchParams.get('return')], path).toEqual(['/auth/login', path]);
  }
  // Print pages have the blank layout: no navigation around them.
  const print = await member.request<string>('GET', invoice);
  expect(print.body).not.toContain('<nav');
  expect((await member.request<string>('GET', group)).body).toContain('<nav');
});
