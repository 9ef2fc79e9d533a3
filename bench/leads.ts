import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { chromium, type Page } from 'playwright-core';
import { addDeals, type DealWithHistory, listPipelines } from '../apps/server/src/modules/leads/index.ts';
import type { Connection } from '../apps/server/src/platform/db/connection/connection.ts';
import { openDb } from '../apps/server/src/platform/db/connection/open.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import type { Caller } from '../e2e/harness/api.ts';
import { findChromium } from '../scripts/find-chromium.mjs';
import { median } from './load.ts';

// The sales pipeline at the size of a large team: 2,000 open deals on the board, and a list of 100,000 deals.

const boardDeals = 2_000;
const listDeals = 100_000;
const addedAtOnce = 5_000;
const dayMs = 86_400_000;

const makes = ['Audi', 'BMW', 'Ford', 'Honda', 'Mazda', 'Skoda', 'Subaru', 'Volvo'];
const kinds = ['Motors', 'Garage', 'Performance', 'Autohaus', 'Tuning'];

async function withDb<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDb(connection, { max: 2, timeouts: { statementMs: 600_000 } });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Fills the first pipeline: up to `open` open deals, all others closed. */
async function fill(db: Db, open: number, all: number): Promise<void> {
  const [pipeline] = await listPipelines(db);
  if (!pipeline) throw new Error('There is no pipeline.');
  const stages = pipeline.stages.filter(({ closesAs }) => closesAs === null);
  const { rows: people } = await sql<{ id: number }>`
    with made as (
      insert into lead_contacts (name, emails) select 'Contact ' || n, array['contact' || n || '@bench.test']
      from generate_series(1, 20000) n where not exists (select from lead_contacts where name = 'Contact 1') returning id)
    select id from made union all select id from lead_contacts where name like 'Contact %' limit 20000`.execute(db);
  const { rows: known } = await sql<{ open: number; total: number }>`
    select count(*) filter (where state = 'open' and archived_at is null and deleted_at is null)::int as open,
      count(*)::int as total from lead_deals`.execute(db);
  const [lifts, decision] = await fieldIds(db);
  let missing = Math.max(0, open - (known[0]?.open ?? 0));
  const count = Math.max(missing, all - (known[0]?.total ?? 0));
  const deals = Array.from({ length: count }, (_, nth): DealWithHistory => {
    const isOpen = missing > 0;
    missing -= 1;
    const stage = stages[nth % stages.length]?.name ?? '';
    return {
      title: `${makes[nth % makes.length]} ${kinds[nth % kinds.length]} ${nth}`,
      valueMinor: BigInt((nth % 900) * 1_000),
      organizationId: null,
      contactId: people[nth % Math.max(1, people.length)]?.id ?? null,
      ownerId: null,
      probability: null,
      priority: 'medium',
      expectedCloseDate: null,
      createdAt: new Date(Date.now() - (30 + (nth % 700)) * dayMs),
      stages: [{ name: stage, days: 1 + (nth % 20) }],
      closed: isOpen ? null : nth % 3 === 0 ? { state: 'won', reason: '' } : { state: 'lost', reason: 'Price' },
      // A tenth has none, as with people who do not fill in every field.
      custom:
        nth % 10 === 0
          ? {}
          : { [lifts]: (nth * 7919) % 1_000, [decision]: dayText(new Date(2026, 0, 1 + ((nth * 31) % 1_500))) },
    };
  });
  for (let at = 0; at < deals.length; at += addedAtOnce)
    await addDeals(db, pipeline, deals.slice(at, at + addedAtOnce), 'USD');
  await sql`analyze lead_deals, lead_contacts, lead_deal_events, lead_activities, lead_deal_values`.execute(db);
}

const dayText = (day: Date) => day.toISOString().slice(0, 10);

/** A number and a date that every installation of the bench has, by name. */
async function fieldIds(db: Db): Promise<[number: number, date: number]> {
  await sql`insert into lead_fields (record, name, kind)
    values ('deal', 'Bench lifts', 'number'), ('deal', 'Bench decision', 'date') on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: number }>`
    select id from lead_fields where name like 'Bench %' order by kind desc`.execute(db);
  return [rows[0]?.id ?? 0, rows[1]?.id ?? 0];
}

/** Few, some and most deals match. */
const customFilters: readonly ((lifts: number, decision: number) => object)[] = [
  (lifts) => ({ [`${lifts}.min`]: '998' }),
  (lifts) => ({ [`${lifts}.min`]: '900' }),
  (lifts) => ({ [`${lifts}.min`]: '100' }),
  (lifts) => ({ [`${lifts}.min`]: '5000' }),
  (_, decision) => ({ [`${decision}.from`]: '2026-03-01', [`${decision}.to`]: '2026-03-02' }),
  (_, decision) => ({ [`${decision}.from`]: '2026-03-01', [`${decision}.to`]: '2026-06-30' }),
  (_, decision) => ({ [`${decision}.from`]: '2026-03-01' }),
  (lifts, decision) => ({ [`${lifts}.min`]: '500', [`${decision}.to`]: '2026-12-31' }),
];

/** The queries of lists that are filtered and sorted by custom fields. */
export const customQueries = (connection: Connection): Promise<{ filters: string[]; sorts: string[] }> =>
  withDb(connection, async (db) => {
    const [lifts, decision] = await fieldIds(db);
    const modes = ['open', 'won', 'lost'];
    return {
      filters: customFilters.flatMap((filter) =>
        modes.map((mode) => `&mode=${mode}&custom=${encodeURIComponent(JSON.stringify(filter(lifts, decision)))}`),
      ),
      sorts: [lifts, decision].flatMap((id) =>
        modes.flatMap((mode) => [`&mode=${mode}&sort=custom.${id}`, `&mode=${mode}&sort=-custom.${id}`]),
      ),
    };
  });

export const fillBoard = (connection: Connection) => withDb(connection, (db) => fill(db, boardDeals, boardDeals));
export const fillList = (connection: Connection) => withDb(connection, (db) => fill(db, boardDeals, listDeals));

async function timed(work: () => Promise<{ status: number }>): Promise<number> {
  const started = performance.now();
  const { status } = await work();
  const ms = performance.now() - started;
  if (status !== 200) throw new Error(`A call of the lead engine answered ${status}.`);
  return ms;
}
const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;

const base = '/api/v1/admin/lead-engine';
type Board = { cards: { id: number; stageId: number }[] };

/** The board call, and a card moved to another stage or place. */
export async function boardTimes(admin: Caller) {
  const calls: number[] = [];
  for (let at = 0; at < 12; at += 1) calls.push(await timed(() => admin.request('GET', `${base}/board`)));
  const { cards } = (await admin.request('GET', `${base}/board`)).body as Board;
  const stages = [...new Set(cards.map(({ stageId }) => stageId))];
  const moves: number[] = [];
  for (let at = 0; at < 100; at += 1) {
    const card = cards[(at * 17) % cards.length];
    const next = stages[(stages.indexOf(card?.stageId ?? 0) + 1) % stages.length];
    const after = cards.find(({ stageId }) => stageId === next)?.id;
    const body = { stageId: next, afterId: after };
    moves.push(await timed(() => admin.request('PATCH', `${base}/deals/${card?.id}`, { body })));
  }
  return { cards: cards.length, boardMs: median(calls), moveP95Ms: p95(moves) };
}

/** Noted in the page: looking for thousands of cards from outside takes longer than drawing them. */
const watching = `
  window.drawn = new Promise((settle) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('article')) return;
      observer.disconnect();
      // After the frame that shows them.
      requestAnimationFrame(() => setTimeout(() => settle(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true });
  });`;
const firstPaint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0";

/** Until something and until the first cards are drawn, on a computer with a warm cache. */
export function boardPaintMs(origin: string, cookie: string): Promise<{ firstMs: number; cardsMs: number }> {
  return withPage(origin, cookie, async (page) => {
    await page.addInitScript({ content: watching });
    const [first, cards]: [number[], number[]] = [[], []];
    for (let at = 0; at < 4; at += 1) {
      await page.goto('about:blank');
      await page.goto(`${origin}/admin/lead-engine`, { waitUntil: 'commit' });
      const drawnMs = await page.evaluate<number>('window.drawn');
      await sleep(500);
      const firstMs = await page.evaluate<number>(firstPaint);
      first.push(firstMs);
      // Cards that come with the page are drawn by its first paint.
      cards.push(Math.max(drawnMs, firstMs));
    }
    return { firstMs: median(first.slice(1)), cardsMs: median(cards.slice(1)) };
  });
}

/** The time of each frame while a card is dragged, in the page. */
const recording = `
  window.frames60 = [];
  let before = 0;
  const next = (at) => {
    if (before > 0) window.frames60.push(at - before);
    before = at;
    window.recording = requestAnimationFrame(next);
  };
  window.recording = requestAnimationFrame(next);`;
const dragSeconds = 4;
/** A frame at 60 Hz lasts 16.7 ms. */
const frameMs = 17;

/** The share of frames in time while a card is dragged over the columns. The pointer moves 120 times per second. */
export function dragFramesInTime(origin: string, cookie: string): Promise<{ share: number; frames: number }> {
  return withPage(origin, cookie, async (page) => {
    await page.goto(`${origin}/admin/lead-engine`);
    const card = page.locator('[data-card]').first();
    await card.waitFor();
    // All cards are drawn once the page reacts to input.
    while ((await page.locator('[data-card]').count()) < boardDeals / 2) await sleep(200);
    await sleep(1_000);
    const box = await card.boundingBox();
    if (!box) throw new Error('The board has no card.');
    const [x, y] = [box.x + box.width / 2, box.y + box.height - 8];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 20, y + 20, { steps: 4 });
    await page.evaluate(recording);
    const started = performance.now();
    for (let at = 0; performance.now() - started < dragSeconds * 1000; at += 1) {
      const turn = (at / 240) * 2 * Math.PI;
      await page.mouse.move(700 + 420 * Math.cos(turn), 480 + 160 * Math.sin(turn));
      await sleep(8);
    }
    await page.evaluate('cancelAnimationFrame(window.recording)');
    if ((await page.locator('[data-ghost]').count()) !== 1) throw new Error('No card was dragged.');
    const times = await page.evaluate<number[]>('window.frames60');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    return { share: times.filter((ms) => ms <= frameMs).length / times.length, frames: times.length };
  });
}

/** A page of a signed-in browser. */
async function withPage<T>(origin: string, cookie: string, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-dev-shm-usage'],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    // A secure cookie also for plain HTTP on loopback.
    const [name = '', ...value] = cookie.split('=');
    await context.addCookies([{ name, value: value.join('='), url: origin.replace('http:', 'https:'), secure: true }]);
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

export const dealLists: Readonly<Record<string, readonly string[]>> = {
  list: ['', '&mode=won', '&mode=lost', '&sort=-value', '&mode=lost&sort=title', '&mode=won&stage=2'],
  search: [
    '&search=garage 77',
    '&search=audi&mode=lost',
    '&search=contact 1234',
    '&search=zzz',
    '&search=volvo&mode=won',
  ],
};

export async function listTimes(
  admin: Caller,
  lists: Readonly<Record<string, readonly string[]>>,
): Promise<{ name: string; p95Ms: number }[]> {
  const found: { name: string; p95Ms: number }[] = [];
  for (const [name, queries] of Object.entries(lists)) {
    const times: number[] = [];
    for (let at = 0; at < 60 + queries.length; at += 1) {
      const query = queries[at % queries.length] ?? '';
      const ms = await timed(() => admin.request('GET', `${base}/deals?page=1${query.replaceAll(' ', '%20')}`));
      // The first ones read from disk.
      if (at >= queries.length) times.push(ms);
    }
    found.push({ name, p95Ms: p95(times) });
  }
  return found;
}
