// npm run bench: the product against the bare framework, in one run, on one core each.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'kysely';
import { openDb } from '../apps/server/src/platform/db/open.ts';
import { readPostmaster } from '../apps/server/src/platform/postgres/postmaster.ts';
import { loggedIn } from '../e2e/harness/api.ts';
import { dataFolder, embedded } from '../e2e/harness/crash.ts';
import { root, startProduct } from '../e2e/harness/product.ts';
import { firstLoad } from './first-load.ts';

type Target = { name: string; path: string; signedIn?: true; unique?: true; connections?: number };
type Row = {
  name: string;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  ofFloor: number;
  statements: number | null;
};

const targets: readonly Target[] = [
  { name: 'GET /api/switch-states', path: '/api/switch-states' },
  { name: 'GET /api/global/v1/ui-state', path: '/api/global/v1/ui-state' },
  { name: 'GET /api/global/v1/ui-state, signed in', path: '/api/global/v1/ui-state', signedIn: true },
  { name: 'GET /api/user/me', path: '/api/user/me', signedIn: true },
  { name: 'start page, from the cache', path: '/' },
  { name: 'start page, made anew', path: '/?page=[<id>]', unique: true },
  { name: 'start page, signed in', path: '/', signedIn: true },
];
const seconds = Number(process.argv[2] ?? 4);
const connections = 16;
const headers = { 'accept-encoding': 'br, gzip' };
const [serverCore, loadCore] = spawnSync('taskset', ['-V']).status === 0 && availableParallelism() > 1 ? [1, 0] : [];

async function measure(origin: string, target: Target, cookie: string) {
  const options = {
    url: origin + (target.unique ? '' : target.path),
    connections,
    headers: { ...headers, ...(target.signedIn ? { cookie } : {}) },
    ...(target.unique ? { idReplacement: true, requests: [{ path: target.path }] } : {}),
  };
  await autocannon({ ...options, duration: 1 });
  const result = await autocannon({ ...options, duration: seconds });
  const failed = result.errors + result.timeouts + result.non2xx;
  if (failed > 0) throw new Error(`${target.name}: ${failed} of ${result.requests.total} requests failed.`);
  return result;
}

/** Counted by the database itself over a known number of requests. */
async function statements(cluster: string, ask: () => Promise<unknown>): Promise<number> {
  const host = readPostmaster(cluster)?.socketDir ?? '';
  const { db, close } = openDb({ host, port: 5432, user: 'tuneport', database: 'tuneport' }, { max: 1 });
  const count = async () => {
    const { rows } = await sql<{ n: bigint }>`select sum(calls)::bigint as n from pg_stat_statements`.execute(db);
    return Number(rows[0]?.n ?? 0);
  };
  try {
    await ask();
    const before = await count();
    const asked = 100;
    for (let at = 0; at < asked; at += 1) await ask();
    return Math.round((((await count()) - before - 1) / asked) * 10) / 10;
  } finally {
    await close();
  }
}

async function secondStart(dataDir: string): Promise<number> {
  const command = ['npm', 'start', '--silent'];
  const env = { ...embedded(dataDir), LOG_LEVEL: 'error' };
  const again = await startProduct({ env, command });
  await again.stop();
  return again.startMs;
}

async function main(): Promise<void> {
  if (loadCore !== undefined) spawnSync('taskset', ['-apc', String(loadCore), String(process.pid)]);
  const folder = dataFolder();
  const rows: Row[] = [];
  try {
    const floor = await startProduct({
      env: {},
      command: [process.execPath, join(root, 'bench/floor.ts')],
      core: serverCore,
    });
    const floorTarget = { name: 'bare framework route (the floor)', path: '/floor' };
    const base = await measure(floor.origin, floorTarget, '');
    const product = await startProduct({ env: embedded(folder.path), core: serverCore });
    const { cookie } = await loggedIn(() => product.origin, 'dealer');
    const rest: Row[] = [];
    for (const target of targets) {
      const { requests, latency } = await measure(product.origin, target, cookie);
      let serial = 0;
      const ask = async () => {
        serial += 1;
        const path = target.path.replace('[<id>]', `bench-${serial}`);
        const reply = await fetch(product.origin + path, { headers: target.signedIn ? { cookie } : {} });
        return reply.arrayBuffer();
      };
      const cost = await statements(folder.cluster, ask);
      rest.push({ name: target.name, ...figures(requests.average, latency), ofFloor: 0, statements: cost });
    }
    // Measured again at the end: a floor that moved would make every ratio a fairy tale.
    const again = await measure(floor.origin, floorTarget, '');
    const perSecond = (base.requests.average + again.requests.average) / 2;
    const drift = Math.abs(base.requests.average - again.requests.average) / perSecond;
    rows.push({ name: floorTarget.name, ...figures(perSecond, again.latency), ofFloor: 1, statements: null });
    for (const row of rest) rows.push({ ...row, ofFloor: row.perSecond / perSecond });
    await floor.stop();
    await product.stop();
    const startMs = await secondStart(folder.path);
    const { jsBrBytes, cssBrBytes } = await firstLoad(['root', 'default', 'R217']);
    report(rows, { startMs, jsBrBytes, cssBrBytes, drift });
  } finally {
    folder.remove();
  }
}

const figures = (perSecond: number, latency: { p50: number; p99: number }) => ({
  perSecond: Math.round(perSecond),
  p50Ms: latency.p50,
  p99Ms: latency.p99,
});

type Facts = { startMs: number; jsBrBytes: number; cssBrBytes: number; drift: number };

function report(rows: readonly Row[], facts: Facts): void {
  const table = [['', 'requests/s', 'p50 ms', 'p99 ms', 'of the floor', 'SQL statements']];
  for (const row of rows) {
    const share = `${(row.ofFloor * 100).toFixed(row.ofFloor < 0.1 ? 1 : 0)} %`;
    table.push([row.name, `${row.perSecond}`, `${row.p50Ms}`, `${row.p99Ms}`, share, `${row.statements ?? ''}`]);
  }
  const widths = table[0]?.map((_, at) => Math.max(...table.map((line) => line[at]?.length ?? 0))) ?? [];
  const pad = (text: string, at: number) => (at === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[at] ?? 0));
  const lines = table.map((line) => line.map(pad).join('  '));
  lines.push(
    '',
    `second npm start     ${(facts.startMs / 1000).toFixed(2)} s`,
    `first load of /      ${(facts.jsBrBytes / 1000).toFixed(1)} kB script, ${(facts.cssBrBytes / 1000).toFixed(1)} kB styles (brotli)`,
    `the floor moved by   ${(facts.drift * 100).toFixed(0)} % during the run${facts.drift > 0.15 ? ': the machine is busy, run it again' : ''}`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
  mkdirSync(join(root, 'var'), { recursive: true });
  const file = join(root, 'var/bench.json');
  writeFileSync(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), seconds, connections, rows, ...facts }, null, 2)}\n`,
  );
  process.stdout.write(`\nWritten to ${file}\n`);
}

await main();
