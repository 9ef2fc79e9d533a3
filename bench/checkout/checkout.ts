// node bench/checkout/checkout.ts [seconds] [rounds]: complete checkouts over HTTP with 16 clients (quote, order,
// payment), alternating with one bare transaction that writes the same rows over a pool of the same size.
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { sql } from 'kysely';
import { openDb } from '../../apps/server/src/platform/db/connection/open.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { readPostmaster } from '../../apps/server/src/platform/postgres/postmaster.ts';
import { dataFolder, embedded } from '../../e2e/harness/data-folder.ts';
import { startProduct } from '../../e2e/harness/product.ts';
import { median } from '../load.ts';
import { checkoutFloor } from './checkout-floor.ts';

export type CheckoutFigures = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Relative to one transaction of plain inserts, and to the same inserts as one database function call. */
  ofPlain: number;
  ofOneCall: number;
  plainPerSecond: number;
  oneCallPerSecond: number;
  /**
   * CPU time of all processes per checkout, and the share a plain transaction has of it; both are independent of
   * machine load.
   */
  cpuMs: number;
  cpuOfPlain: number;
  statements: number;
};

const clients = 16;
const slug = 'flashzilla-v3';

type Slice = { perSecond: number; p50Ms: number; p99Ms: number; cpuMs: number };
async function measured(seconds: number, cpu: () => number, work: () => Promise<unknown>): Promise<Slice> {
  const times: number[] = [];
  const cpuBefore = cpu();
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const from = performance.now();
        await work();
        times.push(performance.now() - from);
      }
    }),
  );
  const took = performance.now() - began;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  const cpuMs = (cpu() - cpuBefore) / times.length;
  return { perSecond: (times.length / took) * 1000, p50Ms: at(0.5), p99Ms: at(0.99), cpuMs };
}

const address = {
  country_code: 'CA',
  full_name: 'Ada Lane',
  line1: '12 Main Street',
  city: 'Vancouver',
  state: 'BC',
  postal_code: 'V5K 0A1',
  email: 'ada@example.test',
};

// A minimal client, because it shares the machine with the product being measured.
const agent = new Agent({ keepAlive: true, maxSockets: clients });

function post<T>(origin: URL, path: string, body: object, key: string, buyer: string): Promise<T> {
  const text = JSON.stringify(body);
  const headers: Record<string, string | number> = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    origin: origin.origin,
    // Every buyer has a separate address: the number of unpaid orders per address is limited.
    'x-forwarded-for': buyer,
    'idempotency-key': key,
  };
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const input = { agent, host: '127.0.0.1', port: origin.port, path: `/api${path}`, method: 'POST', headers };
  const out = request(input, (reply) => {
    let output = '';
    reply.setEncoding('utf8');
    reply.on('data', (part: string) => {
      output += part;
    });
    reply.on('end', () =>
      (reply.statusCode ?? 0) < 300
        ? resolve(JSON.parse(output) as T)
        : reject(new Error(`${path}: ${reply.statusCode} ${output}`)),
    );
  });
  out.on('error', reject);
  out.end(text);
  return promise;
}

/** The data a browser has when it opens the checkout. */
async function cartOf(origin: string) {
  type Shown = { options: { id: number; selections: { id: number }[] }[] };
  const product = (await (await fetch(`${origin}/api/store/product/${slug}`)).json()) as Shown;
  const options = product.options.map(({ id, selections }) => ({ option: id, selection: selections[0]?.id ?? 0 }));
  return [{ slug, quantity: 1, options }];
}

async function checkout(origin: URL, entries: Awaited<ReturnType<typeof cartOf>>): Promise<number> {
  type Quote = { tiers: { key: string; sums: { total: object } }[] };
  const place = { country_code: 'CA', state: 'BC' };
  const buyer = `10.${[...randomBytes(3)].join('.')}`;
  const send = <T>(path: string, body: object) => post<T>(origin, path, body, randomUUID(), buyer);
  const [tier] = (await send<Quote>('/order/shipping', { entries, address: place })).tiers;
  const input = { entries, billing: address, shipping_tier: tier?.key, total: tier?.sums.total };
  const order = await send<{ id: number; token: string }>('/order', input);
  await send(`/order/${order.id}/payment`, { token: order.token, method: { token: 'test_ok' } });
  return order.id;
}

/** CPU time of a process and of the children of another, from /proc in hundredths of a second. */
function cpuMsOf(pid: number, parent: number): number {
  let sum = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const facts = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      if (Number(name) === pid || Number(facts[1]) === parent) sum += (Number(facts[11]) + Number(facts[12])) * 10;
    } catch {
      // The process has ended meanwhile.
    }
  }
  return sum;
}

/**
 * Statements by their text, without transaction control, the health probe, mail sending, periodic lookups and the
 * balance check of each transfer, which the database runs at commit.
 */
async function calls(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{
    query: string;
    n: number;
  }>`select query, sum(calls)::integer as n from pg_stat_statements
    where query !~* '^(begin|commit|rollback|set )' and query !~ 'area_versions|pgboss|pg_stat_statements|mail_outbox set|ledger_entries e join ledger_accounts a' group by query`.execute(
    db,
  );
  return new Map(rows.filter(({ query }) => query.trim() !== 'select $1').map(({ query, n }) => [query, n]));
}

export async function benchCheckout({ seconds = 3, rounds = 3 } = {}): Promise<CheckoutFigures> {
  const folder = dataFolder();
  const product = await startProduct({
    env: { ...embedded(folder.path), DEMO: 'small', TRUSTED_PROXIES: '127.0.0.1' },
  });
  const host = readPostmaster(folder.cluster)?.socketDir ?? '';
  const { db, close } = openDb({ host, port: 5432, user: 'tuneport', database: 'tuneport' }, { max: 10 });
  try {
    await sql`insert into stock_movements (at, kind, product_id, location_id, on_hand_change, reason)
      select now(), 'RECEIVE', p.id, (select min(id) from stock_locations where ships), 10000000, 'bench' from products p
      where p.slug = ${slug}`.execute(db);
    const origin = new URL(product.origin);
    const entries = await cartOf(product.origin);
    const whole = () => checkout(origin, entries);
    const floor = await checkoutFloor(db, await whole());
    const cpu = () =>
      process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 + cpuMsOf(product.pid, folder.postmaster());
    for (const warm of [whole, floor.plain, floor.inOneCall]) await measured(seconds, cpu, warm);
    const slices: { whole: Slice; plain: Slice; oneCall: Slice }[] = [];
    for (let round = 0; round < rounds; round += 1)
      slices.push({
        plain: await measured(seconds, cpu, floor.plain),
        whole: await measured(seconds, cpu, whole),
        oneCall: await measured(seconds, cpu, floor.inOneCall),
      });
    const middle = (of: (slice: (typeof slices)[number]) => number) => median(slices.map(of));
    const counted = 20;
    const before = await calls(db);
    for (let at = 0; at < counted; at += 1) await whole();
    const after = await calls(db);
    // Rounding removes periodic statements, which do not run once per checkout.
    const counts = [...after].map(([query, n]) => Math.round((n - (before.get(query) ?? 0)) / counted));
    return {
      perSecond: middle(({ whole: one }) => one.perSecond),
      p50Ms: middle(({ whole: one }) => one.p50Ms),
      p99Ms: middle(({ whole: one }) => one.p99Ms),
      ofPlain: middle(({ whole: one, plain }) => one.perSecond / plain.perSecond),
      ofOneCall: middle(({ whole: one, oneCall }) => one.perSecond / oneCall.perSecond),
      plainPerSecond: middle(({ plain }) => plain.perSecond),
      oneCallPerSecond: middle(({ oneCall }) => oneCall.perSecond),
      cpuMs: middle(({ whole: one }) => one.cpuMs),
      cpuOfPlain: middle(({ whole: one, plain }) => plain.cpuMs / one.cpuMs),
      statements: counts.reduce((sum, n) => sum + n, 0),
    };
  } finally {
    agent.destroy();
    await close();
    await product.stop();
    folder.remove();
  }
}

if (import.meta.main) {
  const [seconds = 3, rounds = 3] = process.argv.slice(2).map(Number);
  const figures = await benchCheckout({ seconds, rounds });
  console.table(
    Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 100) / 100])),
  );
}
