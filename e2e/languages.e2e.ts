import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RouteRow, routedRows } from '../apps/web/src/route-table.ts';
import { type Caller, caller, loggedIn } from './harness/api.ts';
import { judge, kindsOf } from './harness/looks.ts';
import { sampleAddress, sampleVehicle } from './harness/sample-address.ts';
import { openSite, type Site } from './harness/site.ts';
import { hydrated } from './harness/visit.ts';

let site: Site;
let vehicle: Record<string, string>;
beforeAll(async () => {
  site = await openSite();
  vehicle = await sampleVehicle(caller(() => site.origin));
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const texts = new URL('../packages/domain/texts/', import.meta.url);
type Entry = Record<'de' | 'fr', string | object>;
const catalogue = readdirSync(texts).flatMap((name) =>
  Object.entries(JSON.parse(readFileSync(new URL(name, texts), 'utf8')) as Record<string, Entry>),
);
/** English texts that a page in the other language must not show. */
const englishOf = (language: 'de' | 'fr') =>
  new Set(catalogue.filter(([text, entry]) => entry[language] !== text).map(([text]) => text));

/** Areas whose texts are translated; names of categories and the like are data, which is in English. */
const areas = ['shell', 'auth', 'account', 'catalog', 'store', 'tuning'];
const data = new Set(['Engine tuning', 'Electric', 'For', 'Fuel', 'Software']);
/** The list of notifications shows titles of mails, in the language they were sent in. */
const isMailTitle = (row: RouteRow, text: string) =>
  row.path === '/notifications' && text === 'An API key was created for your account';
const isTranslated = (row: RouteRow) =>
  areas.includes(row.area) &&
  row.redirect === null &&
  row.file !== null &&
  !/ContentPage|features\/(content|support|graph|dealers|tuners|units|tuning\/work)|pages\/(Dealer|ToolOrders|TuningTicket)/.test(
    row.file,
  );

const decoded = (text: string) =>
  text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Everything a page shows or says, piece by piece. */
function shownBy(html: string): string[] {
  const body = html.slice(html.indexOf('<body')).replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '');
  const attributes = [...body.matchAll(/\s(?:aria-label|placeholder|title|alt)="([^"]*)"/g)].map(
    ([, text = '']) => text,
  );
  return [...body.replace(/<!--[\s\S]*?-->/g, '').split(/<[^>]*>/), ...attributes].map((text) => decoded(text).trim());
}

async function englishRemains(who: Caller, rows: readonly RouteRow[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const language of ['de', 'fr'] as const) {
    const english = englishOf(language);
    for (const row of rows) {
      const address = `/${language}${sampleAddress(row, vehicle)}`.replace(/\/$/, '');
      const { status, body } = await who.request<string>('GET', address);
      if (status >= 300 && status < 400) continue;
      if (!body.includes(`<html lang="${language}"`)) wrong.push(`${address}: has no language`);
      for (const text of new Set(shownBy(body)))
        if (english.has(text) && !data.has(text) && !isMailTitle(row, text)) wrong.push(`${address}: ${text}`);
    }
  }
  return wrong;
}

test('public pages in German and French have no English texts of the catalogue', async () => {
  const visitor = caller(() => site.origin);
  const home = routedRows.filter(({ path }) => path === '/');
  expect(
    await englishRemains(visitor, [...home, ...routedRows.filter((row) => row.guard === null && isTranslated(row))]),
  ).toEqual([]);
});

test('the pages of a customer in German and French have no English texts of the catalogue', async () => {
  const customer = await loggedIn(() => site.origin, 'customer');
  expect(
    await englishRemains(
      customer,
      routedRows.filter((row) => row.guard !== null && isTranslated(row)),
    ),
  ).toEqual([]);
});

test('a German page hydrates, stays German on navigation, fits 360 px and passes axe', async () => {
  const visit = await site.visitor({ locale: 'de-DE', reducedMotion: 'reduce' });
  const { page } = visit;
  const wrong: string[] = [];
  const rows = kindsOf((row) => row.guard === null && isTranslated(row) && row.kind === 'page' && row.id !== 'R001');
  visit.allow(/status of 4(04|03|22)/);
  for (const row of rows) {
    const address = `/de${sampleAddress(row, vehicle)}`;
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit.open(address);
    await visit.quiet();
    await judge(page, 'main', (text) => wrong.push(`${address}: ${text}`));
    await page.setViewportSize({ width: 360, height: 800 });
    const over = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (over > 0) wrong.push(`${address}: scrolls sideways by ${over} px at 360`);
  }
  expect(wrong).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit.open('/de');
  await page.getByRole('link', { name: 'Katalog', exact: true }).first().click();
  await page.waitForURL('**/de/catalog');
  await page.getByRole('heading', { name: 'Was fahren Sie?' }).waitFor();
});

test('the language switch leads to the same page, and the choice applies to pages of the person', async () => {
  const { page, open } = await site.logInAs('customer');
  await open('/catalog?search=golf');
  await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click();
  await page.waitForURL('**/de/catalog?search=golf');
  await page.goto('/profile');
  await hydrated(page);
  expect(new URL(page.url()).pathname).toBe('/de/profile');
  await page.getByRole('heading', { level: 1, name: 'Mein Profil' }).waitFor();
  await page.getByRole('navigation', { name: 'Sprache' }).getByRole('link', { name: 'English' }).click();
  await page.waitForURL('**/profile');
  await page.getByRole('heading', { level: 1, name: 'My profile' }).waitFor();
});

test('the language switch of a page of the person works before scripts are ready', async () => {
  const { page, open, allow } = await site.logInAs('customer');
  allow(/ERR_FAILED|Failed to fetch dynamically imported module|^error: +\(on /);
  await open('/profile?set-language=de');
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/profile', { waitUntil: 'commit' });
  await page.getByRole('navigation', { name: 'Sprache' }).getByRole('link', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'My profile' }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/profile');
});

test('a browser in another language gets an offer, not a redirect', async () => {
  const { page, open } = await site.visitor({ locale: 'fr-FR' });
  await open('/catalog');
  expect(new URL(page.url()).pathname).toBe('/catalog');
  await page.getByRole('link', { name: 'Voir cette page en français' }).click();
  await page.waitForURL('**/fr/catalog');
  await page.getByRole('heading', { level: 1, name: 'Que conduisez-vous ?' }).waitFor();
  expect(await page.getByRole('link', { name: /View this page|Voir cette page/ }).count()).toBe(0);
});

test('public pages name each other in all languages, and refusals are in the language of the page', async () => {
  const visitor = caller(() => site.origin);
  const { body } = await visitor.request<string>('GET', '/de/catalog');
  for (const [language, path] of [
    ['en', '/catalog'],
    ['de', '/de/catalog'],
    ['fr', '/fr/catalog'],
    ['x-default', '/catalog'],
  ])
    expect(body).toContain(`<link rel="alternate" hrefLang="${language}" href="${site.origin}${path}"/>`);
  expect(body).toMatch(
    new RegExp(`rel="canonical" href="${site.origin}/de/catalog"|href="${site.origin}/de/catalog" rel="canonical"`),
  );
  const refused = await fetch(`${site.origin}/api/v1/catalog/engines/999999999`, {
    headers: { 'accept-language': 'de' },
  });
  expect(await refused.json()).toMatchObject({ code: 'not_found', message: 'Nicht gefunden.' });
  expect((await visitor.request('GET', '/es/catalog')).status).toBe(404);
});
