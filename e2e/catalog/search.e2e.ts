import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { caller, loggedIn } from '../harness/api.ts';
import { openSite, type Site } from '../harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const vin = 'WVWZZZ1KZFW900101';

test('VIN in the search box narrows to make and year and is in no URL, history or page view', async () => {
  const { page, open } = await site.visitor();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await open('/');
  const box = page.getByRole('combobox', { name: 'Find your vehicle' });
  await box.fill(`  ${vin.slice(0, 3).toLowerCase()} ${vin.slice(3)} `);
  await page.getByText('Volkswagen, model year 2015 or 1985, Germany.').filter({ visible: true }).first().waitFor();
  await page.getByRole('option', { name: /^2015 Volkswagen/ }).waitFor();
  await box.press('Enter');
  await page.waitForURL('**/catalog/volkswagen/2015');
  expect(addresses.filter((address) => address.toUpperCase().includes(vin.slice(3)))).toEqual([]);
  const views = await site.db.selectFrom('page_views').selectAll().execute();
  expect(JSON.stringify(views.map(({ path, query, referrer, title }) => [path, query, referrer, title]))).not.toMatch(
    new RegExp(vin, 'i'),
  );
});

test('invalid VIN reports the character and its position, and Enter opens nothing', async () => {
  const { page, open } = await site.visitor();
  await open('/catalog');
  const box = page.getByRole('combobox', { name: 'Find your vehicle' });
  await box.fill('1FTTISTC7JR900002');
  await page.getByText('Character 5 is “I”.').filter({ visible: true }).first().waitFor();
  await box.press('Enter');
  await box.fill('1FATESTBXFH900001');
  await page
    .getByText('Character 9 is “X”, but the other characters require “9”.')
    .filter({ visible: true })
    .first()
    .waitFor();
  await box.press('Enter');
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/catalog');
});

test('search box of the nav bar finds vehicles, tunes and products in groups, by keyboard', async () => {
  const { page, open } = await site.visitor();
  await open('/dealers');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  const box = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox', { name: 'Search the site' });
  const own = await box.getAttribute('id');
  await eventually(async () => expect(await page.evaluate('document.activeElement.id')).toBe(own));
  await page.keyboard.type('golf r 2015 stage 2');
  const results = page.getByRole('listbox', { name: 'Results' });
  await results.getByRole('group', { name: 'Vehicles' }).getByRole('option').first().waitFor();
  const tune = results.getByRole('group', { name: 'Tunes' }).getByRole('option').first();
  expect(await tune.textContent()).toBe('Stage 22015 Volkswagen Golf R');
  await box.fill('flashzila');
  await results
    .getByRole('group', { name: 'Products' })
    .getByRole('option', { name: /^FlashZilla V3/ })
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/products/flashzilla-*');
  await eventually(async () => expect(await page.getByRole('dialog', { name: 'Search' }).isVisible()).toBe(false));
});

test('not-found page has the search box, and lists search tunes by vehicle', async () => {
  const { page, open, allow } = await site.visitor();
  allow(/404/);
  await open('/no-such-page');
  await page.getByRole('combobox', { name: 'Search the site' }).fill('golf r 2015');
  await page
    .getByRole('option', { name: /^2015 Volkswagen Golf R/ })
    .first()
    .waitFor();
  await open('/catalog/all-tunes');
  const box = page.getByRole('combobox', { name: 'Search tunes and vehicles' });
  await box.fill('stage 1 golf r 2015');
  await box.press('Enter');
  await page.waitForURL(/search=stage\+1\+golf\+r\+2015/);
  await page.getByText(/^\d+ tunes? for “stage 1 golf r 2015”$/).waitFor();
  expect(
    await page.getByRole('list', { name: 'All tunes', exact: true }).getByRole('listitem').first().textContent(),
  ).toContain('Volkswagen Golf R');
});

test('browser reads the feature switches and shows their notices (S448)', async () => {
  const staff = await loggedIn(() => site.origin, 'admin');
  const set = (name: string, value: unknown) =>
    staff.request('PUT', `/api/v1/admin/switch-states/${name}`, { body: { value } });
  expect((await set('fzl-shortage', true)).status).toBe(200);
  expect((await set('fzl-shortage-month', '2027-03')).status).toBe(200);
  const { page, open } = await site.visitor();
  const switchRequest = page.waitForRequest((request) => request.url().endsWith('/api/switch-states'));
  await open('/products');
  expect((await switchRequest).method()).toBe('GET');
  await page.getByText('FlashZilla Lite is in short supply. New orders ship from March 2027.').waitFor();
  await set('fzl-shortage', false);
});

test('pages of missing catalogue records respond 404', async () => {
  const staff = await loggedIn(() => site.origin, 'admin');
  const status = async (path: string) =>
    (await staff.request('GET', `/catalog-manage/${path}`, { headers: { accept: 'text/html' } })).status;
  for (const kind of ['makes', 'engines', 'transmissions', 'tunes', 'guides', 'tune-types', 'price-tiers'])
    for (const id of ['999999', '99999999999', 'abc']) expect(await status(`${kind}/${id}`), `${kind}/${id}`).toBe(404);
  expect(await status('tune-type-groups/999999')).toBe(404);
  expect(await status('makes/999999/seo')).toBe(404);
  expect(await status('tunes/999999/mass-attach')).toBe(404);
  const { body } = await staff.request<{ data: { id: number }[] }>('GET', '/api/v1/admin/ecu/makes');
  expect(await status(`makes/${body.data[0]?.id}`)).toBe(200);
  expect(await status('makes/new')).toBe(200);
});

test('list past its end reports it and links to its first page', async () => {
  const visitor = caller(() => site.origin);
  for (const path of ['/catalog/all-tunes', '/products', '/dyno', '/catalog/stage-1']) {
    const { status, body } = await visitor.request<string>('GET', `${path}?page=99999`);
    expect([status, body.includes('Page 99999 does not exist.'), body.includes('Go to the first page')], path).toEqual([
      200,
      true,
      true,
    ]);
  }
});
