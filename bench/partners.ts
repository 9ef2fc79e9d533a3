// node bench/partners.ts: dealers at the size of a large operator, on a database of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { system } from '../apps/server/src/modules/audit/index.ts';
import { placeNear } from '../apps/server/src/modules/catalog/index.ts';
import { nearestDealers } from '../apps/server/src/modules/dealers/directory.ts';
import { listEntries, presentBalances } from '../apps/server/src/modules/dealers/money/balance.ts';
import { issueStatements, rangeStatement } from '../apps/server/src/modules/dealers/money/statements.ts';
import type { OwnDealer } from '../apps/server/src/modules/dealers/portal/own-dealer.ts';
import { dealerById } from '../apps/server/src/modules/dealers/queries.ts';
import { openPayoutRun } from '../apps/server/src/modules/ledger/earnings/payout-runs.ts';
import type { Connection } from '../apps/server/src/platform/db/connection/connection.ts';
import { openDb } from '../apps/server/src/platform/db/connection/open.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { migrate } from '../apps/server/src/platform/db/schema/migrate.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { startPostgres } from '../apps/server/src/platform/postgres/supervisor.ts';
import { median } from './load.ts';

export type PartnerFigure = {
  readonly name: string;
  readonly value: string;
  readonly goal: string;
  readonly met: boolean;
};

const entries = 100_000;
const dealers = 10_000;
const listed = 5_000;
const earnings = 10_000;
const processes = 4;
/** The month before it is issued. */
const now = new Date('2026-03-15T12:00:00Z');

type Report = (figure: PartnerFigure) => void;
type Progress = (text: string) => void;

/**
 * Transfers with one leg on an account of a party and one on revenue, as the columns party, kind, subject, amount and at of
 * `rows`. The triggers are off for speed, so the balances are written here.
 */
async function book(superuser: Db, rows: RawBuilder<unknown>): Promise<void> {
  await superuser.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = 'replica'`.execute(tx);
    await sql`create temporary table booked on commit drop as
      select nextval('ledger_transfer_ids') as id, r.* from (${rows}) r`.execute(tx);
    await sql`insert into ledger_accounts (kind, owner, unit, party)
      select distinct b.kind, b.party, 'CAD', true from booked b
      union select 'rev', 'house', 'CAD', false on conflict do nothing`.execute(tx);
    await sql`insert into ledger_transfers (id, key, phase, kind, subject, at, recorded_at, beyond_limits, detail, leg_count, hash)
      select b.id, 'bench:' || b.id, 'posted', 'bench.sale', b.subject, b.at, b.at, false, '{}', 2, sha256('') from booked b`.execute(
      tx,
    );
    await sql`analyze ledger_accounts`.execute(tx);
    await sql`insert into ledger_entries (transfer_id, leg, account_id, amount_minor, pending, at)
      select b.id, 1, a.id, b.amount, false, b.at from booked b
      join ledger_accounts a on a.owner = b.party and a.kind = b.kind and a.unit = 'CAD'
      union all
      select b.id, 2, (select id from ledger_accounts where kind = 'rev' and owner = 'house' and unit = 'CAD'), -b.amount, false, b.at
      from booked b`.execute(tx);
    await sql`insert into ledger_balances (account_id, posted_minor)
      select e.account_id, sum(e.amount_minor) from ledger_entries e group by 1
      on conflict (account_id) do update set posted_minor = excluded.posted_minor`.execute(tx);
  });
}

async function fill(db: Db, superuser: Db, progress: Progress): Promise<void> {
  progress(`${dealers} dealers, ${listed} of them in the directory`);
  await sql`insert into dealers (slug, name, currency, listed, directory_address, latitude, longitude, legal_name, billing_email)
    select 'bench-' || n, 'Bench Garage ' || n, 'CAD', n <= ${listed},
      jsonb_build_object('line1', n || ' Bench Road', 'city', 'Town ' || n % 400, 'state', 'ON', 'postal_code', '', 'country_code', 'CA'),
      42 + (n * 7919 % 12000) / 1000.0, -123 + (n * 104729 % 65000) / 1000.0, 'Bench ' || n || ' Ltd.', ''
    from generate_series(1, ${dealers}::integer) n`.execute(db);
  const first = sql`(select min(id) from dealers)`;
  progress(`${entries} entries of one dealer, three of each other`);
  // Two years; every second entry pays the sale before it, except the last ones.
  await book(
    superuser,
    sql`select 'dealer:' || ${first} as party, 'ar' as kind, 'order:' || (900000000 + case when n > ${entries - 40} then n else n / 2 end) as subject,
      (case when n % 2 = 0 or n > ${entries - 40} then 10000 + n % 900 else -(10000 + (n - 1) % 900) end)::bigint as amount,
      ${now}::timestamptz - make_interval(secs => (${entries}::integer - n) * 630) as at
    from generate_series(0, ${entries - 1}::integer) n`,
  );
  await book(
    superuser,
    sql`select 'dealer:' || d.id as party, 'ar' as kind, 'order:' || (800000000 + d.id * 10 + n) as subject, (5000 + n)::bigint as amount,
      '2026-02-03T12:00:00Z'::timestamptz + make_interval(days => n * 5) as at
    from dealers d cross join generate_series(1, 3) n where d.id > ${first}`,
  );
  progress(`${earnings} entries to pay out`);
  await sql`insert into affiliates (name) select 'Bench Affiliate ' || n from generate_series(1, 100) n`.execute(db);
  await book(
    superuser,
    sql`select 'affiliate:' || a.id as party, 'earn.avail' as kind, 'order:' || (700000000 + a.id * 1000 + n) as subject, -(500 + n)::bigint as amount,
      '2026-01-05T12:00:00Z'::timestamptz as at
    from affiliates a cross join generate_series(1, ${earnings / 100}::integer) n`,
  );
  await sql`vacuum analyze dealers`.execute(superuser);
  await sql`vacuum analyze ledger_entries`.execute(superuser);
  await sql`vacuum analyze ledger_transfers`.execute(superuser);
  await sql`analyze ledger_accounts, ledger_balances`.execute(superuser);
}

const warmUps = 10;

/** The median of a server that has been running: statements are planned for good after five executions. */
async function times(count: number, work: () => Promise<unknown>): Promise<number> {
  for (let at = 0; at < warmUps; at += 1) await work();
  const found = [];
  for (let at = 0; at < count; at += 1) {
    const from = performance.now();
    await work();
    found.push(performance.now() - from);
  }
  return median(found);
}

/** What the statements need of the platform: settings as stored. */
const bare = (db: Db): Platform => ({ db, versions: { of: () => '1' } }) as unknown as Platform;

async function oneDealer(db: Db, report: Report): Promise<void> {
  const { rows } = await sql<{ id: number }>`select min(id) as id from dealers`.execute(db);
  const dealer = (await dealerById(db, rows[0]?.id ?? 0)) as unknown as OwnDealer;
  const add = (name: string, ms: number, max: number) =>
    report({ name, value: `${ms.toFixed(1)} ms`, goal: `≤ ${max} ms`, met: ms <= max });
  add(
    `balance of a dealer with ${entries.toLocaleString('en')} entries`,
    await times(20, () => presentBalances(db, dealer, now)),
    5,
  );
  add('first page of its entries', await times(20, () => listEntries(db, dealer, 'CAD', { page: 1 })), 15);
  const month = { start: '2026-02-01', end: '2026-02-28' };
  add('its statement of a month', await times(10, () => rangeStatement(db, bare(db), dealer, month, now)), 100);
}

async function directory(db: Db, report: Report): Promise<void> {
  const toronto = placeNear('Toronto', 'CA');
  const ms = await times(20, () => nearestDealers(db, { page: 1, country: 'CA' }, toronto));
  report({
    name: `directory of ${listed.toLocaleString('en')} dealers by distance`,
    value: `${ms.toFixed(1)} ms`,
    goal: '≤ 10 ms',
    met: ms <= 10,
  });
}

const issuer = (connection: Connection): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(import.meta.url), '--issue', JSON.stringify(connection)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });

const issuedCount = async (db: Db): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from dealer_statements`.execute(db)).rows[0]?.n ?? 0;

/** Four processes share the work; one is killed in the middle and replaced. */
async function statements(db: Db, connection: Connection, report: Report): Promise<void> {
  const from = performance.now();
  const running = Array.from({ length: processes }, () => issuer(connection));
  const ended = running.map((child) => once(child, 'exit'));
  while ((await issuedCount(db)) < dealers / 4) await new Promise((done) => setTimeout(done, 50));
  running[0]?.kill('SIGKILL');
  const atKill = await issuedCount(db);
  const again = issuer(connection);
  await Promise.all([...ended, once(again, 'exit')]);
  const ms = performance.now() - from;
  const { rows } = await sql<{ n: number; dealers: number; wrong: number }>`
    select count(*)::int as n, count(distinct dealer_id)::int as dealers,
      (count(*) filter (where s.closing_minor <> -b.posted_minor))::int as wrong
    from dealer_statements s join ledger_accounts a on a.owner = 'dealer:' || s.dealer_id and a.kind = 'ar'
    join ledger_balances b on b.account_id = a.id where s.dealer_id > (select min(id) from dealers)`.execute(db);
  const { n = 0, dealers: distinct = 0, wrong = 1 } = rows[0] ?? {};
  const isOnce = n === dealers - 1 && distinct === n && wrong === 0 && (await issuedCount(db)) === dealers;
  report({
    name: `${dealers.toLocaleString('en')} statements by ${processes} processes, one killed after ${atKill.toLocaleString('en')}`,
    value: `${(ms / 1000).toFixed(1)} s, ${isOnce ? 'each once' : `${n} for ${distinct} dealers, ${wrong} wrong`}`,
    goal: '≤ 60 s, each once',
    met: ms <= 60_000 && isOnce,
  });
}

async function payouts(db: Db, report: Report): Promise<void> {
  const from = performance.now();
  const lines = await db.transaction().execute(async (tx) => {
    const run = await openPayoutRun(tx, system, { requestKey: 'bench', currency: 'CAD', cutOff: now }, now);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from payout_lines l join payouts p on p.id = l.payout_id
      where p.run_id = ${run.id}`.execute(tx);
    return rows[0]?.n ?? 0;
  });
  const ms = performance.now() - from;
  report({
    name: `payout group of ${lines.toLocaleString('en')} entries`,
    value: `${(ms / 1000).toFixed(1)} s`,
    goal: '≤ 5 s',
    met: ms <= 5000 && lines === earnings,
  });
}

export async function benchPartners(report: Report, progress: Progress): Promise<void> {
  const dataDir = mkdtempSync('/tmp/tuneport-bench-partners-');
  chmodSync(dataDir, 0o711);
  const log = { debug: () => {}, info: () => {}, warn: console.error, error: console.error };
  const postgres = await startPostgres({ dataDir, log, access: 'tests' });
  try {
    await migrate(postgres.connection);
    const timeouts = { statementMs: 600_000, idleInTransactionMs: 0 };
    const { db, close } = openDb(postgres.connection, { max: 4, name: 'tuneport bench', timeouts });
    const intruder = openDb({ ...postgres.connection, user: 'postgres' }, { max: 1, timeouts });
    try {
      await fill(db, intruder.db, progress);
      await oneDealer(db, report);
      await directory(db, report);
      await payouts(db, report);
      progress('statements of a month');
      await statements(db, postgres.connection, report);
    } finally {
      await intruder.close();
      await close();
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[2] === '--issue') {
  const { db, close } = openDb(JSON.parse(process.argv[3] ?? '') as Connection, { max: 2, name: 'tuneport bench' });
  await issueStatements(db, bare(db), now);
  await close();
} else if (process.argv[1]?.endsWith('bench/partners.ts')) {
  const started = performance.now();
  const progress = (text: string) =>
    process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s  ${text}\n`);
  await benchPartners((figure) => process.stdout.write(`${JSON.stringify(figure)}\n`), progress);
}
