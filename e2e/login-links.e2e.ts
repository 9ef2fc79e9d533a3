import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoEmail, demoPassword } from '../apps/server/src/seeds/demo-accounts.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { startOidcIssuer } from '../apps/server/src/testing/servers/oidc-issuer.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(demoEmail('customer'));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('the login links of the nav bar and the small menu return to the page they were clicked on (S042, S442)', async () => {
  for (const path of ['/products?sort=name', '/catalog', '/faq']) {
    const { page, open } = await site.visitor();
    await open(path);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log in' }).click();
    await page.waitForURL('**/auth/login**');
    await logIn(page);
    await page.waitForURL(`${site.origin}${path}`);
  }
  const phone = await site.visitor({ viewport: { width: 390, height: 800 } });
  await phone.open('/dealers');
  await phone.page.getByRole('button', { name: 'Open menu' }).click();
  await phone.page.getByRole('dialog').getByRole('link', { name: 'Log in' }).click();
  await phone.page.waitForURL('**/auth/login**');
  await logIn(phone.page);
  await phone.page.waitForURL(`${site.origin}/dealers`);
});

test('a login link follows the selection of the page, and the latest one wins (S442)', async () => {
  const { page, open } = await site.visitor();
  await open('/catalog');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log in' });
  await link.click();
  await page.waitForURL('**/auth/login**');
  await open('/products');
  await page.evaluate("window.__reactRouterDataRouter.navigate('/products?search=cable')");
  await page.waitForURL('**/products?search=cable');
  await link.click();
  await page.waitForURL('**/auth/login**');
  await logIn(page);
  await page.waitForURL(`${site.origin}/products?search=cable`);
});

test('every login link carries the current page (S442)', async () => {
  const { page, open, allow } = await site.visitor();
  allow(/status of 40[34]/);
  for (const path of ['/', '/catalog/all-tunes', '/products', '/tuning', '/fz/rescue', '/no-such-page']) {
    await open(path);
    for (const link of await page.locator('a[href*="/auth/login"]').all())
      expect(await link.getAttribute('href'), path).toBe(`/auth/login?return=${encodeURIComponent(path)}`);
  }
  await open('/forbidden');
  for (const link of await page.locator('a[href*="/auth/login"]').all())
    expect(await link.getAttribute('href')).toBe('/auth/login?return=%2F');
});

test('a page with a secret in its URL keeps it out of the login link and still returns there (S442)', async () => {
  const { page, open, context } = await site.visitor();
  const sent = await context.request.post(`${site.origin}/api/tickets`, {
    data: { title: 'Cable', description: 'Broken', customer_name: 'Ada' },
    headers: { origin: site.origin },
  });
  const { id, token } = await sent.json();
  const path = `/tuning-ticket/${id}/${token}`;
  await open(path);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log in' });
  expect(await link.getAttribute('href')).toBe('/auth/login');
  await link.click();
  await page.waitForURL(`${site.origin}/auth/login`);
  await logIn(page);
  await page.waitForURL(`${site.origin}${path}`);
});

test('with an identity provider the login links lead there and back to the page (S442)', async () => {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const provider = await startOidcIssuer(`${origin}/api/auth/oidc/callback`);
  const env = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: 'Company login',
  };
  provider.person = { sub: 'p-1', email: 'pat@example.test', email_verified: true, name: 'Pat' };
  const other = await site.another({ port, env });
  try {
    const page = await (await fetch(`${origin}/products`)).text();
    const start = /href="(\/api\/auth\/oidc\/start\?return=[^"]*)"/.exec(page)?.[1] ?? '';
    expect(start).toBe('/api/auth/oidc/start?return=%2Fproducts');
    expect(page).not.toContain('href="/auth/login');
    const begun = await fetch(origin + start, { redirect: 'manual' });
    const back = await provider.visit(begun.headers.get('location') ?? '');
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const done = await fetch(back, { redirect: 'manual', headers: { cookie } });
    expect(done.headers.get('location')).toBe('/auth/success?return=%2Fproducts');
    const session = done.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const landed = await fetch(`${origin}/auth/success?return=%2Fproducts`, {
      redirect: 'manual',
      headers: { cookie: `${session}; before_login=stale` },
    });
    expect([landed.status, landed.headers.get('location')]).toEqual([302, '/products']);
  } finally {
    await other.stop();
    await provider.stop();
  }
});

test('the login success page redirects a visitor who is not logged in', async () => {
  const answer = await fetch(`${site.origin}/auth/success?return=/products`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/auth/error']);
});
