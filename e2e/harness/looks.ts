import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type RouteRow, routedRows } from '../../apps/web/src/route-table.ts';
import { caller } from './api.ts';
import { sampleAddress, sampleVehicle } from './sample-address.ts';
import type { Site } from './site.ts';
import { hydrated, type Visit } from './visit.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Pages that are drawn by the same module look alike: one of each kind is enough. */
export function kindsOf(wanted: (row: RouteRow) => boolean): RouteRow[] {
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

async function look(visit: Visit, rows: readonly RouteRow[], vehicle: Record<string, string>): Promise<string[]> {
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
    const mains = await page.locator('main').count();
    if (mains !== 1) say(`has ${mains} main parts`);
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
        const part = row === rows[0] ? 'document' : '"main"';
        if (width === 1440 && (await audit(page, rules, part)).length > 0) {
          // Only what is still wrong a moment later: a busy machine draws late.
          await page.waitForTimeout(500);
          for (const finding of await audit(page, rules, part)) say(`${scheme}: ${finding}`);
        }
        if (shots) await page.screenshot({ path: join(shots, `${row.id}-${width}-${scheme}.png`), fullPage: true });
      }
    }
  }
  return wrong;
}

/** The frame around a page is the same on all of them: it is judged with the first one. */
async function audit(page: Page, rules: readonly string[] | null, part: 'document' | '"main"'): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) };
  const findings = await page.evaluate<Finding[]>(
    `axe.run(${part}, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target }) => ({ target })) })))`,
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
