import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { catalogFactories } from '../../apps/server/src/testing/catalog.ts';
import { eventually } from '../../apps/server/src/testing/waiting/eventually.ts';
import { caller } from '../harness/api.ts';
import { openSite, type Site } from '../harness/site.ts';
import { hydrated } from '../harness/visit.ts';

const golf = '/catalog/volkswagen/2015/golf-r/2.0l-4-cyl-turbo-292-hp';
const dsg = '6-speed-dsg-awd';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small', REGIONS: '1,2' });
  const { vehicle } = catalogFactories(site.db);
  await vehicle({
    make: 'Longname',
    year: '2015.5',
    model: 'Silverado 2500 HD 4WD Crew Cab Long Bed Chassis',
    engine: '6.0L V8 nobody tunes',
  });
  await vehicle({ make: 'Longname', year: 'Series', model: 'Hauler', engine: '6.0L V8' });
  await vehicle({ make: 'Elsewhere', year: '2017', model: 'Octavia RS', engine: '2.0L TSI', regions: [2] });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const html = async (path: string) => caller(() => site.origin).request<string>('GET', path);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const bar = (page: Page) => page.getByRole('region', { name: 'Your selection' });

test('make, year, model, engine and transmission are chosen step by step, each with its own URL (S008 S065 R042 R064)', async () => {
  const { page, open } = await site.visitor();
  await open('/catalog');
  const steps = [
    ['Volkswagen', '/catalog/volkswagen', 'Volkswagen'],
    ['2015', '/catalog/volkswagen/2015', '2015 Volkswagen'],
    ['Golf R', '/catalog/volkswagen/2015/golf-r', '2015 Volkswagen Golf R'],
    [/2\.0L 4-cyl turbo/, golf, '2015 Volkswagen Golf R'],
    [/DSG, AWD/, `${golf}/${dsg}`, '2015 Volkswagen Golf R'],
  ] as const;
  for (const [name, path, title] of steps) {
    await page
      .getByRole('main')
      .getByRole('link', { name, exact: typeof name === 'string' })
      .first()
      .click();
    await page.waitForURL(`**${path}`);
    await eventually(async () => expect(await heading(page).textContent()).toBe(title));
    expect((await html(path)).status, path).toBe(200);
  }
  await page
    .getByRole('group', { name: 'DSG tune' })
    .getByRole('radio', { name: /DSG Stage 1/ })
    .waitFor();
});

test('the step-by-step picker is reset entirely (S257)', async () => {
  const { page, open } = await site.visitor();
  await open('/catalog');
  const picker = page.getByRole('form', { name: 'Choose your vehicle step by step' }).first();
  const make = picker.getByLabel('Make');
  await make.selectOption('volkswagen');
  await picker.getByLabel('Year').selectOption('2015');
  await picker.getByLabel('Model').selectOption('golf-r');
  await picker.getByRole('button', { name: 'Start over' }).click();
  for (const label of ['Make', 'Year', 'Model', 'Engine'])
    expect(await picker.getByLabel(label).inputValue(), label).toBe('');
  expect(await picker.getByLabel('Year').isDisabled()).toBe(true);
  expect(await picker.getByRole('button', { name: 'Start over' }).count()).toBe(0);
});

test('an invalid year and a vehicle missing from the catalogue respond 404 (S070 R064)', async () => {
  for (const path of [
    '/catalog/volkswagen/twenty',
    '/guide/volkswagen/2015x',
    '/catalog/nobody',
    `${golf}/no-such-gearbox`,
  ]) {
    const answer = await html(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.body).toContain('This page does not exist.');
  }
  for (const path of ['/catalog/longname/2015.5', '/catalog/longname/Series'])
    expect((await html(path)).status, path).toBe(200);
});

test('a URL with a raw vehicle table name redirects to the display name', async () => {
  for (const [from, to] of [
    ['/catalog/volkswagen/2018/golf-sportwagen-4motion?x=1', '/catalog/volkswagen/2018/golf-sportwagen?x=1'],
    ['/guide/audi/2018/a4-quattro', '/guide/audi/2018/a4'],
  ] as const) {
    const answer = await fetch(site.origin + from, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, to]);
  }
});

test('a tune is picked with its requirements; the URL follows, and price and tools are explained (S009)', async () => {
  const { page, open } = await site.visitor();
  await open(golf);
  await page.getByRole('radio', { name: /^Stage 1/ }).check();
  await page.waitForURL(/\?tune=stage-1$/);
  await page.getByRole('checkbox', { name: /^E85 map/ }).check();
  await page.waitForURL(/tune=stage-2&add=e85-map/);
  await eventually(async () => expect(await page.getByRole('radio', { name: /^Stage 2/ }).isChecked()).toBe(true));

  await bar(page).getByRole('button', { name: 'Why this price' }).click();
  const price = page.getByRole('dialog', { name: 'Why this price' });
  await price.getByRole('heading', { name: 'Stage 2' }).waitFor();
  await price.getByRole('heading', { name: 'E85 map' }).waitFor();
  await price.getByText('Total', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  // Nothing that raises the price is preselected; an installation is chosen explicitly, and own tools are stored.
  const total = () =>
    bar(page)
      .getByText(/\d CAD$/)
      .first()
      .textContent();
  const before = await total();
  await bar(page).getByRole('button', { name: 'Choose tools' }).click();
  const tools = page.getByRole('dialog', { name: 'Tools for this selection' });
  expect(await tools.getByRole('radio', { name: 'I already have a tool' }).isChecked()).toBe(true);
  await tools
    .getByRole('link', { name: /^Buy for/ })
    .first()
    .waitFor();
  await tools.getByRole('radio', { name: 'Mail-in service' }).check();
  await eventually(async () => expect(await total()).not.toBe(before));
  await tools.getByRole('radio', { name: 'I already have a tool' }).check();
  await eventually(async () => expect(await total()).toBe(before));
  await tools.getByRole('checkbox').first().check();
  await page.keyboard.press('Escape');
  await bar(page)
    .getByText(/^Your /)
    .waitFor();
  await page.reload();
  await bar(page)
    .getByText(/^Your /)
    .waitFor();
  expect(await total()).toBe(before);

  await page.getByRole('radio', { name: /^Stock/ }).check();
  await page.waitForURL(/\?tune=stock$/);
  await bar(page).getByText('Choose a tune').waitFor();
});

test('a full vehicle path with its query restores the selection (S066)', async () => {
  const { page, open } = await site.visitor();
  await open(`${golf}/${dsg}?tune=stage-2&add=e85-map&dsg=dsg-6-stage-1`);
  await eventually(async () => expect(await page.getByRole('radio', { name: /^Stage 2/ }).isChecked()).toBe(true));
  expect(await page.getByRole('checkbox', { name: /^E85 map/ }).isChecked()).toBe(true);
  expect(await page.getByRole('radio', { name: /^DSG Stage 1/ }).isChecked()).toBe(true);
  await bar(page).getByText('Stage 2 + E85 map + DSG Stage 1', { exact: true }).waitFor();
  await bar(page).getByRole('link', { name: 'Continue' }).waitFor();
});

test('an engine with transmissions asks for one, or to skip it', async () => {
  const { page, open } = await site.visitor();
  await open(`${golf}?tune=stage-1`);
  await bar(page).getByRole('link', { name: 'Choose your transmission' }).waitFor();
  await page.getByRole('link', { name: 'No transmission tune' }).click();
  await page.waitForURL(/transmission=skip/);
  await bar(page).getByRole('link', { name: 'Continue' }).waitFor();
});

test('crank or wheel is stored in the URL, the units in the browser', async () => {
  const { page, open } = await site.visitor();
  await open(`${golf}?tune=stage-1`);
  const power = page.locator('dt:text-is("Power") + dd');
  const [atCrank] = ((await power.textContent()) ?? '').split(' ');
  await page.getByRole('radio', { name: 'Wheel' }).check({ force: true });
  await page.waitForURL(/power=regular/);
  await eventually(async () =>
    expect(Number.parseInt((await power.textContent()) ?? '', 10)).toBeLessThan(Number(atCrank)),
  );
  await page.getByRole('radio', { name: 'kW' }).check({ force: true });
  await open(golf);
  await eventually(async () => expect(await power.textContent()).toContain('kW'));
});

test('typed text finds the vehicle by keyboard only, and the vehicle is remembered (R042)', async () => {
  const { page, open } = await site.visitor();
  await open('/catalog');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  const box = page.getByRole('combobox', { name: 'Find your vehicle' });
  const own = await box.getAttribute('id');
  expect(own).toBeTruthy();
  expect(await page.evaluate('document.activeElement.id')).toBe(own);
  await page.keyboard.type('golf r 2015 dsg');
  const hit = page.getByRole('listbox', { name: 'Results' }).getByRole('option').first();
  await hit.waitFor();
  expect(await hit.textContent()).toContain('Golf R');
  await page.keyboard.press('Escape');
  await hit.waitFor({ state: 'hidden' });
  await page.keyboard.press('ArrowDown');
  await hit.waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${golf}/${dsg}`);
  await page.getByRole('heading', { level: 1, name: '2015 Volkswagen Golf R' }).waitFor();
  await open('/catalog');
  const again = page.getByRole('link', { name: /^Continue with 2015 Volkswagen Golf R/ });
  await again.click();
  await page.waitForURL(`**${golf}/${dsg}`);
});

test('five dependent drop-downs lead to the same vehicle', async () => {
  const { page, open } = await site.visitor();
  await open('/catalog');
  const choose = async (label: string, option: string | RegExp) => {
    const list = page.getByRole('combobox', { name: label, exact: true });
    await eventually(async () => expect(await list.isEnabled()).toBe(true));
    const value = await list.locator('option').filter({ hasText: option }).first().getAttribute('value');
    await list.selectOption(value ?? '');
  };
  await choose('Make', /^Volkswagen$/);
  await choose('Year', '2015');
  await choose('Model', /^Golf R$/);
  await choose('Engine', '2.0L 4-cyl turbo');
  await choose('Transmission', /DSG/);
  await page.getByRole('button', { name: 'Show tunes' }).click();
  await page.waitForURL(`**${golf}/${dsg}`);
});

test('without JavaScript every step is a link and the engine page shows tunes, prices and the curve', async () => {
  const { page, allow } = await site.visitor({ javaScriptEnabled: false });
  // Console message of a browser without scripts.
  allow(/^failed request: GET .*\.js csp$/);
  await page.goto('/catalog?search=golf+r+2015+dsg');
  await page
    .getByRole('link', { name: /2015 Volkswagen Golf R/ })
    .first()
    .click();
  await page.waitForURL(/golf-r/);
  await page.goto(golf);
  await eventually(async () => expect(await page.getByRole('radio', { name: /^Stage 2/ }).count()).toBe(1));
  expect(await page.getByText(/\d+\.\d\d\s*CAD/).count()).toBeGreaterThan(2);
  expect(
    await page
      .getByRole('img', { name: /at the peak$/ })
      .locator('path')
      .count(),
  ).toBeGreaterThan(4);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: '2015' }).click();
  await page.waitForURL('**/catalog/volkswagen/2015');
  await eventually(async () => expect(await page.getByRole('link', { name: 'Golf R', exact: true }).count()).toBe(1));
});

test('search engines get a title, a description, one canonical URL, breadcrumbs and offers', async () => {
  const { body } = await html(`${golf}?tune=stage-1&utm_source=x`);
  expect(body).toContain('<title>2015 Volkswagen Golf R 2.0L 4-cyl turbo 292 hp tuning · Tuneport</title>');
  expect(body).toContain(`rel="canonical" href="${site.origin}${golf}"`);
  const scripts = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text]) => JSON.parse(text ?? '') as { '@type': string; offers?: { price: string } },
  );
  expect(scripts[0]?.['@type']).toBe('BreadcrumbList');
  const products = scripts.filter((script) => script['@type'] === 'Product');
  expect(products.length).toBeGreaterThan(2);
  for (const product of products) expect(product.offers?.price).toMatch(/^\d+\.\d\d$/);
  // The factory figures of the vehicle, and a gain marked as an estimate.
  expect(body).toContain('292 hp · 280 lb-ft');
  expect(body).toContain('Gains are estimates for this kind of engine');
});

test('all tunes are one list, searched and paged by the URL (S063 R043)', async () => {
  const { page, open } = await site.visitor();
  await open('/catalog/all-tunes');
  expect(await heading(page).textContent()).toBe('All tunes');
  const list = page.getByRole('list', { name: 'All tunes', exact: true });
  const first = await list.getByRole('listitem').first().textContent();
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await page.waitForURL(/page=2/);
  await eventually(async () => expect(await list.getByRole('listitem').first().textContent()).not.toBe(first));
  await page.getByRole('combobox', { name: 'Search tunes and vehicles' }).fill('no such tune at all');
  await page.getByRole('button', { name: 'Search' }).last().click();
  await page.getByText('No tune matches this search.').waitFor();
});

test('tune lists are titled by vehicle, and filtered and sorted by the URL, without script and with it', async () => {
  const titles = (body: string) =>
    [...body.matchAll(/<h2[^>]*tuneName[^>]*>(.*?)<\/h2>/gs)].map(([, text]) =>
      (text ?? '').replace(/<[^>]+>/g, '').trim(),
    );
  const all = titles((await html('/catalog/all-tunes')).body);
  expect(all.length).toBeGreaterThan(10);
  expect(new Set(all).size, all.join('\n')).toBe(all.length);
  // The cached page of one filter is not that of another.
  const ofMake = titles((await html('/catalog/all-tunes?make=mazda&aspiration=turbo')).body);
  expect(ofMake.length).toBeGreaterThan(0);
  for (const title of ofMake) expect(title).toContain('Mazda');
  expect((await html('/catalog/all-tunes?make=tesla&fuel=diesel')).body).toContain('No tune matches all');

  const { page, open } = await site.visitor();
  await open('/catalog/stage-1?make=volkswagen');
  await page.getByLabel('Sort by').selectOption('gain');
  await page.waitForURL(/make=volkswagen&sort=gain/);
  await page.getByRole('link', { name: 'Clear all filters' }).click();
  await page.waitForURL((url) => !url.search.includes('make'));
  await page
    .getByRole('list', { name: 'Stage 1' })
    .getByRole('link', { name: /Stage 1/ })
    .first()
    .click();
  await page.waitForURL(/\/catalog\/.+\?tune=/);
});

test('the ten tune kinds have pages, and none is treated as a make (S064 R044 R045 R046 R047 R048 R049 R050 R051 R052 R053)', async () => {
  const titles = {
    engine: 'Engine',
    turbo: 'Turbo',
    performance: 'Performance',
    eco: 'Eco',
    tcu: 'Transmission',
    'stage-1': 'Stage 1',
    'stage-2': 'Stage 2',
    'stage-3': 'Stage 3',
    'stage-4': 'Stage 4',
    'diesel-tuning': 'Diesel',
  };
  for (const [slug, title] of Object.entries(titles)) {
    const { status, body } = await html(`/catalog/${slug}`);
    expect([slug, status]).toEqual([slug, 200]);
    expect(body).toMatch(new RegExp(`<h1[^>]*>${title}`));
    expect(body).toContain(`rel="canonical" href="${site.origin}/catalog/${slug}"`);
  }
});

test('guides use the same path, down to the engine, and link to its tunes (S071 R065)', async () => {
  const { page, open } = await site.visitor();
  await open('/guide');
  await page.getByRole('main').getByRole('link', { name: 'Volkswagen', exact: true }).first().click();
  await page.waitForURL('**/guide/volkswagen');
  await page.getByRole('heading', { level: 1, name: /Volkswagen/ }).waitFor();
  for (const [name, path] of [
    ['2015', '/guide/volkswagen/2015'],
    ['Golf R', '/guide/volkswagen/2015/golf-r'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**${path}`);
  }
  await page
    .getByRole('main')
    .getByRole('link', { name: /2\.0L 4-cyl turbo/ })
    .click();
  await page.waitForURL(`**${golf.replace('/catalog', '/guide')}`);
  await page.getByRole('link', { name: 'See available tunes' }).click();
  await page.waitForURL(`**${golf}`);
  expect((await html('/guide/longname/Series')).status).toBe(200);
});

test('dyno charts of all tunes with a curve are listed, each with its URL (R252)', async () => {
  const { page, open } = await site.visitor();
  await open('/dyno');
  const list = page.getByRole('list', { name: 'Tunes with a curve' });
  await list.getByRole('link').nth(2).click();
  await page.waitForURL(/dyno=\d+/);
  await eventually(async () => expect(await list.getByRole('link').nth(2).getAttribute('aria-current')).toBe('true'));
  await page.getByRole('link', { name: 'View for this vehicle' }).click();
  await page.waitForURL(/\/catalog\/.*\?tune=/);
});

test('an engine without tunes accepts an address for notification, and reports an invalid one', async () => {
  const { page, open, allow } = await site.visitor();
  allow(/status of 422/);
  await open('/catalog/longname/2015.5/silverado-2500-hd-4wd-crew-cab-long-bed-chassis/6.0l-v8-nobody-tunes');
  expect(await page.getByText('No dyno data yet').count()).toBe(1);
  const email = page.getByRole('textbox', { name: 'E-mail' });
  // Its chunk is loaded after that of the page.
  await hydrated(page, email);
  await email.fill('nobody');
  await page.getByRole('button', { name: 'Notify me' }).click();
  await page.getByText('Enter an e-mail address such as name@example.com.').waitFor();
  await email.fill('casey@example.test');
  await email.press('Enter');
  await page.getByText('We will let you know.').waitFor();
  const rows = await site.db.selectFrom('catalog_subscriptions').select('email').execute();
  expect(rows.map((row) => row.email)).toEqual(['casey@example.test']);
});

test('a vehicle of the other region offers to switch region', async () => {
  const { page, open } = await site.visitor();
  await open('/catalog/elsewhere/2017');
  expect(await heading(page).textContent()).toBe('This vehicle is in the catalogue for Europe');
  await page.getByRole('button', { name: 'Switch to Europe' }).click();
  await eventually(async () => expect(await heading(page).textContent()).toBe('2017 Elsewhere'));
});

test('chart code loads when the chart is visible, without layout shift', async () => {
  const { page, open, requests } = await site.visitor({ viewport: { width: 390, height: 400 } });
  const charts = () => requests.filter((request) => /DynoPlot-.*\.js/.test(request.url())).length;
  await page.addInitScript({
    content: `window.moved = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.moved += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });`,
  });
  await open(golf);
  await page.waitForLoadState('networkidle');
  expect(charts()).toBe(0);
  await page.locator('[class*="_dyno_"]').first().scrollIntoViewIfNeeded();
  await page.mouse.move(40, 200);
  await page.mouse.move(60, 220);
  await eventually(() => expect(charts()).toBeGreaterThan(0));
  await page.locator('canvas').waitFor();
  expect(await page.evaluate('window.moved')).toBeLessThan(0.02);
});

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

test('a picker step and a chosen tune have no accessibility violations, in light and dark', async () => {
  // Steps and states of a page; the crawl of all page types only sees each as it opens.
  const paths = ['/catalog/volkswagen/2015', `${golf}/${dsg}?tune=stage-2`];
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, open, context } = await site.visitor({ colorScheme, doNotTrack: true });
    await context.addInitScript({ content: readFileSync(axeFile, 'utf8') });
    for (const path of paths) {
      await open(path);
      await page.waitForLoadState('networkidle');
      const faults = await page.evaluate(
        `axe.run().then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html.slice(0, 160)))`,
      );
      expect([colorScheme, path, faults]).toEqual([colorScheme, path, []]);
    }
  }
});
