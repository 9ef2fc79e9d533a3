import { readFile } from 'node:fs/promises';
import { unrecognisedLogText } from '@tuneport/domain/tuning/logs/log-types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

/** Two minutes with two pulls from 2,000 to 6,500 rpm in one gear, which begin `laterS` later. */
function madeLog(laterS = 0): Buffer {
  const lines = ['Time (sec),Engine RPM (rpm),Boost (kPa),Throttle Position (%),Vehicle Speed (km/h)'];
  for (let nth = 0; nth < 2400; nth++) {
    const time = nth / 20;
    const phase = (time + 60 - laterS) % 60;
    const isPull = phase > 20 && phase < 30;
    const rpm = isPull
      ? 2000 + ((phase - 20) / 10) * 4500
      : phase >= 30 && phase < 33
        ? 6500 - ((phase - 30) / 3) * 4500
        : 2000;
    const row = [time.toFixed(2), rpm.toFixed(0), isPull ? 120 : -40, isPull ? 99 : 10, ((rpm / 1000) * 34).toFixed(1)];
    lines.push(row.join(','));
  }
  return Buffer.from(lines.join('\n'));
}

test('a dropped log is drawn, zoomed, its pulls overlaid, and a shared link opens the same view for another user (S082 S237 R110 R111 C240 C241)', async () => {
  const { page, open } = await site.visitor();
  await open('/graph');
  await page
    .getByLabel('Drop a log here, or choose it')
    .setInputFiles({ name: 'pull.csv', mimeType: 'text/csv', buffer: madeLog() });
  const curves = page.getByTestId('curves');
  await eventually(async () => expect(await curves.getAttribute('data-drawn')).toBe('4'));
  await page.waitForURL(/\/graph\/[\w-]{22}$/);
  await page.getByText('2,400 rows, 5 channels').waitFor();

  // The page of the stored log draws the curves again.
  await eventually(async () => expect(await curves.boundingBox()).not.toBeNull());
  const box = await curves.boundingBox();
  if (!box) throw new Error('There are no curves.');
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await page.getByText('rpm', { exact: true }).filter({ visible: true }).first().waitFor();
  await page.mouse.wheel(0, -400);
  await page.waitForURL(/[?&]t=[\d.]+(~|%7E)[\d.]+/);
  await page.getByRole('button', { name: 'Whole log' }).click();
  await page.waitForURL((url) => !url.searchParams.has('t'));
  await page.getByRole('group', { name: /^Curves/ }).press('+');
  await page.waitForURL((url) => url.searchParams.has('t'));

  await page.getByRole('button', { name: 'Compute' }).click();
  await page.getByLabel('Formula').fill('[Boost] * (2');
  await page.getByText(/At character 11: This bracket is not closed/).waitFor();
  await page.getByLabel('Name').fill('Bar');
  await page.getByLabel('Formula').fill('[Boost] / 100');
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Bar' }).first().waitFor();

  await page.getByRole('button', { name: /^Pulls/ }).click();
  await page.getByRole('img', { name: /over engine speed, 2 pulls/ }).waitFor();
  await page.getByRole('button', { name: 'Virtual dyno' }).click();
  await page
    .getByText(/± .* hp/)
    .first()
    .waitFor();
  await page.getByLabel('Mass with driver').fill('10');
  await page
    .getByText(/Enter a mass between 200 and 10,000 kg/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Timeline', exact: true }).click();

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Link expires after').selectOption('7');
  await page.getByRole('button', { name: 'Change expiry' }).click();
  const link = await page.getByLabel('Link to this view').inputValue();

  const stranger = await site.visitor();
  await stranger.open(new URL(link).pathname + new URL(link).search);
  await eventually(async () => expect(await stranger.page.getByTestId('curves').getAttribute('data-drawn')).toBe('5'));
  await stranger.page.getByRole('button', { name: 'Share' }).click();
  expect(await stranger.page.getByRole('button', { name: 'Delete log' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Delete log' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete log' }).click();
  await page.waitForURL('**/graph');
  expect((await fetch(`${site.origin}${new URL(link).pathname}`)).status).toBe(404);
  stranger.allow(/status of 404/);
  await stranger.open(new URL(link).pathname);
  await stranger.page.getByRole('heading', { name: 'This log is no longer available.' }).waitFor();
  await stranger.page.getByRole('link', { name: 'Open another log' }).click();
  await stranger.page.getByRole('heading', { name: 'Log studio' }).waitFor();
});

test('a file that is not a log is refused with the specified title and message (S235 S403 S405)', async () => {
  const { page, open } = await site.visitor();
  await open('/graph');
  await page.getByLabel('Drop a log here, or choose it').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Dear diary,\nno numbers today.\n'),
  });
  const alert = page.getByRole('alert').filter({ hasText: 'Error uploading log' });
  await alert.getByText(unrecognisedLogText).waitFor();

  // A log with too few samples is drawn with its number of rows, and no power is estimated.
  const lines = Array.from({ length: 12 }, (_, at) => `${at},${800 + at},1`);
  await page.getByLabel('Drop a log here, or choose it').setInputFiles({
    name: 'idle.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Time (s),Engine Speed (rpm),Throttle (%)', ...lines].join('\n')),
  });
  await page.getByText('12 rows, 3 channels').waitFor();
  await page.getByRole('button', { name: 'Virtual dyno' }).click();
  await page.getByText('No pull to estimate power from').waitFor();
});

/** One pull of eight seconds with knock at its middle, and the track it was driven on. */
function knockingLog(): Buffer {
  const lines = [
    'Time (sec),RPM (rpm),Accel Position (%),Knock Retard (deg),Lambda (λ),Latitude (deg),Longitude (deg)',
  ];
  for (let nth = 0; nth < 200; nth++) {
    const time = nth / 10;
    const pullS = time >= 5 && time < 13 ? time - 5 : null;
    const row = [
      time.toFixed(1),
      pullS === null ? 900 : 2000 + 600 * pullS,
      pullS === null ? 0 : 100,
      time >= 9 && time < 10 ? 6 : 0,
      pullS === null ? 1 : 0.85,
      (49.2 + time / 10_000).toFixed(5),
      (-123.1 + (time * time) / 100_000).toFixed(5),
    ];
    lines.push(row.join(','));
  }
  return Buffer.from(lines.join('\n'));
}

test('log studio › reviews a log, measures it, counts it by cell and sends it to a tune request', async () => {
  const { page, open, context } = await site.logInAs('customer');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open('/');
  await page.getByRole('banner').getByRole('link', { name: 'Log studio' }).first().click();
  await page
    .getByLabel('Drop a log here, or choose it')
    .setInputFiles({ name: 'knock.csv', mimeType: 'text/csv', buffer: knockingLog() });
  await page.waitForURL(/\/graph\/[\w-]{22}$/);

  await page.getByRole('button', { name: 'Review 1' }).click();
  await page.getByText('6.00 °').waitFor();
  await page
    .getByText(/The log has no channel for boost/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Attach log' }).click();
  await page.getByText('Attached. Your tuner sees the log with this review.').waitFor();
  const request = await page.getByRole('link', { name: 'Open request' }).getAttribute('href');
  await page.getByRole('link', { name: '9.00 s' }).click();
  await page.waitForURL((url) => url.searchParams.get('at') === '9' && !url.searchParams.has('view'));

  const curves = page.getByRole('group', { name: /^Curves/ });
  await curves.press('a');
  await page
    .getByRole('region', { name: 'Measurement' })
    .getByRole('row', { name: /Knock Retard/ })
    .waitFor();
  await curves.press('n');
  await page.getByLabel('Note', { exact: true }).fill('Knock here');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.waitForURL((url) => /^[\d.]+~Knock here$/.test(url.searchParams.get('n') ?? ''));

  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Use the whole log' }).click();
  await page.getByText('200 samples.').waitFor();
  await page.getByLabel('Filter').fill('pedal >');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText(/At character 8/).waitFor();
  await page.getByLabel('Filter').fill('pedal > 80 and rpm > 2500');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('71 samples.').waitFor();
  await page.getByRole('button', { name: 'Copy table' }).click();
  await page.getByText('Copied.', { exact: false }).waitFor();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(String(copied).split('\n')[0]).toContain('\t');

  await page.getByRole('button', { name: 'Scatter' }).click();
  await page.getByRole('img', { name: /coloured by Lambda/ }).waitFor();

  await open(new URL(request ?? '', site.origin).pathname);
  await page.getByRole('link', { name: 'knock.csv' }).waitFor();
  await page.getByText('1 finding', { exact: true }).waitFor();
});

test('log studio › compares two logs aligned by their first pulls, and the link keeps the comparison', async () => {
  const { page, open } = await site.logInAs('customer');
  const pick = (label: string, name: string, buffer: Buffer) =>
    page.getByLabel(label).setInputFiles({ name, mimeType: 'text/csv', buffer });
  await open('/graph');
  await pick('Drop a log here, or choose it', 'before.csv', madeLog());
  await page.waitForURL(/\/graph\/[\w-]{22}$/);
  await page.getByRole('button', { name: 'Compare' }).click();
  await pick('Choose a log to compare with', 'after.csv', madeLog(5));
  const offset = page.getByLabel('Offset of after.csv');
  await eventually(async () => expect(await offset.isEnabled()).toBe(true));
  expect(await offset.inputValue()).toBe('0');
  await page.getByRole('button', { name: 'Align first pulls' }).click();
  await eventually(async () => expect(Number(await offset.inputValue())).toBeCloseTo(-5, 0));
  // The URL holds the comparison: another tab opens the same.
  await page.reload();
  await page.getByRole('button', { name: 'Compare' }).click();
  await eventually(async () => expect(Number(await offset.inputValue())).toBeCloseTo(-5, 0));
  await page.getByRole('button', { name: /^Pulls/ }).click();
  await page.getByRole('img', { name: /over engine speed, 4 pulls/ }).waitFor();
  await page.getByRole('button', { name: 'Remove after.csv' }).click();
  await page.getByRole('img', { name: /over engine speed, 2 pulls/ }).waitFor();
  await page.waitForURL((url) => !url.searchParams.has('shift'));
});

test('log studio › keeps a layout for the logger and opens the next log with it', async () => {
  const { page, open } = await site.logInAs('customer');
  const choose = (name: string) =>
    page
      .getByLabel('Drop a log here, or choose it')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: madeLog(name.length) });
  await open('/graph');
  await choose('first.csv');
  await page.waitForURL(/\/graph\/[\w-]{22}$/);
  const curves = page.getByTestId('curves');
  await eventually(async () => expect(await curves.getAttribute('data-drawn')).toBe('4'));
  const channels = page.getByRole('region', { name: 'Channels' });
  await channels.getByRole('button', { name: /^Hide Throttle/ }).click();
  await channels.getByRole('button', { name: /^Hide Vehicle/ }).click();
  await eventually(async () => expect(await curves.getAttribute('data-drawn')).toBe('2'));
  await page.getByRole('button', { name: 'Layouts' }).click();
  await page.getByRole('button', { name: 'Save layout' }).click();
  await page.getByText('Enter a name for the layout.').waitFor();
  await page.getByLabel(/^New layout for/).fill('Boost only');
  await page.getByRole('button', { name: 'Save layout' }).click();
  const layouts = page.getByRole('list', { name: 'Layouts' });
  await layouts.getByRole('button', { name: 'Boost only', exact: true }).waitFor();
  await layouts.getByRole('button', { name: 'Open with every log' }).click();
  await layouts.getByRole('button', { name: 'Opens with every log' }).waitFor();

  await open('/graph');
  await choose('second.csv');
  await eventually(async () => expect(await curves.getAttribute('data-drawn')).toBe('2'));
  await page.waitForURL(/\/graph\/[\w-]{22}/);
  await page.getByRole('button', { name: 'Layouts' }).click();
  await layouts.getByRole('button', { name: 'Delete Boost only' }).click();
  await layouts.getByRole('button', { name: 'Boost only', exact: true }).waitFor({ state: 'detached' });
});

test('log studio › saves the table and the review as pictures', async () => {
  const { page, open } = await site.visitor();
  await open('/graph');
  await page
    .getByLabel('Drop a log here, or choose it')
    .setInputFiles({ name: 'knock.csv', mimeType: 'text/csv', buffer: knockingLog() });
  await page.waitForURL(/\/graph\/[\w-]{22}$/);
  const picture = async () => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PNG' }).click(),
    ]);
    return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
  };
  const isPicture = (bytes: Buffer) => bytes.subarray(1, 4).toString() === 'PNG' && bytes.length > 20_000;
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByText(/ samples\.$/).waitFor();
  const table = await picture();
  expect([table.name, isPicture(table.bytes)]).toEqual(['knock-table.png', true]);
  await page.getByRole('button', { name: 'Review 1' }).click();
  await page.getByText('6.00 °').waitFor();
  const review = await picture();
  expect([review.name, isPicture(review.bytes)]).toEqual(['knock-review.png', true]);
});
