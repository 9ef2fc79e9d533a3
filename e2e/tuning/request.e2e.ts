import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { flashImage, tuned } from '../../apps/server/src/testing/tuning.ts';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
const folder = mkdtempSync(join(tmpdir(), 'tuneport-request-'));
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.settle());
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await site?.close();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const fileOf = (name: string, bytes: Buffer) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

test('a file is uploaded, identified, paid, tuned, reviewed and downloaded (S057 S079 S081 S179 S180 S181 R098 R100 R101 R102 R103 R104 R105 R106 R107 R108 R114 R260 R261)', async () => {
  const original = flashImage(131_072);
  const { page, open, context, tab, calls, allow } = await site.logInAs('customer', { doNotTrack: true });
  allow(/status of 422/);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(original)]), 'golf-read.bin');
  const made = await fetch(`${site.origin}/api/v1/tune-requests`, {
    method: 'POST',
    headers: { cookie, origin: site.origin },
    body: form,
  });
  const { id } = (await made.json()) as { id: number };
  const at = (tab: string) => `/tuning/request/${id}/${tab}`;

  // The bare path and an old download link lead to the status.
  await open(`/request/${id}/download`);
  await page.waitForURL(`**${at('status')}`);
  await page.getByRole('link', { name: 'Choose your car' }).click();
  // An error is shown at its field, and the typed value is kept.
  const vin = page.getByRole('textbox', { name: /^VIN(?!,)/ });
  await vin.fill('wvw zzz 1kz aw 12345');
  await button(page, 'Save').click();
  await page.getByText(/^A VIN has 17 letters and digits/).waitFor();
  await vin.fill('wvw zzz 1kz aw 123456');
  await button(page, 'Save').click();
  await eventually(async () => expect(await vin.inputValue()).toBe('WVWZZZ1KZAW123456'));
  // Unsaved information is saved when the vehicle is selected.
  await page.getByRole('textbox', { name: /^Modifications/ }).fill('Intake and downpipe');
  await page.getByLabel('Make, model, year and engine').fill('volkswagen golf r 2015');
  await button(page, 'Search').click();
  await page.getByRole('list', { name: 'Cars found' }).getByRole('button', { name: 'Choose' }).first().click();
  await page.waitForURL(`**${at('tunes')}`);
  await page.getByText('Choose at least one tune first.').waitFor();
  await open(at('information'));
  expect(await page.getByRole('textbox', { name: /^Modifications/ }).inputValue()).toBe('Intake and downpipe');
  await open(at('tunes'));
  // The same rows as on the page of the engine: stock first, then its tunes, with their gain and a curve.
  const rows = (on = page) => on.getByRole('group', { name: 'Engine tune' }).getByRole('radio');
  const tunes = (on = page) => rows(on).nth(1);
  await page.getByRole('heading', { level: 2, name: /^Stage 1/ }).waitFor();
  await page.getByRole('img', { name: /at the peak$/ }).waitFor();
  await tunes().check();
  await page.getByText(/^1 tune/).waitFor();
  // The selection survives a reload and is shared with other tabs, including its removal.
  await page.reload();
  await eventually(async () => expect(await tunes().isChecked()).toBe(true));
  const second = await tab();
  await open(at('tunes'), second);
  await eventually(async () => expect(await tunes(second).isChecked()).toBe(true));
  await rows(second).first().check();
  await eventually(async () => expect(await tunes().isChecked()).toBe(false));
  await second.close();

  for (const [tab, heading] of [
    ['custom-tuning', 'Custom tune'],
    ['tuning-help', 'Help with this file'],
    ['link-purchase', 'Tunes you bought before'],
  ] as const) {
    await open(at(tab));
    await page.getByRole('heading', { name: heading }).waitFor();
  }

  await open(at('tunes'));
  await tunes().check();
  await button(page, 'See the price').click();
  await page.waitForURL(`**${at('purchase')}`);
  await page.getByRole('heading', { name: 'Payment' }).waitFor();
  await page.getByLabel('Saved address').waitFor();
  const agreed = page.getByLabel('I have read this and agree');
  expect(await agreed.isChecked()).toBe(false);
  await agreed.check();
  // Consent is stored by hash: the same text is not shown twice, a changed one is.
  await page.reload();
  await eventually(async () => expect(await agreed.isChecked()).toBe(true));
  await page.evaluate(
    'for (const key of Object.keys(localStorage).filter((key) => key.startsWith(\'tuneport.tuning\'))) localStorage.setItem(key, localStorage.getItem(key).replace(/"disclaimerHash":"./, \'"disclaimerHash":"x\'))',
  );
  await page.reload();
  await agreed.waitFor();
  expect(await agreed.isChecked()).toBe(false);
  await agreed.check();
  await page.getByLabel('Test card number').fill('4242 4242 4242 4242');
  await button(page, /^Pay/).click();
  await page.waitForURL(`**${at('status')}`);
  await page.getByText('In the queue').filter({ visible: true }).first().waitFor();
  // An unsent draft survives a reload and is cleared once sent.
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('It has a sport exhaust.');
  await page.reload();
  await eventually(async () => expect(await message.inputValue()).toBe('It has a sport exhaust.'));
  await button(page, 'Send message').click();
  await page.getByRole('list', { name: 'Messages' }).getByText('It has a sport exhaust.').waitFor();
  await eventually(async () => expect(await message.inputValue()).toBe(''));
  await open(at('link-purchase'));
  await page.getByText(/^This request is paid with TN-/).waitFor();
  await open(at('status'));

  const work = await site.logInAs('tuner', { doNotTrack: true });
  work.allow(/status of 422/);
  await work.open('/tuner/pools');
  await work.page.getByRole('heading', { name: 'Queues' }).waitFor();
  await work.page
    .getByRole('region', { name: 'Board' })
    .getByRole('link', { name: new RegExp(`TR-0*${id} · `) })
    .click();
  await work.page.waitForURL(`**${at('status')}`);
  await button(work.page, 'Take this request').click();
  await work.page.getByText('In progress').filter({ visible: true }).first().waitFor();
  // A note is visible only to staff and tuners; the button names which of the two is sent.
  await work.page.getByRole('textbox', { name: 'Message' }).fill('Checksum block at the end.');
  await work.page.getByLabel('A note for tuners and staff only').check();
  await button(work.page, 'Save note').click();
  await work.page.getByText('Internal note (tuners and staff)').waitFor();
  await work.open(at('files'));
  // Staff may reassign it at any time.
  const staff = await site.logInAs('admin', { doNotTrack: true });
  await staff.open(at('status'));
  await button(staff.page, 'Assign to tuner').click();
  const giving = staff.page.getByRole('dialog', { name: 'Assign to a tuner?' });
  await giving.getByLabel('Tuner', { exact: true }).selectOption({ label: 'Toni Curve · Longroad Calibration' });
  await giving.getByRole('button', { name: 'Assign to tuner' }).click();
  await staff.page.getByText('Assigned to a tuner').waitFor();

  const chooser = work.page.getByLabel('Drop the tuned file here, or choose it');
  await chooser.setInputFiles(fileOf('other.bin', flashImage(65_536)));
  await work.page.getByText(/The original has .* bytes, but this file/).waitFor();
  await chooser.setInputFiles(fileOf('golf-tuned.bin', tuned(original)));
  await work.page.getByText('In review').filter({ visible: true }).first().waitFor();
  // It is listed among the files of the request, and not again under the upload form.
  await work.page.getByRole('heading', { name: 'Add file' }).waitFor();
  expect(await work.page.getByText('golf-tuned.bin', { exact: true }).count()).toBe(1);

  await staff.open('/admin/tune-requests?state=in_review');
  await staff.page.getByRole('link', { name: new RegExp(`TR-0*${id}`) }).click();
  await staff.page.waitForURL(new RegExp(`/admin/tune-requests/${id}\\b`));
  await button(staff.page, 'Approve and deliver').click();
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Approve and deliver' }).click();
  await staff.page.getByText('Ready').filter({ visible: true }).first().waitFor();

  // The customer's page is notified by the stream and has not polled.
  await page.getByText('Ready').filter({ visible: true }).first().waitFor();
  expect(calls(`GET /v1/tune-requests/${id}/live`).length).toBeGreaterThan(0);
  expect(calls(`GET /v1/tune-requests/${id}/poll`)).toEqual([]);
  await page.getByRole('link', { name: 'Download the tuned file' }).click();
  const waiting = page.waitForEvent('download');
  await page
    .getByRole('list', { name: 'Files of this request' })
    .getByRole('link', { name: 'Download' })
    .first()
    .click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe('golf-tuned.bin');
  await page
    .getByText(/64 bytes|changed/i)
    .first()
    .waitFor();
  await open('/tuning/requests');
  await page.getByText('Ready').filter({ visible: true }).first().waitFor();
  await page
    .getByRole('region', { name: 'Recent activity' })
    .getByText(/^TR-/)
    .filter({ visible: true })
    .first()
    .waitFor();
});

test('a tuner has queues, and earnings down to every sale and transfer (R113 R114 R115 R116 R117 S004 S083)', async () => {
  const { page, open, allow } = await site.logInAs('tuner', { doNotTrack: true });
  // A member of exactly one tuner is redirected to it.
  await open('/tuner');
  await page.waitForURL('**/tuner/1');
  await page.getByRole('heading', { name: 'Longroad Calibration' }).waitFor();
  const balance = page.getByRole('region', { name: 'Balance in CAD' });
  for (const word of ['Available', 'On hold', 'On its way', 'Paid out'])
    await balance.getByText(word).filter({ visible: true }).first().waitFor();
  await page.getByRole('figure', { name: /Earned and paid out by month/ }).waitFor();

  await balance.getByRole('link', { name: 'View entries' }).click();
  await page.getByRole('heading', { name: 'Entries' }).waitFor();
  await page.getByRole('table').getByText('Available').filter({ visible: true }).first().waitFor();
  expect(await page.getByRole('table').getByText('Paid out').count()).toBe(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /CSV/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/^earnings.*\.csv$/);

  await page.getByRole('link', { name: 'Transfers' }).click();
  await page.getByRole('table').getByRole('link', { name: 'PO-000002' }).click();
  await page.getByRole('heading', { name: 'Transfer PO-000002' }).waitFor();
  await page.getByRole('link', { name: 'Group PR-00001' }).click();
  await page.getByRole('heading', { name: 'Transfer group PR-00001' }).waitFor();
  await page.getByRole('link', { name: 'PO-000002' }).waitFor();

  await open('/tuner/1/sales');
  await page.getByRole('table').getByText('Stage 1').filter({ visible: true }).first().waitFor();
  await open('/tuner/1/report');
  await page.getByText('Promise times met').waitFor();
  await page.getByRole('link', { name: 'Queues' }).first().click();
  await page.getByRole('heading', { name: /^Longroad/ }).waitFor();

  // A tuner the user does not belong to is not found.
  allow(/status of 404/);
  await open('/tuner/2');
  await page.getByRole('heading', { level: 1, name: /does not exist/ }).waitFor();
});
