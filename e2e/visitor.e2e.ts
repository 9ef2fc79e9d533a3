import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../apps/server/src/testing/waiting/eventually.ts';
import { type Caller, loggedIn } from './harness/api.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
let boss: Caller;
beforeAll(async () => {
  site = await openSite({ REGIONS: '1,2' });
  boss = await loggedIn(() => site.origin, 'super');
});
afterEach(() => site.settle());
afterAll(() => site?.close());

async function setting(values: Record<string, unknown>): Promise<void> {
  const { body } = await boss.request<{ updated_at: string }>('GET', '/api/v1/admin/settings');
  const headers = { 'if-unmodified-since': new Date(body.updated_at).toUTCString() };
  expect((await boss.request('PATCH', '/api/v1/admin/settings', { body: values, headers })).status).toBe(200);
}

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

test('without a login: start page, catalogue, store, blog and dealers, each with nav bar, footer and contact widget (S001 S025 S026 S029 R217)', async () => {
  const { page, open } = await site.visitor();
  for (const path of ['/', '/catalog', '/products', '/blog', '/dealers']) {
    await open(path);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible(), path).toBe(true);
    expect(await page.getByRole('contentinfo').isVisible(), path).toBe(true);
    await page.getByRole('button', { name: 'Contact' }).waitFor();
  }
  await page.getByRole('button', { name: 'Contact' }).click();
  const panel = page.getByRole('region', { name: 'Contact' });
  await panel.getByText(/^Support is (open|closed)$/).waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await panel.waitFor({ state: 'hidden' });
});

test('on a phone the contact button covers no control at rest and no text at the end of a page', async () => {
  const { page, open } = await site.visitor({ viewport: { width: 390, height: 844 } });
  page.setDefaultTimeout(30_000);
  const button = page.getByRole('button', { name: 'Contact' });
  await open('/');
  // The button follows the question about cookies.
  await page.getByRole('button', { name: 'Only required' }).click();
  for (const path of ['/', '/catalog', '/products', '/graph', '/dealers', '/tuning']) {
    await open(path);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await button.waitFor();
    const covered = await page.evaluate<string[]>(textBelowContact);
    expect(covered, path).toEqual([]);
  }
  await open('/catalog');
  await button.waitFor();
  const [own, search] = [await button.boundingBox(), page.getByRole('button', { name: 'Show tunes' })];
  const box = await search.boundingBox();
  // Scrolls until the search button is where the contact button is.
  await page.evaluate(`scrollBy(0, ${(box?.y ?? 0) - (own?.y ?? 0)})`);
  await button.waitFor({ state: 'hidden' });
  await page.evaluate('scrollBy(0, 10_000)');
  await button.waitFor();
});

/** Text and controls of the page that the contact button covers. */
const textBelowContact = `(() => {
  const own = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Contact');
  const { left, right, top, bottom } = own.getBoundingClientRect();
  const isBelow = (box) => box.width > 1 && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  const texts = document.createTreeWalker(document.querySelector('main').parentElement, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.data.trim() === '' || own.contains(text) || !text.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    if ([...range.getClientRects()].some(isBelow)) found.push(text.data.trim());
  }
  return found;
})()`;

test('the blank layout has no nav bar, footer or widget (S033)', async () => {
  const { page, open } = await site.visitor({ timezoneId: 'Europe/Berlin' });
  await open('/auth/login');
  await page.waitForLoadState('networkidle');
  for (const role of ['navigation', 'contentinfo', 'dialog'] as const)
    expect(await page.getByRole(role).count(), role).toBe(0);
  expect(await page.getByRole('button', { name: /Contact|cart/i }).count()).toBe(0);
});

test('an unknown path shows the not-found page with status 404 (S044 R001 R002)', async () => {
  const { page, allow } = await site.visitor();
  allow(/status of 404/);
  for (const path of ['/no/such/page', '/page-not-found']) {
    const answer = await page.goto(path);
    if (path !== '/page-not-found') expect(answer?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('This page does not exist.');
  }
});

test('the cookie dialog stays until it is answered and is not shown again (S030 S198)', async () => {
  const { page, open } = await site.visitor();
  const question = page.getByRole('dialog', { name: 'Cookies on this site' });
  await open('/');
  await question.waitFor();
  await page.reload();
  await question.waitFor();
  await question.getByRole('button', { name: 'Only required' }).click();
  await question.waitFor({ state: 'detached' });
  await open('/');
  await page.getByRole('button', { name: 'Contact' }).waitFor();
  expect(await question.count()).toBe(0);
});

test('the cookie dialog does not cover content on a phone: the page ends above it', async () => {
  const { page, open } = await site.visitor({ viewport: { width: 390, height: 844 } });
  await open('/catalog');
  const sheet = await page.getByRole('dialog', { name: 'Cookies on this site' }).boundingBox();
  expect(sheet?.width).toBe(390);
  expect(sheet?.height).toBeLessThan(280);
  await eventually(async () => {
    // The page grows with the first scrolling.
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    const foot = await page.getByRole('contentinfo').boundingBox();
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual((sheet?.y ?? 0) + 1);
  });
});

test('a browser with do-not-track never sees the cookie dialog (S199)', async () => {
  for (const input of [{ doNotTrack: true }, { privacyControl: true }]) {
    const { page, open } = await site.visitor(input);
    await open('/');
    await page.getByRole('button', { name: 'Contact' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  }
});

test('trackers are listed when configured, load when ticked and accepted, and can be disabled later (S202 S203 S204 S205 S118 R222)', async () => {
  const before = await site.visitor();
  await before.open('/cookie-preferences');
  expect(await before.page.getByRole('switch').count()).toBe(2);
  expect(await before.page.getByRole('switch', { name: 'Visit statistics' }).isChecked()).toBe(false);
  const required = before.page.getByRole('switch', { name: 'Required' });
  expect([await required.isChecked(), await required.isDisabled()]).toEqual([true, true]);

  await setting({ google_analytics_id: 'G-TEST123456', meta_pixel_id: '123456789012345' });
  const { page, open, requests, allow } = await site.visitor();
  allow(/googletagmanager\.com/);
  const outside = () =>
    requests.map((request) => new URL(request.url()).host).filter((host) => !host.startsWith('localhost'));
  await open('/');
  const question = page.getByRole('dialog', { name: 'Cookies on this site' });
  await question.getByRole('checkbox', { name: 'Meta Pixel' }).waitFor();
  await question.getByRole('checkbox', { name: 'Google Analytics' }).check();
  expect(outside()).toEqual([]);
  await question.getByRole('button', { name: 'Accept' }).click();
  await eventually(() => expect(outside()).toEqual(['www.googletagmanager.com']));

  await open('/cookie-preferences');
  const analytics = page.getByRole('switch', { name: 'Google Analytics' });
  await eventually(async () => expect(await analytics.isChecked()).toBe(true));
  expect(await page.getByRole('switch', { name: 'Meta Pixel' }).isChecked()).toBe(false);
  await analytics.uncheck();
  const requestCount = outside().length;
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(await analytics.isChecked()).toBe(false);
  expect(outside()).toHaveLength(requestCount);
  await setting({ google_analytics_id: null, meta_pixel_id: null });
});

test('a European time zone is offered the other catalogue once (S031 S207 S212)', async () => {
  const { page, open } = await site.visitor({ timezoneId: 'Europe/Berlin' });
  const offer = page.getByRole('dialog', { name: 'Catalogue for Europe' });
  await open('/');
  await offer.getByRole('button', { name: 'Stay in North America' }).click();
  await offer.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('button', { name: 'Contact' }).waitFor();
  expect(await offer.isVisible()).toBe(false);

  const other = await site.visitor({ timezoneId: 'Europe/Berlin' });
  await other.open('/');
  await other.page.getByRole('button', { name: 'Switch to Europe' }).click();
  const region = other.page.getByRole('combobox', { name: 'Catalogue region' });
  await eventually(async () => expect(await region.inputValue()).toBe('2'));
});

test('the sale banner links to the catalogue, except inside it, and counts down its last 48 hours (S028 S061 S062)', async () => {
  const { page, open } = await site.visitor();
  const banner = page.getByRole('region', { name: 'Sale' });
  await open('/');
  expect(await banner.getByText('Opening weeks').isVisible()).toBe(true);
  expect(await banner.getByRole('timer').count()).toBe(0);
  await banner.getByRole('link', { name: 'Shop Now' }).click();
  await page.waitForURL('**/catalog');
  await eventually(async () => expect(await banner.getByRole('link', { name: 'Shop Now' }).count()).toBe(0));

  const sales = await boss.request<{ data: { id: number; updated_at: string }[] }>('GET', '/api/v1/admin/sales');
  const sale = sales.body.data[0];
  const changed = await boss.request('PATCH', `/api/v1/admin/sales/${sale?.id}`, {
    body: { end: inHours(47), countdown: true },
    headers: { 'if-unmodified-since': new Date(sale?.updated_at ?? 0).toUTCString() },
  });
  expect(changed.status).toBe(200);
  await open('/');
  const timer = banner.getByRole('timer');
  const first = await timer.textContent();
  await eventually(async () => expect(await timer.textContent()).not.toBe(first));
});

test('a closed alert stays closed after a reload (S185)', async () => {
  const text = 'We are closed on Monday.';
  const body = { text, level: 'careful', audience: 'everyone' };
  const made = await boss.request<{ id: number }>('POST', '/api/v1/admin/alerts', { body });
  const { page, open } = await site.visitor();
  await open('/');
  await page.getByText(text).waitFor();
  await page.getByRole('button', { name: 'Close this message' }).click();
  await page.getByText(text).waitFor({ state: 'detached' });
  await open('/');
  await page.getByRole('button', { name: 'Contact' }).waitFor();
  expect(await page.getByText(text).count()).toBe(0);
  await boss.request('DELETE', `/api/v1/admin/alerts/${made.body.id}`);
});

test('the cart slides in, shows that it is empty, and closes (S027)', async () => {
  const { page, open } = await site.visitor();
  await open('/');
  await page.getByRole('button', { name: 'Contact' }).waitFor();
  await page.getByRole('button', { name: 'Open cart' }).click();
  const cart = page.getByRole('dialog', { name: 'Cart' });
  await cart.getByText('Your cart is empty.').waitFor();
  expect(await cart.getByRole('button', { name: 'Checkout' }).isDisabled()).toBe(true);
  await cart.getByRole('button', { name: 'Close Cart' }).click();
  await cart.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open cart' }).click();
  await cart.getByText('Your cart is empty.').waitFor();
  await page.keyboard.press('Escape');
  await cart.waitFor({ state: 'hidden' });
});

test('the chosen colour scheme is applied after a reload before the first paint', async () => {
  const { page, open } = await site.visitor({ colorScheme: 'light' });
  const scheme = () => page.locator('html').getAttribute('data-scheme');
  await open('/');
  await page.getByRole('button', { name: /^Theme: as the system/ }).click();
  await page.getByRole('button', { name: /^Theme: light/ }).click();
  expect(await scheme()).toBe('dark');
  await page.goto('/', { waitUntil: 'commit' });
  await eventually(async () => expect(await scheme()).toBe('dark'));
});

test('another page scrolls to the top; a hash, or another path of the same page, does not (S045 S046 S047)', async () => {
  const { page, open } = await site.visitor({ viewport: { width: 900, height: 400 } });
  const y = () => page.evaluate<number>('Math.round(window.scrollY)');
  const scroll = async () => {
    await page.evaluate('window.scrollTo(0, 300)');
    await eventually(async () => expect(await y()).toBe(300));
  };
  const { body: posts } = await boss.request<{ data: { id: number; slug: string }[] }>('GET', '/api/blog-posts');
  const [first, second] = posts.data.map(({ id, slug }) => `/blog/${id}/${slug}`);
  await open(first ?? '');
  await scroll();
  await page.evaluate("window.location.hash = 'not-there'");
  await page.waitForURL(`**${first}#not-there`);
  await eventually(async () => expect(await y()).toBe(300));

  await page.evaluate(`window.__reactRouterDataRouter.navigate('${second}')`);
  await page.waitForURL(`**${second}`);
  await page.waitForLoadState('networkidle');
  await eventually(async () => expect(await y()).toBe(300));

  await page.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await page.waitForURL('**/careers');
  await eventually(async () => expect(await y()).toBe(0));
});
