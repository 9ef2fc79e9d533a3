import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isBackOffice } from '../apps/web/src/platform/page.ts';
import { type RouteRow, routedRows } from '../apps/web/src/route-table.ts';
import { type Caller, caller, loggedIn } from './harness/api.ts';
import { filled, sampleAddress, sampleVehicle } from './harness/sample-address.ts';
import { openSite, type Site } from './harness/site.ts';
import { hydrated, type Visit } from './harness/visit.ts';

let site: Site;
let vehicle: Record<string, string>;
beforeAll(async () => {
  site = await openSite();
  vehicle = await sampleVehicle(caller(() => site.origin));
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the table says must happen when somebody opens the address of a row. */
function expected(row: RouteRow, signedIn: boolean): { status: number; to?: string } {
  if (row.id === 'R001' || row.id === 'R002') return { status: 404 };
  if (row.id === 'R003') return { status: 403 };
  if (row.shownWhen !== null) return { status: 404 };
  if (row.guard !== null && !signedIn) return { status: 302, to: '/auth/login' };
  // Nobody has bought anything here yet.
  if (row.id === 'R242' || row.id === 'R243') return { status: 404 };
  if (row.redirect !== null) return { status: 302, to: filled(row.redirect, row.vehicle ? vehicle : undefined) };
  return { status: 200 };
}

async function crawl(who: Caller, signedIn: boolean): Promise<string[]> {
  const wrong: string[] = [];
  for (const row of routedRows) {
    const address = sampleAddress(row, vehicle);
    const say = (text: string) => wrong.push(`${row.id} ${address}: ${text}`);
    const { status, body, headers } = await who.request<string>('GET', address);
    const wanted = expected(row, signedIn);
    if (status !== wanted.status) say(`answered ${status}, not ${wanted.status}`);
    const to = headers.get('location');
    if (wanted.to !== undefined && to?.split('?')[0] !== wanted.to) say(`leads to ${to}, not ${wanted.to}`);
    if (status >= 300 && status < 400) continue;
    for (const header of ['content-security-policy', 'strict-transport-security', 'x-content-type-options'])
      if (!headers.has(header)) say(`has no ${header}`);
    if (/unsafe-(eval|inline)/.test(/script-src[^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0] ?? ''))
      say('allows any script');
    if (row.guard !== null && !/no-store/.test(headers.get('cache-control') ?? '')) say('may be stored');
    if (row.marks.includes('token-link') && headers.get('referrer-policy') !== 'no-referrer') say('tells its token');
    if (!/<html[^>]* lang="en"/.test(body)) say('has no language');
    if (!/<title>[^<]*\S[^<]*<\/title>/.test(body)) say('has no title');
    // The back office draws in the browser.
    if (!isBackOffice(row.path) && (body.match(/<h1[\s>]/g) ?? []).length !== 1) say('has not exactly one h1');
  }
  return wrong;
}

test('every address of the table answers a visitor as its row says', async () => {
  expect(
    await crawl(
      caller(() => site.origin),
      false,
    ),
  ).toEqual([]);
});

test('every address of the table answers a SuperAdmin as its row says', async () => {
  expect(await crawl(await loggedIn(() => site.origin, 'super'), true)).toEqual([]);
});

/** Pages that are drawn by the same module look alike: one of each kind is enough. */
function kinds(wanted: (row: RouteRow) => boolean): RouteRow[] {
  const rows = routedRows.filter((row) => row.redirect === null && row.shownWhen === null && wanted(row));
  const built = rows.filter((row, at) => row.file !== null && rows.findIndex(({ file }) => file === row.file) === at);
  const notBuilt = rows.filter((row) => row.file === null);
  return [
    ...built,
    ...notBuilt.filter((row) => row.kind === 'page').slice(0, 1),
    ...notBuilt.filter((row) => row.kind === 'print').slice(0, 1),
  ];
}

/** Colours may take a moment to change; judged half-way they would all fail. */
const colouredThrough =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => Promise.race([Promise.allSettled(document.getAnimations().map((each) => each.finished)), new Promise((late) => setTimeout(late, 600))]).then(() => done()))))';

const shots = process.env.SHOTS;
type Finding = { id: string; impact: string; nodes: { target: string[] }[] };

async function look(visit: Visit, rows: readonly RouteRow[]): Promise<string[]> {
  const { page } = visit;
  visit.allow(/status of 4(04|03|22)/);
  const wrong: string[] = [];
  for (const row of rows) {
    const address = sampleAddress(row, vehicle);
    const say = (text: string) => wrong.push(`${row.id} ${address}: ${text}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await hydrated(page).catch(() => say('has no h1, or never came alive'));
    await page.waitForLoadState('networkidle');
    const headings = await page.locator('h1').count();
    if (headings !== 1) say(`has ${headings} h1`);
    for (const width of [360, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (over > 0) say(`scrolls sideways by ${over} px at ${width}`);
      for (const scheme of ['light', 'dark'] as const) {
        if (width === 360) continue;
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await page.evaluate(colouredThrough);
        // The other theme changes colours and nothing else.
        const rules = scheme === 'light' ? null : ['color-contrast'];
        if (width === 1440 && (await audit(page, rules)).length > 0) {
          // Only what is still wrong a moment later: a busy machine draws late.
          await page.waitForTimeout(500);
          for (const finding of await audit(page, rules)) say(`${scheme}: ${finding}`);
        }
        if (shots) await page.screenshot({ path: join(shots, `${row.id}-${width}-${scheme}.png`), fullPage: true });
      }
    }
  }
  return wrong;
}

async function audit(page: Page, rules: readonly string[] | null): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) };
  const findings = await page.evaluate<Finding[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target }) => ({ target })) })))`,
  );
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id} at ${nodes
          .slice(0, 3)
          .map(({ target }) => target.join(' '))
          .join(', ')}`,
    );
}

if (shots) mkdirSync(shots, { recursive: true });

/** Two browsers share the pages: one waits for its network while the other is judged. */
async function lookTwice(open: () => Promise<Visit>, rows: readonly RouteRow[]): Promise<string[]> {
  const halves = [0, 1].map(async (half) =>
    look(
      await open(),
      rows.filter((_, at) => at % 2 === half),
    ),
  );
  return (await Promise.all(halves)).flat();
}

test('every kind of open page fits 360, 390 and 1440 px and passes axe in both themes', async () => {
  const open = () => site.visitor({ reducedMotion: 'reduce' });
  const rows = kinds((row) => row.guard === null);
  expect(await lookTwice(open, rows)).toEqual([]);
}, 300_000);

test('every kind of guarded page fits 360, 390 and 1440 px and passes axe in both themes', async () => {
  const open = () => site.logInAs('super', { reducedMotion: 'reduce' });
  const rows = kinds((row) => row.guard !== null);
  expect(await lookTwice(open, rows)).toEqual([]);
}, 300_000);
