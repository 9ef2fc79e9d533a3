import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { unmask } from '../apps/server/src/platform/mail/secrets.ts';
import { demoEmail, demoPassword } from '../apps/server/src/seeds/demo-accounts.ts';
import { loggedIn } from './harness/api.ts';
import { openSite, type Site } from './harness/site.ts';

// Forms sent before any script has run: the browser posts them, and the response is a page.

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(() => site?.close());

async function visit() {
  const visitor = await site.visitor({ javaScriptEnabled: false });
  visitor.allow(/status of 4\d\d/);
  return visitor;
}
const send = (page: Awaited<ReturnType<typeof visit>>['page'], name: string) =>
  page.getByRole('button', { name, exact: true }).click();

describe('without JavaScript', () => {
  test('a login shows its error, then returns to the page it started from (S042, S442)', async () => {
    const { page, context } = await visit();
    await page.goto('/products?search=cable');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('E-mail').fill(demoEmail('customer'));
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await send(page, 'Log in');
    expect(await page.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0);
    expect(await page.getByLabel('E-mail').inputValue()).toBe(demoEmail('customer'));
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await send(page, 'Log in');
    await page.waitForURL(`${site.origin}/products?search=cable`);
    const cookies = await context.cookies();
    expect(cookies.some(({ name, httpOnly }) => name.includes('tuneport') && httpOnly)).toBe(true);
    await page.goto('/profile');
    expect(new URL(page.url()).pathname).toBe('/profile');
  });

  test.each(['/checkout', '/graph', '/purchase/catalog?purchase=1', '/tuning'])(
    '%s says that it needs JavaScript and where to turn to',
    async (path) => {
      const { page } = await visit();
      await page.goto(path);
      expect(await page.locator('noscript').allInnerTexts()).toContainEqual(
        expect.stringMatching(/needs JavaScript[\s\S]*contact us/i),
      );
    },
  );

  test('an account is created and its address confirmed by mail', async () => {
    const { page } = await visit();
    await page.goto('/auth/register');
    await page.getByLabel('Name').fill('Noa Script');
    await page.getByLabel('E-mail').fill('noa@example.test');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await send(page, 'Create account');
    expect(await page.getByLabel('Name').inputValue()).toBe('Noa Script');
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
    await page.getByLabel('Password', { exact: true }).fill('a sentence to remember');
    await send(page, 'Create account');
    await page.getByRole('heading', { level: 1, name: 'Check your e-mail' }).waitFor();
    expect(page.url()).not.toContain('noa');
    const mails = await site.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', 'noa@example.test')
      .execute();
    expect(mails).toHaveLength(1);
  });

  test('a forgotten password is reset by the link in the mail', async () => {
    const { page } = await visit();
    const email = demoEmail('affiliate');
    await page.goto('/auth/forgot-password');
    await page.getByLabel('E-mail').fill('nonsense');
    await send(page, 'Send link');
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
    await page.getByLabel('E-mail').fill(email);
    await send(page, 'Send link');
    await page.getByRole('heading', { level: 1, name: 'Check your e-mail' }).waitFor();
    const mail = await site.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const link = /https?:\/\/\S+reset-password\S+/.exec(unmask(mail).text_body)?.[0] ?? '';
    await page.goto(link);
    await page.getByLabel('New password').fill('short');
    await send(page, 'Set password');
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
    await page.getByLabel('New password').fill('another sentence to remember');
    await send(page, 'Set password');
    await page.getByRole('heading', { level: 1, name: 'Your password has been changed' }).waitFor();
  });

  test('a rescue is started, and resumed with its code', async () => {
    const { page } = await visit();
    await page.goto('/fz/rescue');
    await page.getByLabel('Vehicle').fill('Golf R 2015');
    await send(page, 'Start rescue');
    expect(await page.getByLabel('Vehicle').inputValue()).toBe('Golf R 2015');
    expect(await page.locator('[aria-invalid="true"]').count()).toBeGreaterThan(1);
    await page.getByLabel('What happens').selectOption({ index: 1 });
    await page.getByLabel('Tool', { exact: true }).fill('FlashZilla V3');
    await page.getByLabel('Your name').fill('Ada');
    await send(page, 'Start rescue');
    await page.waitForURL(/\/fz\/rescue\/\d+\/./);
    const code = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    const again = await visit();
    await again.page.goto('/fz/rescue');
    await again.page.getByLabel('Your code').fill('AAAA-AAAA-AAAA-AAAA');
    await send(again.page, 'Open rescue');
    expect(await again.page.locator('[aria-invalid="true"]').count()).toBe(1);
    await again.page.getByLabel('Your code').fill(code);
    await send(again.page, 'Open rescue');
    await again.page.waitForURL(page.url());
  });

  test('a ticket is opened', async () => {
    const { page } = await visit();
    await page.goto('/tuning-ticket');
    await page.getByLabel('Description').fill('The write stops at 80 per cent.');
    await send(page, 'Send ticket');
    expect(await page.getByLabel('Description').inputValue()).toBe('The write stops at 80 per cent.');
    await page.getByLabel('Subject').fill('Write stops');
    await page.getByLabel('Your name').fill('Ada');
    await send(page, 'Send ticket');
    await page.waitForURL(/\/tuning-ticket\/\d+\/./);
    await page.getByText('The write stops at 80 per cent.').filter({ visible: true }).first().waitFor();
  });
});

test('without JavaScript a login with a second factor asks for the code together with the password', async () => {
  const staff = await loggedIn(() => site.origin, 'tuner');
  const { body } = await staff.request<{ secret: string }>('POST', '/api/auth/totp/setup');
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const now = Date.now();
  const confirmed = await staff.request('POST', '/api/auth/totp/confirm', {
    body: { code: totp.generate({ timestamp: now }) },
  });
  expect(confirmed.status).toBeLessThan(300);
  const { page } = await visit();
  await page.goto('/auth/login');
  await page.getByLabel('E-mail').fill(demoEmail('tuner'));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await send(page, 'Log in');
  await page.getByLabel('Code').fill(totp.generate({ timestamp: now + 30_000 }));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await send(page, 'Log in');
  await page.waitForURL(`${site.origin}/garage`);
});

describe('a form that cannot be accepted responds with a page', () => {
  const post = (path: string, more: RequestInit = {}) =>
    fetch(site.origin + path, {
      method: 'POST',
      redirect: 'manual',
      ...more,
      headers: {
        accept: 'text/html,application/xhtml+xml',
        'content-type': 'application/x-www-form-urlencoded',
        origin: site.origin,
        ...(more.headers as Record<string, string>),
      },
    });
  const seen = async (answer: Response) => {
    const body = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toMatch(/<html[^>]* lang="en"/);
    expect(body.startsWith('{')).toBe(false);
    return answer.status;
  };

  test('from another site, as on every endpoint', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const body = new URLSearchParams({ email: demoEmail('customer'), password: demoPassword });
      const answer = await post('/auth/login', { body, headers });
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await seen(answer), JSON.stringify(headers)).toBe(403);
    }
    const bare = await fetch(`${site.origin}/auth/login`, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=a',
    });
    expect(await seen(bare)).toBe(403);
  });

  test('404, 405, 413, 415, 422 and 429', async () => {
    expect(await seen(await post('/no-such-page'))).toBe(404);
    const closed = await post('/products');
    expect([closed.headers.get('allow'), await seen(closed)]).toEqual(['GET, HEAD', 405]);
    expect(await seen(await post('/products', { method: 'PUT' }))).toBe(405);
    expect(await seen(await post('/products', { method: 'DELETE' }))).toBe(405);
    expect(await seen(await post('/auth/login', { body: 'a='.padEnd(400_000, 'b') }))).toBe(413);
    expect(await seen(await post('/auth/login', { body: '{}', headers: { 'content-type': 'application/json' } }))).toBe(
      415,
    );
    expect(await seen(await post('/auth/login', { body: '' }))).toBe(422);
    let status = 0;
    for (let n = 0; n < 15 && status !== 429; n += 1)
      status = await seen(await post('/auth/login', { body: 'email=a&password=b' }));
    expect(status).toBe(429);
  });

  test('an API URL opened in a browser', async () => {
    const open = (path: string) => fetch(site.origin + path, { headers: { accept: 'text/html' } });
    expect(await seen(await open('/api/no-such-call'))).toBe(404);
    expect(await seen(await open('/api/user/me'))).toBe(401);
    const program = await fetch(`${site.origin}/api/user/me`, { headers: { accept: 'application/json, text/html' } });
    expect(program.headers.get('content-type')).toContain('application/json');
    expect((await fetch(`${site.origin}/api/user/me`)).headers.get('content-type')).toContain('application/json');
  });
});
