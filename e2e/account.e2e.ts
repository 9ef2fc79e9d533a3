import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { unmask } from '../apps/server/src/platform/mail/secrets.ts';
import { demoEmail, demoPassword } from '../apps/server/src/seeds/demo-accounts.ts';
import { type TestDatabase, testDatabase } from '../apps/server/src/testing/database.ts';
import { sharedBrowser } from './harness/browser.ts';
import { demoData } from './harness/demo.ts';
import { type Product, startProduct } from './harness/product.ts';
import { waitForHydration } from './harness/visit.ts';

// The account and account administration, with a real browser and its virtual authenticator.

const dataDir = mkdtempSync('/tmp/tuneport-e2e-account-');
const password = 'A long way to drive 7';

let database: TestDatabase;
let product: Product;
let browser: Browser;
let contexts: BrowserContext[] = [];

// Mock of reCAPTCHA: a script that returns a token for each action, and the verification of that token.
const guard = createServer((request, reply) => {
  if (request.url?.startsWith('/recaptcha/api.js')) {
    const script = `window.grecaptcha = { ready: (then) => then(), execute: (key, { action }) => Promise.resolve(key + ':' + action) };`;
    return void reply.setHeader('content-type', 'text/javascript').end(script);
  }
  let form = '';
  request.on('data', (part) => {
    form += part;
  });
  request.on('end', () => {
    const success = new URLSearchParams(form).get('response') === `${siteKey}:register`;
    reply.end(JSON.stringify({ success, score: 0.9 }));
  });
});
const siteKey = '6Lc-example-site-key_0000000000000000000';

beforeAll(async () => {
  const demo = await demoData();
  database = await testDatabase({ template: demo.template });
  cpSync(demo.dataDir, dataDir, { recursive: true });
  await new Promise<void>((done) => guard.listen(0, '127.0.0.1', done));
  const RECAPTCHA_URL = `http://127.0.0.1:${(guard.address() as AddressInfo).port}/recaptcha`;
  product = await startProduct({
    env: {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      JOBS: 'off',
      DEMO: 'small',
      RECAPTCHA_URL,
      RECAPTCHA_SECRET: 'the-secret',
    },
  });
  browser = await sharedBrowser();
});
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
  // All logins of these tests come from one address.
  await database.db.deleteFrom('rate_limits').execute();
});
afterAll(async () => {
  await product?.stop();
  await database?.close();
  guard.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function visitor(width = 390): Promise<{ context: BrowserContext; page: Page; send: Send }> {
  const context = await browser.newContext({ baseURL: product.origin, viewport: { width, height: 900 } });
  contexts.push(context);
  const headers = { origin: product.origin };
  const send: Send = async (method, path, data, more = {}) => {
    const reply = await context.request.fetch(`/api${path}`, { method, data, headers: { ...headers, ...more } });
    expect(reply.ok(), `${method} ${path}: ${reply.status()}`).toBe(true);
    return reply.status() === 204 ? {} : reply.json();
  };
  const page = await context.newPage();
  waitForHydration(page);
  return { context, page, send };
}
type Send = (
  method: string,
  path: string,
  data?: object,
  headers?: Record<string, string>,
) => Promise<{ id: number; updated_at: string; f: string[]; data: { id: number }[] }>;

async function demo(who: string, width?: number) {
  const opened = await visitor(width);
  await opened.send('POST', '/auth/login', { email: demoEmail(who), password: demoPassword });
  return opened;
}

/** Registers, confirms the e-mail address and logs in. */
async function join(send: Send, email: string): Promise<void> {
  await send('POST', '/auth/register', { name: 'Jo Tester', email, password });
  await confirmAddress(send, email);
  await send('POST', '/auth/login', { email, password });
}

/** Confirms the e-mail address of a new account with the mailed link. */
async function confirmAddress(send: Send, email: string): Promise<void> {
  const mail = unmask(
    await database.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', email)
      .where('kind', '=', 'confirm-email')
      .executeTakeFirstOrThrow(),
  );
  await send('POST', '/auth/confirm-email', { token: /confirm-email\/([\w-]+)/.exec(mail.text_body)?.[1] });
}

const setConfirmed = (email: string, at: Date | null) =>
  database.db.updateTable('users').set({ email_confirmed_at: at }).where('email', '=', email).execute();

/** Makes the logins of an account too old to count as fresh. */
const ageLogins = (email: string) =>
  database.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - 11 * 60_000) })
    .where('user_id', 'in', database.db.selectFrom('users').select('id').where('email', '=', email))
    .execute();

const dialog = (page: Page) => page.locator('dialog[open]');

test('a name is changed on the profile, and an invalid address is reported at its field (R238)', async () => {
  const { page, send } = await visitor();
  await join(send, 'jo-1@example.test');
  await page.goto('/profile');
  await expect.poll(() => page.getByText('Confirmed', { exact: true }).isVisible()).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill('Jo Renamed');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect.poll(async () => (await page.request.get('/api/user/me')).json()).toMatchObject({ name: 'Jo Renamed' });
  await page.getByRole('button', { name: 'Change e-mail address' }).click();
  await page.getByLabel('New e-mail address').fill('not an address');
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await page.getByText('Enter an e-mail address such as name@example.com.').filter({ visible: true }).first().waitFor();
});

test('a new address requires a fresh login, keeps the form input, and waits for its own link', async () => {
  const { page, send } = await visitor();
  const [email, wanted] = ['jo-3@example.test', 'jo-moved@example.test'];
  await join(send, email);
  await ageLogins(email);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change e-mail address' }).click();
  await page.getByLabel('New e-mail address').fill(wanted);
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await dialog(page).getByLabel('Your password').fill('not the password');
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await dialog(page).getByText('This is not your password.').filter({ visible: true }).first().waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('New e-mail address').inputValue()).toBe(wanted);
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await dialog(page).getByLabel('Your password').fill(password);
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await page.getByText(`Waiting for you to confirm ${wanted}`).waitFor();
  await page.getByRole('button', { name: 'Resend link' }).click();
  await page.getByText('There is a new link').waitFor();
  const { text_body } = unmask(
    await database.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', wanted)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  );
  await page.goto(new URL(/https?:\/\/\S+/.exec(text_body)?.[0] ?? '').pathname);
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
  await page.goto('/profile');
  await page.getByText(wanted).waitFor();

  const notice = unmask(
    await database.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('to_address', '=', email)
      .where('kind', '=', 'email-change-notice')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  );
  await page.goto(new URL(/https?:\/\/\S+/.exec(notice.text_body)?.[0] ?? '').pathname);
  await page.getByRole('button', { name: 'Secure my account' }).click();
  await page.getByRole('heading', { name: 'Your account is secured' }).waitFor();
  expect((await page.request.get('/api/user/me')).status()).toBe(401);
});

test('a passkey and an authenticator app are added, used to log in, and removed', async () => {
  const { context, page, send } = await visitor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const email = 'jo-2@example.test';
  await join(send, email);
  // A session from before a confirmed address was required to log in.
  await setConfirmed(email, null);
  await page.goto('/profile/security');
  await page.getByText('Confirm your e-mail address first.').waitFor();
  expect(await page.getByRole('button', { name: 'Add a passkey' }).isDisabled()).toBe(true);
  await setConfirmed(email, new Date());

  await page.goto('/profile/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog(page).getByLabel('Passkey name').fill('My laptop');
  await dialog(page).getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('button', { name: 'Remove passkey My laptop' }).waitFor();

  await ageLogins(email);
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  await dialog(page).getByRole('button', { name: 'Use a passkey' }).click();
  await dialog(page).getByRole('img', { name: 'QR code' }).waitFor();
  const secret = await dialog(page).getByLabel('Key for the authenticator app').inputValue();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await dialog(page).getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await dialog(page).getByRole('button', { name: 'Turn on' }).click();
  await dialog(page).getByText('Save your recovery codes').waitFor();
  const codes = await dialog(page).locator('li').allTextContents();
  expect(codes).toHaveLength(10);
  await dialog(page).getByLabel('I have saved these codes').check();
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  await context.clearCookies({ name: '__Host-tuneport' });
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));

  await context.clearCookies({ name: '__Host-tuneport' });
  await page.goto('/auth/login');
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.locator('input[name=code]').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));

  await page.goto('/profile/security');
  await page.getByText('9 recovery codes left').waitFor();
  await page.getByRole('button', { name: 'Sign out of all other devices' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Sign out of all other devices' }).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Remove passkey My laptop' }).click();
  await dialog(page).getByRole('button', { name: 'Remove passkey' }).click();
  await expect.poll(() => page.getByText('My laptop').isVisible()).toBe(false);
  await ageLogins(email);
  await page.getByRole('button', { name: 'Remove authenticator app' }).click();
  await dialog(page).getByRole('button', { name: 'Remove authenticator app' }).click();
  await page.getByLabel('Your password').fill(password);
  await page.locator('input[name=code]').fill(codes[1] ?? '');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('button', { name: 'Set up authenticator app' }).waitFor();
});

test('the dealers of a user are listed, and a user without one sees how to become one (R240)', async () => {
  const dealer = await demo('dealer');
  await dealer.page.goto('/profile/dealer-memberships');
  await dealer.page.getByText('North Bay Performance').waitFor();
  const customer = await demo('customer');
  await customer.page.goto('/profile/dealer-memberships');
  await customer.page.getByText('Dealers you belong to appear here.').waitFor();
});

test('a SuperAdmin finds a user and grants a right beside a concurrent save of another admin (R274 R275)', async () => {
  const { page, send } = await demo('super', 1440);
  await page.goto('/admin/users?search=affiliate');
  await page.getByRole('link', { name: 'Ari Linkson' }).click();
  await page.getByRole('link', { name: 'Role and rights' }).click();
  await page.getByRole('switch', { name: 'Tuner', exact: true }).check();
  const id = new URL(page.url()).pathname.split('/').pop();
  const { updated_at } = await send('GET', `/v1/admin/users/${id}`);
  const readAt = { 'if-unmodified-since': new Date(updated_at).toUTCString() };
  await send('PATCH', `/v1/admin/users/${id}`, { f: ['sig'] }, readAt);
  await page.getByRole('button', { name: 'Save rights' }).click();
  await dialog(page).getByText('Someone else saved changes').waitFor();
  await dialog(page).getByRole('button', { name: 'Save this version' }).click();
  await expect.poll(async () => (await send('GET', `/v1/admin/users/${id}`)).f).toEqual(['sig', 't']);

  await page.getByRole('button', { name: 'Ban user' }).click();
  await dialog(page).getByLabel('Reason').fill('Shared the account');
  await dialog(page).getByRole('button', { name: 'Ban user' }).click();
  await page.getByRole('button', { name: 'Lift ban' }).click();
  await dialog(page).getByLabel('Reason').fill('A mistake');
  await dialog(page).getByRole('button', { name: 'Lift ban' }).click();
  await page.getByRole('button', { name: 'Ban user' }).waitFor();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await page.getByRole('link', { name: 'Changes to this user' }).click();
  await page.getByText('reason: Shared the account').waitFor();
  for (const summary of await page.locator('details > summary').all()) await summary.click();
  await page
    .getByRole('row', { name: /^Rights/ })
    .getByText('Tuner')
    .first()
    .waitFor();
});

test('an Admin sees the rights of a user but cannot change them (R275)', async () => {
  const { page, send } = await demo('admin', 1440);
  const { data } = await send('GET', '/v1/admin/users?search=customer');
  await page.goto(`/admin/users/${data[0]?.id}`);
  await page.getByRole('link', { name: 'Role and rights' }).click();
  await page.getByText('Only a SuperAdmin can change these').waitFor();
  await expect.poll(() => page.getByRole('switch', { name: 'Tuner', exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Save rights' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Ban user' }).count()).toBe(0);
});

test('a tool developer finds the rescue sessions, a customer is refused (R259)', async () => {
  const developer = await demo('developer');
  await developer.page.goto('/developer');
  await developer.page
    .locator('a[href="/admin/rescue-sessions"]', { hasText: 'Requests for help after a failed flash' })
    .waitFor();
  expect(await developer.page.locator('main a[href="/admin/settings"]').count()).toBe(0);
  const customer = await demo('customer');
  const reply = await customer.page.goto('/developer');
  expect(reply?.status()).toBe(403);
});

test('C003 registration with captcha sends a browser token', async () => {
  const { page, send } = await demo('super');
  const { updated_at } = await send('GET', '/v1/admin/settings');
  const change = { recaptcha_enabled: true, recaptcha_site_key: siteKey };
  await send('PATCH', '/v1/admin/settings', change, { 'if-unmodified-since': new Date(updated_at).toUTCString() });
  const robot = { name: 'Robot', email: 'robot@example.test', password };
  const register = () => page.request.post('/api/auth/register', { data: robot, headers: { origin: product.origin } });
  // Every process picks up the changed setting after a moment.
  await expect.poll(async () => (await register()).status()).toBe(422);

  const person = await visitor();
  await person.page.goto('/auth/register');
  await person.page.getByLabel('Name', { exact: true }).fill('Jo Person');
  await person.page.getByLabel('E-mail').fill('jo-person@example.test');
  await person.page.getByLabel('Password', { exact: true }).fill(password);
  await person.page.getByRole('button', { name: 'Create account' }).click();
  await person.page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
  const made = database.db.selectFrom('users').select('name').where('email', '=', 'jo-person@example.test');
  expect(await made.executeTakeFirst()).toEqual({ name: 'Jo Person' });
});
