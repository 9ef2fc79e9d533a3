import { createHash, randomBytes } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bumpArea } from '../../apps/server/src/platform/cache/area-versions.ts';
import { demoEmail, demoPassword } from '../../apps/server/src/seeds/demo-accounts.ts';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

/** An image with the markers of a control unit, large enough to be interrupted midway. */
function image(sizeBytes = 65_536): Buffer {
  const bytes = Buffer.alloc(sizeBytes, 0xff);
  randomBytes(4096).copy(bytes, 4096);
  bytes.write('40/1/ME7.5/5/4017.00//', 100, 'latin1');
  bytes.write('4B0906018   1.8L R4 5VT', 500, 'latin1');
  return bytes;
}
const tune = (name = 'read.bin', sizeBytes?: number) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: image(sizeBytes),
});
const rows = Array.from({ length: 60 }, (_, at) => `${(at / 10).toFixed(1)},${800 + at * 50},${(at * 1.5).toFixed(2)}`);
const log = `Time (s),Engine Speed (rpm),Boost (psi)\n${rows.join('\n')}\n`;

const choose = (page: Page) => page.getByLabel('Drop your files anywhere on this page, or choose them');
const agree = (page: Page) => page.getByRole('button', { name: 'I agree' });
const line = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Drops a file on the heading: the whole page is the drop target. */
async function dropOnPage(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    const options = { dataTransfer: data, bubbles: true, cancelable: true };
    for (const kind of ['dragover', 'drop']) document.querySelector('h1').dispatchEvent(new DragEvent(kind, options));
  }`);
}

/** Uploads the first bytes directly, without those the page sent after them. */
async function sendStart(request: Request, bytes: Buffer): Promise<void> {
  const { cookie = '' } = await request.allHeaders();
  const { status } = await fetch(request.url(), {
    method: 'PATCH',
    headers: {
      origin: site.origin,
      cookie,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
    body: Uint8Array.from(bytes),
  });
  expect(status).toBe(204);
}

test('a dropped log waits for the terms, starts automatically and leads to its graph (R096 S077 S182 S229 S230 S231 S237 S286 S287 S415)', async () => {
  const { page, open, calls } = await site.visitor();
  await open('/tuning');
  const tour = page.getByRole('region', { name: 'How uploading works' });
  await tour.getByRole('heading', { name: 'Drop the file as your tool read it' }).waitFor();
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByRole('heading', { name: 'We identify it' }).waitFor();
  await tour.getByRole('button', { name: 'Next' }).click();
  await tour.getByRole('button', { name: 'Got it' }).click();
  await tour.waitFor({ state: 'detached' });
  const terms = page.getByRole('region', { name: 'Upload terms' });
  expect(await terms.getByRole('paragraph').textContent()).toBe(
    "By using this feature, you agree to the company's Terms of Service and Privacy Policy",
  );
  await dropOnPage(page, 'pull.csv', log);
  await line(page, 'pull.csv').getByText('Waiting for you to agree to the terms').waitFor();
  expect(calls('POST /graph')).toEqual([]);
  await agree(page).click();
  await page.waitForURL('**/graph/*');
  expect(calls('POST /graph')).toHaveLength(1);
  await open('/tuning');
  await choose(page).waitFor({ state: 'attached' });
  expect(await terms.count()).toBe(0);
  expect(await tour.count(), 'the tour is shown once').toBe(0);
});

test('a tune file is identified, waits while its owner logs in, and leads to the status of its request (S189 S232 S236)', async () => {
  const { page, open, calls } = await site.visitor();
  await open('/tuning');
  await agree(page).click();
  await page.getByLabel('Manual').check();
  await choose(page).setInputFiles(tune('login.bin'));
  const item = line(page, 'login.bin');
  await item.getByText('Bosch ME7.5').waitFor();
  await item.getByText('4B0906018').waitFor();
  await item.getByRole('button', { name: 'Log in to send it' }).click();
  await page.waitForURL('**/auth/login**');
  expect(calls('POST /v1/uploads')).toEqual([]);
  await page.getByLabel('E-mail').fill(demoEmail('customer'));
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL(/\/tuning\/request\/\d+\/status/);
  const [opened] = calls('POST /v1/uploads');
  const metadata = (await opened?.headerValue('upload-metadata')) ?? '';
  expect(metadata).toContain(`mode ${Buffer.from('manual').toString('base64')}`);
});

test('an upload resumes after a reload and a lost connection', async () => {
  const { page, open, context, calls, requests, allow } = await site.logInAs('customer');
  allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/);
  const file = tune('slow.bin', 1024 * 1024);
  const half = 512 * 1024;
  // The first half arrives, then the connection fails until the test restores it.
  let broken = true;
  let arrived = false;
  await context.route('**/api/v1/uploads/*', async (route) => {
    if (!broken) return route.continue();
    if (!arrived && route.request().method() === 'PATCH') {
      arrived = true;
      await sendStart(route.request(), file.buffer.subarray(0, half));
    }
    return route.abort('connectionreset');
  });
  await open('/tuning');
  await agree(page).click();
  await choose(page).setInputFiles(file);
  await line(page, 'slow.bin').getByText('Connection lost').waitFor();
  await eventually(() => expect(arrived).toBe(true));
  await page.reload();
  await line(page, 'slow.bin').getByText('Connection lost').waitFor();
  await line(page, 'slow.bin').getByRole('button', { name: 'Pause slow.bin' }).click();
  await line(page, 'slow.bin').getByText('Paused').waitFor();
  // The received size is still shown after another reload.
  const arrivedLabels = line(page, 'slow.bin').getByText(/^[\d.]+ \w+ of [\d.]+ \w+$/);
  const before = await arrivedLabels.textContent();
  await page.reload();
  await line(page, 'slow.bin').getByText('Paused').waitFor();
  expect(await arrivedLabels.textContent()).toBe(before);
  broken = false;
  await line(page, 'slow.bin').getByRole('button', { name: 'Resume slow.bin' }).click();
  await page.waitForURL(/\/tuning\/request\/\d+\/status/);
  expect(calls('POST /v1/uploads')).toHaveLength(1);
  expect(calls('POST /v1/tune-requests')).toHaveLength(1);
  const last = requests.filter((request) => request.method() === 'PATCH').at(-1);
  expect(await last?.headerValue('upload-offset')).toBe(String(half));
  const query = site.db.selectFrom('uploads').select(['state', 'sha256']).where('name', '=', 'slow.bin');
  const sha256 = createHash('sha256').update(file.buffer).digest();
  expect(await query.execute()).toEqual([{ state: 'taken', sha256 }]);
});

test('an upload interrupted by a logout resumes after the login', async () => {
  const { page, open, context, calls, requests, allow } = await site.logInAs('customer');
  allow(/status of 401/);
  const file = tune('cut-off.bin', 1024 * 1024);
  const half = 512 * 1024;
  // The first half arrives, then the session ends.
  let arrived = false;
  await context.route('**/api/v1/uploads/*', async (route) => {
    if (arrived || route.request().method() !== 'PATCH') return route.continue();
    arrived = true;
    await sendStart(route.request(), file.buffer.subarray(0, half));
    await route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: '{"message":"Please log in to continue."}',
    });
  });
  await open('/tuning');
  await agree(page).click();
  await choose(page).setInputFiles(file);
  const item = line(page, 'cut-off.bin');
  await item.getByText('Waiting for you to log in').waitFor();
  await item.getByRole('button', { name: 'Log in to send it' }).waitFor();
  // After the login the page is a new document.
  await page.reload();
  await page.waitForURL(/\/tuning\/request\/\d+\/status/);
  expect(calls('POST /v1/uploads')).toHaveLength(1);
  const last = requests.filter((request) => request.method() === 'PATCH').at(-1);
  expect(await last?.headerValue('upload-offset')).toBe(String(half));
});

test('a failed upload has its title and the server message, or the default message for an unknown reason (S402 S403 S404)', async () => {
  const { page, open, allow } = await site.logInAs('dealer');
  allow(/422|400/);
  await open('/tuning');
  await agree(page).click();
  await dropOnPage(page, 'letter.txt', 'Dear tuner,\nwhat is this?\n');
  const letter = line(page, 'letter.txt');
  await letter.getByText('Error uploading log', { exact: true }).waitFor();
  await letter
    .getByText(
      'The log you have uploaded is not in a format we recognize. If you know your log is in the proper, unmodified format, please contact us.',
    )
    .waitFor();
  await page.route('**/api/v1/uploads', (route) => route.fulfill({ status: 400, body: 'what?' }));
  await choose(page).setInputFiles(tune('broken.bin'));
  const broken = line(page, 'broken.bin');
  await broken.getByText('Error uploading tune file', { exact: true }).waitFor();
  await broken.getByText('An unknown error occurred while uploading the file.', { exact: true }).waitFor();
  await page.unroute('**/api/v1/uploads');
  await broken.getByRole('button', { name: 'Try again with broken.bin' }).click();
  await broken.getByRole('link', { name: 'Open' }).waitFor();
});

test('immobiliser work is reachable, and hidden when its flag is set (R097 S078)', async () => {
  const { page, open } = await site.visitor();
  await open('/tuning/immo');
  await page.getByRole('heading', { name: 'Immobiliser service' }).waitFor();
  await site.db
    .insertInto('settings')
    .values({ name: 'www_immo_off', value: JSON.stringify(true) })
    .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify(true) }))
    .execute();
  await bumpArea(site.db, 'settings');
  await eventually(async () => expect((await fetch(`${site.origin}/tuning/immo`)).status).toBe(404));
});

test('flash file dropped on the log page is carried over to the upload page (C6)', async () => {
  const { page, open } = await site.visitor();
  await open('/graph');
  await page.getByLabel('Drop a log here, or choose it').setInputFiles(tune('handed.bin'));
  await page.getByRole('link', { name: 'Request a tune' }).waitFor();
  expect(await page.getByText('Error uploading log').count()).toBe(0);
  await page.getByRole('link', { name: 'Request a tune' }).click();
  await page.waitForURL('**/tuning');
  await line(page, 'handed.bin').waitFor();
});
