import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { isBackOffice } from '../../apps/web/src/platform/page.ts';
import { type RouteRow, routedRows } from '../../apps/web/src/route-table.ts';
import { caller } from './api.ts';
import { sampleAddress, sampleVehicle } from './sample-address.ts';
import type { Site } from './site.ts';
import { hydrated, type Visit } from './visit.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const contrast = readFileSync(new URL('contrast.js', import.meta.url), 'utf8')
  .trim()
  .replace(/;$/, '');

/** Pages rendered by the same module look alike: one of each kind is enough. */
export function kindsOf(wanted: (row: RouteRow) => boolean): RouteRow[] {
  const rows = routedRows.filter((row) => row.redirect === null && row.shownWhen === null && wanted(row));
  return rows.filter((row, at) => rows.findIndex(({ file }) => file === row.file) === at);
}

/** Waits for colour transitions, during which contrast checks would fail. */
const colourTransitionsEnded =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => Promise.race([Promise.allSettled(document.getAnimations().map((each) => each.finished)), new Promise((late) => setTimeout(late, 600))]).then(() => done()))))';

const shots = process.env.SHOTS;
type Finding = { id: string; impact: string; nodes: { target: string[] }[] };

async function look(visit: Visit, rows: readonly RouteRow[], vehicle: Record<string, string>): Promise<string[]> {
  const { page } = visit;
  visit.allow(/status of 4(04|03|22)/);
  const wrong: string[] = [];
  for (const row of rows) {
    const address = sampleAddress(row, vehicle);
    const report = (text: string) => wrong.push(`${row.id} ${address}: ${text}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await go(visit, address).catch(() => report('has no h1, or was not hydrated'));
    await visit.quiet();
    for (const part of ['h1', 'main'])
      await reportPersistent(report, async () => {
        const many = await page.locator(part).count();
        return many === 1 ? [] : [`has ${many} ${part}`];
      });
    // The shell is the same on all pages: it is checked with the first one.
    const part = row === rows[0] ? 'body' : 'main';
    await judge(page, part, report);
    for (const width of [1440, 390, 360]) {
      if (width !== 1440) await page.setViewportSize({ width, height: 900 });
      // Parts of the shell are hidden on a phone, and with them the names of their buttons.
      if (width === 390 && row === rows[0]) await judge(page, 'body', report);
      await reportPersistent(report, async () => {
        const over = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        return over > 0 ? [`scrolls sideways by ${over} px at ${width}`] : [];
      });
    }
    if (shots) await shoot(page, row);
  }
  return wrong;
}

/** The back office renders in the browser and navigates without reloading. */
async function go({ page, open }: Visit, address: string): Promise<void> {
  const inside = isBackOffice(address) && isBackOffice(new URL(page.url()).pathname);
  if (!inside) return open(address);
  await page.evaluate(`__reactRouterDataRouter.navigate(${JSON.stringify(address)})`);
  await hydrated(page);
}

/** Reports axe violations, and insufficient contrast in both themes, which differ only in colours. */
export async function judge(page: Page, part: 'body' | 'main', report: (text: string) => void): Promise<void> {
  const audits: [scheme: 'light' | 'dark', audit: () => Promise<string[]>][] = [
    ['light', () => faults(page, part)],
    ['light', () => page.evaluate<string[]>(`(${contrast})('${part}')`)],
    ['dark', () => page.evaluate<string[]>(`(${contrast})('${part}')`)],
  ];
  for (const [scheme, audit] of audits) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.evaluate(colourTransitionsEnded);
    await reportPersistent((finding) => report(`${scheme}: ${finding}`), audit);
  }
}

/** Reports only findings that last: a busy machine renders late. */
async function reportPersistent(report: (text: string) => void, audit: () => Promise<string[]>): Promise<void> {
  let found = await audit();
  for (let again = 0; found.length > 0 && again < 10; again += 1) {
    await sleep(500);
    found = await audit();
  }
  for (const finding of found) report(finding);
}

/** List rows are alike: a few represent all. */
const repeatedElements = ['tbody tr:nth-of-type(n+4)', 'li:nth-of-type(n+9)', 'option:nth-of-type(n+4)'];

/**
 * Contrast is checked by contrast.js. The others only find violations of minor or moderate impact, which do not count
 * here.
 */
const rulesOff = (
  'color-contrast aria-allowed-role aria-deprecated-role empty-heading empty-table-header focus-order-semantics ' +
  'form-field-multiple-labels heading-order hidden-content html-xml-lang-mismatch image-redundant-alt ' +
  'landmark-banner-is-top-level landmark-contentinfo-is-top-level landmark-main-is-top-level landmark-no-duplicate-banner ' +
  'landmark-no-duplicate-contentinfo landmark-no-duplicate-main landmark-one-main landmark-unique meta-viewport-large ' +
  'meta-viewport no-autoplay-audio page-has-heading-one presentation-role-conflict region scope-attr-valid ' +
  'server-side-image-map skip-link table-duplicate-name'
).split(' ');
const axeOptions = JSON.stringify({
  preload: false,
  resultTypes: ['violations'],
  rules: Object.fromEntries(rulesOff.map((id) => [id, { enabled: false }])),
});

async function faults(page: Page, part: 'body' | 'main'): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  const context = JSON.stringify({ include: [part], exclude: repeatedElements });
  const findings = await page.evaluate<Finding[]>(
    `axe.run(${context}, ${axeOptions}).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target }) => ({ target })) })))`,
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

async function shoot(page: Page, row: RouteRow): Promise<void> {
  for (const width of [390, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(colourTransitionsEnded);
      await page.screenshot({ path: join(shots ?? '', `${row.id}-${width}-${colorScheme}.png`), fullPage: true });
    }
}

if (shots) mkdirSync(shots, { recursive: true });

/** Two browsers share the pages: one loads while the other is checked. */
export async function lookAt(site: Site, open: () => Promise<Visit>, rows: readonly RouteRow[]): Promise<string[]> {
  const vehicle = await sampleVehicle(caller(() => site.origin));
  const halves = [0, 1].map(async (half) =>
    look(
      await open(),
      rows.filter((_, at) => at % 2 === half),
      vehicle,
    ),
  );
  return (await Promise.all(halves)).flat();
}
