import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../../areas.ts';
import { verifyLedger } from '../../modules/ledger/index.ts';
import { readConfig } from '../../platform/config.ts';
import type { Db } from '../../platform/db/db.ts';
import { makeLog } from '../../platform/log.ts';
import type { Platform } from '../../platform/platform.ts';
import { makeServer } from '../../server.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { startDemoProcess } from './demo-process.ts';
import { isDemoMissing } from './demo-steps.ts';
import { loadDemo } from './load-demo.ts';

const now = new Date('2026-11-16T09:00:00Z');
/** Loads are slow on a busy machine. */
const patient = { timeout: 180_000 };
const folder = mkdtempSync(join(tmpdir(), 'tuneport-demo-test-'));
const databases: TestDatabase[] = [];
let databaseName: string;
let whole: Awaited<ReturnType<typeof summary>>;
let statements = 0;

afterAll(async () => {
  for (const database of databases) await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function database(template?: string): Promise<TestDatabase> {
  const made = await testDatabase(template === undefined ? {} : { template });
  databases.push(made);
  return made;
}

/**
 * One start of the product until its demo data is loaded; `diesAt` is the statement at which its database handle stops
 * working.
 */
async function load(at: TestDatabase, { diesAt = Number.POSITIVE_INFINITY, until = 'all' } = {}): Promise<number> {
  const config = readConfig({ DATA_DIR: folder, JOBS: 'off', DATABASE_POOL: '4' });
  const server = await makeServer({ config, log: makeLog('silent'), connection: at.connection, pages: false });
  let count = 0;
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1;
      if (count > diesAt) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const platform: Platform = { ...server.platform, db: server.platform.db.withPlugin(failing) as Db };
  try {
    const step = async <T>(title: string, work: () => Promise<T>) => {
      if (until === 'demo data' && title !== 'Loading the demo data') throw new Error('killed');
      return work();
    };
    await loadDemo(platform, { direct: at.connection, now, catalog: 'small', step });
  } catch (error) {
    if ((error as Error).message !== 'killed') throw error;
  } finally {
    await server.stop();
  }
  return count;
}

/** Database contents, without ids and times. */
async function summary({ db }: TestDatabase) {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('area_versions', 'rate_limits', 'catalog_estimates', 'job_periods') order by 1`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]?.n ?? 0;
  }
  const read = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;
  return {
    counts,
    requests: await read(sql`select request_key, state, created_at from tune_requests order by request_key`),
    purchases: await read(sql`select request_key, state, total_minor from catalog_purchases order by request_key`),
    // The number at the end is the tuner's id: an interrupted insert leaves a gap.
    payouts: await read(sql`select regexp_replace(request_key, '\\d+$', '') as request_key, state, amount_minor, made_at
      from payouts order by 1, made_at, amount_minor`),
    balances: await read(sql`select a.kind, a.unit, sum(e.amount_minor)::text as sum from ledger_entries e
      join ledger_accounts a on a.id = e.account_id group by 1, 2 order by 1, 2`),
    delivered: await read(sql`select 'mail' as what, created_at from mail_outbox where kind = 'tune-request-delivered'
      union all select 'notification', created_at from notifications where kind = 'tune-request-delivered'
      union all select 'request', delivered_at from tune_requests where delivered_at is not null order by 1, 2`),
    charges: await read(sql`select kind, count(*)::integer as n from test_provider.journal group by 1 order by 1`),
  };
}

beforeAll(async () => {
  const first = await database();
  await load(first, { until: 'demo data' });
  databaseName = new URL(first.url).pathname.slice(1);
  await first.db.destroy();
  const undisturbed = await database(databaseName);
  statements = await load(undisturbed);
  whole = await summary(undisturbed);
});

test('the demo data set is complete and nothing is loaded twice', patient, async () => {
  expect(whole.requests.length).toBeGreaterThan(10);
  expect(whole.counts.demo_steps).toBe(11);
  const again = await database(databaseName);
  await load(again);
  await load(again);
  expect(await summary(again)).toEqual(whole);
  expect((await verifyLedger(again.db)).problems).toEqual([]);
});

test('a mail and its notification are dated like the delivery they are about', () => {
  const datesOf = (kind: string) =>
    (whole.delivered as { what: string; created_at: Date }[])
      .filter(({ what }) => what === kind)
      .map(({ created_at }) => created_at);
  expect(datesOf('request').length).toBeGreaterThan(10);
  expect(datesOf('mail')).toEqual(datesOf('request'));
  expect(datesOf('notification')).toEqual(datesOf('request'));
});

test.each([0.05, 0.3, 0.6, 0.9])(
  'a load that crashes after %f of its statements is finished by the next start',
  patient,
  async (part) => {
    const at = await database(databaseName);
    await load(at, { diesAt: Math.floor(statements * part) });
    await load(at);
    expect(await summary(at)).toEqual(whole);
    expect((await verifyLedger(at.db)).problems).toEqual([]);
  },
);

test('a database with its own users gets no demo data', patient, async () => {
  const own = await database();
  await own.db.insertInto('users').values({ name: 'Ann', email: 'ann@example.test', flags: [] }).execute();
  await load(own);
  expect((await summary(own)).counts).toMatchObject({ users: 1, tunes: 0, demo_steps: 0 });
});

test(
  'a part that does not fit the records does not keep the site from starting, and is tried twice',
  patient,
  async () => {
    const at = await database(databaseName);
    const config = readConfig({ DATA_DIR: folder, JOBS: 'off', DATABASE_POOL: '4' });
    const server = await makeServer({ config, log: makeLog('silent'), connection: at.connection, pages: false });
    const tried: string[] = [];
    const step = async <T>(title: string, work: () => Promise<T>) => {
      if (title === 'Loading the demo data') return work();
      tried.push(title);
      throw new Error('an older release wrote these records');
    };
    const start = (day: number) =>
      loadDemo(server.platform, {
        direct: at.connection,
        now: new Date(now.getTime() + day * 86_400_000),
        catalog: 'small',
        step,
      });
    try {
      for (const day of [0, 1, 2]) expect(await start(day)).toBe(false);
    } finally {
      await server.stop();
    }
    expect(tried).toEqual(['Loading demo purchases', 'Loading demo purchases']);
    expect(await isDemoMissing(at.connection)).toBe(false);
  },
);

test('the data set is loaded by a process of its own', patient, async () => {
  const at = await database(databaseName);
  expect(await isDemoMissing(at.connection)).toBe(true);
  const env = { ...process.env, DATA_DIR: folder, DATABASE_POOL: '4', DEMO: 'small', LOG_LEVEL: 'silent' };
  const start = { connection: at.connection, direct: at.connection };
  await expect(startDemoProcess({ env: { ...env, PORT: 'none' } }).load(start)).rejects.toThrow('could not be loaded');
  expect(await startDemoProcess({ env }).load(start)).toBe(true);
  expect(await isDemoMissing(at.connection)).toBe(false);
  expect((await summary(at)).counts).toEqual(whole.counts);
});

test('processes killed with SIGKILL during the load leave a load that can be resumed', {
  timeout: 300_000,
}, async () => {
  const at = await database();
  const script = fileURLToPath(new URL('../../testing/processes/load-demo-process.ts', import.meta.url));
  for (const afterMs of [1_000, 4_000]) {
    const child = spawn(process.execPath, [script, at.url, folder, now.toISOString()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await sleep(afterMs);
    child.kill('SIGKILL');
    if (child.exitCode === null) await once(child, 'exit');
  }
  await load(at);
  expect(await summary(at)).toEqual(whole);
});
