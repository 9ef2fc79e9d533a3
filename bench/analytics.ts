import { setTimeout as sleep } from 'node:timers/promises';
import { dimensionNames, dimensions } from '@tuneport/domain/analytics/traffic-dimensions';
import { sql } from 'kysely';
import type { Connection } from '../apps/server/src/platform/db/connection/connection.ts';
import { openDb } from '../apps/server/src/platform/db/connection/open.ts';
import { type CopyTarget, copyBuffer } from '../apps/server/src/platform/db/writes/copy-buffer.ts';
import { median } from './load.ts';

// Web analytics at the size of a large site. Single views are fewer than the year has: their number does not affect the
// reports, which read roll-ups.

const yearViews = 50_000_000;
const quiet = { warn: () => {}, error: () => {} };

const pageViews: CopyTarget = {
  table: 'page_views',
  columns: [
    'at',
    'visitor',
    'path',
    'referrer',
    'title',
    'is_event',
    'screen',
    'bot',
    'query',
    'device',
    'browser',
    'os',
    'language',
    'country',
  ],
};

async function withDb<T>(
  connection: Connection,
  work: (db: ReturnType<typeof openDb>['db']) => Promise<T>,
): Promise<T> {
  // Filling takes minutes.
  const { db, close } = openDb(connection, { max: 2, timeouts: { statementMs: 0, idleInTransactionMs: 0 } });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** Stores views as the server does; how many it stores in a second. */
export async function storeViews(connection: Connection, count: number): Promise<number> {
  const buffer = copyBuffer(connection, quiet);
  const from = Date.now() - 3_600_000;
  const started = performance.now();
  for (let nth = 0; nth < count; nth += 1) {
    const visitor = Buffer.alloc(32, `visitor ${nth % Math.ceil(count / 4)}`);
    const path = `/catalog/make-${nth % 40}/2015`;
    const title = 'A page with a title of usual length';
    buffer.push(pageViews, [
      new Date(from + nth),
      visitor,
      path,
      '',
      title,
      false,
      '1920,1080,1',
      null,
      '',
      'Desktop',
      'Chrome',
      'Windows',
      'en',
      'CA',
    ]);
    if (nth % 5000 === 4999) await buffer.flush();
  }
  await buffer.flush();
  const ms = performance.now() - started;
  await buffer.stop();
  return (count * 1000) / ms;
}

/** How many of the stored views a process that was started afterwards counts in a second, from its first batch on. */
export const countedPerSecond = (connection: Connection): Promise<number> =>
  withDb(connection, async (db) => {
    const { rows } = await sql<{ id: bigint }>`select max(id) as id from page_views`.execute(db);
    const last = rows[0]?.id ?? 0n;
    const read = async () =>
      (await db.selectFrom('traffic_progress').select('view_id').executeTakeFirst())?.view_id ?? 0n;
    const before = await read();
    let begun = { at: before, ms: 0 };
    for (const limit = performance.now() + 120_000; performance.now() < limit; ) {
      const at = await read();
      if (begun.at === before && at > before) begun = { at, ms: performance.now() };
      if (at >= last) return (Number(at - begun.at) * 1000) / (performance.now() - begun.ms);
      await sleep(20);
    }
    return Number.NaN;
  });

/** Every day has as many values of each dimension as the roll-up distinguishes per day, or all there are. */
export async function addYear(connection: Connection): Promise<void> {
  const sizes: Readonly<Record<string, number>> = {
    page: 1000,
    entry: 1000,
    exit: 1000,
    source: 400,
    first_source: 400,
    campaign: 200,
    first_campaign: 200,
    search: 1000,
    empty_search: 300,
    country: 120,
    language: 40,
    event: 60,
  };
  await withDb(connection, async (db) => {
    for (const dimension of dimensionNames) {
      const values = sizes[dimension] ?? (dimension === 'total' ? 1 : 8);
      const name = dimension === 'total' ? sql`''` : sql`${`${dimension} value `}::text || n`;
      await sql`insert into traffic_values (dimension, value) select ${dimensions[dimension]}::smallint, ${name}
        from generate_series(1, ${values}::integer) n on conflict do nothing`.execute(db);
      const views = Math.round(yearViews / 365 / values);
      await sql`insert into traffic_days (dimension, day, value_id, visits, visitors, new_visitors, views, events, bounces, seconds)
        select v.dimension, d::date, v.id, ${views}::integer / 3, ${views}::integer / 4, ${views}::integer / 5, ${views}::integer, 1, ${views}::integer / 8, ${views}::bigint * 30
        from (select * from traffic_values where dimension = ${dimensions[dimension]} order by id desc limit ${values}) v,
          generate_series(date '2023-01-01', date '2023-12-31', interval '1 day') d
        on conflict do nothing`.execute(db);
    }
    await sql`insert into traffic_hours (hour, visits, views) select h, 2000, 5700
      from generate_series(timestamptz '2023-01-01 00:00Z', timestamptz '2023-12-31 23:00Z', interval '1 hour') h on conflict do nothing`.execute(
      db,
    );
    await sql`analyze traffic_days, traffic_values, traffic_hours`.execute(db);
  });
}

export const rollupBytes = (connection: Connection): Promise<number> =>
  withDb(connection, async (db) => {
    const { rows } = await sql<{
      bytes: number;
    }>`select (pg_total_relation_size('traffic_days') + pg_total_relation_size('traffic_values')
      + pg_total_relation_size('traffic_hours'))::float8 as bytes`.execute(db);
    return (rows[0]?.bytes ?? 0) / yearViews;
  });

/** Lines of each order that `addLines` makes. */
const linesPerOrder = 50;

/** Paid orders with this many lines together, copied from a paid order of the demo data. */
export async function addLines(connection: Connection, lines: number): Promise<void> {
  await withDb(connection, async (db) => {
    const columnsOf = async (table: string, given: readonly string[]) => {
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_identity = 'NO' and is_generated = 'NEVER'`.execute(
        db,
      );
      return rows.map(({ name }) => name).filter((name) => !given.includes(name));
    };
    const list = (names: readonly string[], of = '') =>
      sql.raw(names.map((name) => (of ? `${of}."${name}"` : `"${name}"`)).join(', '));
    const { rows } = await sql<{ order_id: number; payment_id: number }>`
      select o.id as order_id, p.id as payment_id from orders o join payments p on p.subject = 'order:' || o.id
      where p.captured_minor > 0 and exists (select from order_lines l where l.order_id = o.id) order by o.id limit 1`.execute(
      db,
    );
    const [sample] = rows;
    if (!sample) throw new Error('The data has no paid order.');
    const orders = await columnsOf('orders', ['request_key', 'invoice_no']);
    const ofLine = await columnsOf('order_lines', ['order_id', 'line']);
    const payments = await columnsOf('payments', ['uuid', 'subject', 'intent_id']);
    const count = Math.ceil(lines / linesPerOrder);
    await db.transaction().execute(async (tx) => {
      const { rows: made } = await sql<{ id: number }>`insert into orders (${list(orders)})
        select ${list(orders, 'o')} from orders o, generate_series(1, ${count}::integer) where o.id = ${sample.order_id} returning id`.execute(
        tx,
      );
      const ids = made.map(({ id }) => id);
      await sql`insert into order_lines (order_id, line, ${list(ofLine)})
        select n.id, s, ${list(ofLine, 'l')}
        from (select * from order_lines where order_id = ${sample.order_id} order by line limit 1) l,
          unnest(${ids}::integer[]) n(id), generate_series(1, ${linesPerOrder}::integer) s`.execute(tx);
      await sql`insert into payments (subject, ${list(payments)}) select 'order:' || n.id, ${list(payments, 'p')}
        from payments p, unnest(${ids}::integer[]) n(id) where p.id = ${sample.payment_id}`.execute(tx);
    });
    await sql`analyze orders, order_lines, payments`.execute(db);
  });
}

/** Reads the export as a client does and watches the memory of the server. */
export async function exportFigures(origin: string, cookie: string, residentBytes: () => number) {
  const before = residentBytes();
  let [peak, lines] = [before, 0];
  const watch = setInterval(() => {
    peak = Math.max(peak, residentBytes());
  }, 50);
  const started = performance.now();
  try {
    const answer = await fetch(`${origin}/api/v1/admin/transactions/export`, { headers: { cookie } });
    if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}.`);
    for await (const chunk of answer.body) for (const byte of chunk) if (byte === 10) lines += 1;
  } finally {
    clearInterval(watch);
  }
  return { lines, seconds: (performance.now() - started) / 1000, grownBytes: peak - before };
}

const year = 'start=2023-01-01&end=2023-12-31';
const reports: readonly (readonly [name: string, path: string])[] = [
  ['visits by day, compared', `visit-stats?type=day&${year}&compare_start=2023-01-01&compare_end=2023-12-31`],
  // Hours are shown for at most 92 days.
  ['visits by hour of a month', 'visit-stats?type=hour&start=2023-03-01&end=2023-03-31'],
  ['new and returning', `new-vs-returning?type=week&${year}`],
  ['searches', `search-stats?${year}`],
  ['sources with revenue', `traffic-acquisition-scoped?${year}`],
  ['first touch by campaign', `traffic-acquisition-scoped?scope=first-visit&by=campaign&${year}`],
  ['pages', `breakdown?dimension=page&${year}`],
  ['countries', `breakdown?dimension=country&${year}`],
  ['funnel, goals, bots', `overview?${year}`],
];

export async function reportTimes(get: (path: string) => Promise<{ status: number }>) {
  const times: { name: string; ms: number }[] = [];
  for (const [name, path] of reports) {
    const taken: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const started = performance.now();
      const { status } = await get(`/api/v1/admin/analytics/${path}`);
      if (status !== 200) throw new Error(`${path} answered ${status}.`);
      taken.push(performance.now() - started);
    }
    times.push({ name, ms: median(taken) });
  }
  return times;
}
