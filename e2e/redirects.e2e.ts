import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoEmail, demoPassword } from '../apps/server/src/seeds/demo-accounts.ts';
import { caller, loggedIn } from './harness/api.ts';
import { hostilePaths } from './harness/hostile-paths.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

/** The URL a browser on our page would resolve. */
const target = (location: string) => new URL(location, `${site.origin}/auth/login`);

test('A8 no return path redirects the login to another site', async () => {
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
});

test('dealer routes open for members and staff only, and the short one redirects to the group (R118)', async () => {
  const member = await loggedIn(() => site.origin, 'dealer');
  const admin = await loggedIn(() => site.origin, 'admin');
  const stranger = await loggedIn(() => site.origin, 'customer');
  const visitor = caller(() => site.origin);
  const group = '/dealer/north-bay/group';

  const moved = await member.request('GET', '/dealer/north-bay?tab=members');
  const to = target(moved.headers.get('location') ?? '');
  expect([moved.status, to.pathname, to.search]).toEqual([302, group, '?tab=members']);
  for (const reader of [member, admin]) expect((await reader.request('GET', group)).status).toBe(200);
  const refused = await stranger.request('GET', group);
  expect(target(refused.headers.get('location') ?? '').pathname).toBe('/forbidden');
  const login = target((await visitor.request('GET', group)).headers.get('location') ?? '');
  expect([login.pathname, login.searchParams.get('return')]).toEqual(['/auth/login', group]);
});

test('the invoice of a dealer is a printable page for that dealer only (R131)', async () => {
  const member = await loggedIn(() => site.origin, 'dealer');
  const stranger = await loggedIn(() => site.origin, 'customer');
  const { body: store } = await member.request<{ data: { slug: string; has_options: boolean }[] }>(
    'GET',
    '/api/store/product?category=cables',
  );
  const entries = [{ slug: store.data.find(({ has_options }) => !has_options)?.slug, quantity: 1 }];
  const billing = {
    country_code: 'CA',
    full_name: 'North Bay Performance',
    line1: '7 Harbour Road',
    city: 'North Bay',
    state: 'ON',
    postal_code: 'P1B 2H3',
  };
  const quote = await member.request<{ tiers: { key: string }[] }>('POST', '/api/order/shipping', {
    body: { entries, address: billing },
  });
  const order = { entries, billing, shipping_tier: quote.body.tiers[0]?.key, dealer: 'north-bay' };
  const send = <T>(path: string, body: object) =>
    member.request<T>('POST', path, { body, headers: { 'idempotency-key': crypto.randomUUID() } });
  const placed = await send<{ id: number }>('/api/order', order);
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const paid = await send(`/api/order/${placed.body.id}/payment`, { method: { token: 'test_ok' } });
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);

  const path = `/dealer/north-bay/print-invoice?invoice=${placed.body.id}`;
  const print = await member.request<string>('GET', path);
  expect(print.status).toBe(200);
  const { number } = (await member.request<{ number: string }>('GET', `/api/invoices/${placed.body.id}`)).body;
  expect(number).toMatch(/^INV-(NA|EU)-\d{6}$/);
  expect(print.body).toContain(number);
  expect(print.body).toContain('7 Harbour Road');
  // The blank layout: no shell around the document.
  expect(print.body).not.toContain('<nav');
  for (const odd of ['', '?invoice=0', '?invoice=x', '?invoice=999999'])
    expect((await member.request('GET', `/dealer/north-bay/print-invoice${odd}`)).status, odd).toBe(404);
  const refused = await stranger.request('GET', path);
  expect(target(refused.headers.get('location') ?? '').pathname).toBe('/forbidden');
});
