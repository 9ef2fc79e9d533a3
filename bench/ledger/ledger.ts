// node bench/ledger/ledger.ts [seconds]: postings per second with 16 clients, compared with a bare statement that
// writes the same rows.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Leg, move } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import { postTransfer, setLimit, verifyLedger } from '../../apps/server/src/modules/ledger/index.ts';
import type { Connection } from '../../apps/server/src/platform/db/connection/connection.ts';
import { openDb } from '../../apps/server/src/platform/db/connection/open.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { migrate } from '../../apps/server/src/platform/db/schema/migrate.ts';
import { startPostgres } from '../../apps/server/src/platform/postgres/supervisor.ts';

export type LedgerFigures = { name: string; perSecond: number; p50Ms: number; p99Ms: number };
/** Ratio to the bare statement, not to the bare framework; a posting is one statement. */
export type LedgerRow = LedgerFigures & { ofFloor: number; statements: number };

const clients = 16;
const dealers = 30;

/** A sale with tax and a commission: six legs, two of them on party accounts. */
const saleLegs = (dealer: number, amountMinor: bigint): Leg[] => {
  const ar = partyAccount('ar', `dealer:${dealer}`, 'USD');
  const tuner = partyAccount('earn.hold', `tuner:${(dealer % 7) + 1}`, 'USD');
  return [
    ...move(ar, platformAccount('rev', 'USD'), amountMinor),
    ...move(ar, platformAccount('tax', 'USD'), amountMinor / 10n),
    ...move(platformAccount('cost.comm', 'USD'), tuner, amountMinor / 5n),
  ];
};
const cardLegs = (amountMinor: bigint): Leg[] =>
  move(platformAccount('cash', 'USD'), platformAccount('rev', 'USD'), amountMinor);

async function measured(
  name: string,
  seconds: number,
  work: (client: number, round: number) => Promise<unknown>,
): Promise<LedgerFigures> {
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let round = 0; performance.now() < until; round += 1) {
        const from = performance.now();
        await work(client, round);
        times.push(performance.now() - from);
      }
    }),
  );
  const took = performance.now() - began;
  times.sort((a, b) => a - b);
  const at = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10;
  return { name, perSecond: Math.round((times.length / took) * 1000), p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Tables with the same columns and indexes but no constraints: the minimum cost of a posting. */
async function makeFloor(db: Db): Promise<void> {
  for (const table of ['transfers', 'entries']) {
    await sql.raw(`create table if not exists bare_${table} (like ledger_${table} including all)`).execute(db);
  }
  await sql`create or replace function bare_post(p_key text, p_accounts bigint[], p_amounts bigint[]) returns bigint language plpgsql as $$
    declare made bigint := nextval('ledger_transfer_ids');
    begin
      insert into bare_transfers (id, key, phase, kind, subject, at, recorded_at, beyond_limits, detail, leg_count, hash)
        values (made, p_key, 'posted', 'bench.sale', 'bench:1', now(), now(), false, '{}', cardinality(p_accounts), sha256(''));
      insert into bare_entries select made, u.n, u.a, u.m, false, now() from unnest(p_accounts, p_amounts) with ordinality u (a, m, n);
      return made;
    end $$`.execute(db);
}

export async function benchLedger(connection: Connection | string, seconds = 4): Promise<LedgerRow[]> {
  const { db, close } = openDb(connection, { max: clients, name: 'tuneport bench' });
  try {
    const at = new Date();
    const run = `${at.getTime()}`;
    await makeFloor(db);
    for (let dealer = 1; dealer <= dealers; dealer += 1)
      await setLimit(db, partyAccount('ar', `dealer:${dealer}`, 'USD'), { maxMinor: 10n ** 15n, at });
    const text = (name: string, client: number, round: number) => ({
      key: `bench:${run}:${name}:${client}:${round}`,
      kind: 'bench.sale',
      subject: `bench:${round + 1}`,
      at,
    });
    const sale = (round: number, client: number) =>
      saleLegs(((client * 7 + round) % dealers) + 1, BigInt(1000 + (round % 900)));
    await measured('warm-up', 1, (c, n) => postTransfer(db, { ...text('warm', c, n), legs: sale(n, c) }));
    const accounts = Array.from({ length: 6 }, (_, n) => BigInt(n + 1));
    const amounts = [1000n, -1000n, 100n, -100n, 200n, -200n];
    const figures = [
      await measured('bare statement with the same rows', seconds, (c, n) =>
        sql`select bare_post(${`bench:${run}:${c}:${n}`}, ${accounts}, ${amounts})`.execute(db),
      ),
      await measured('posting between house accounts (2 legs)', seconds, (c, n) =>
        postTransfer(db, { ...text('card', c, n), legs: cardLegs(BigInt(n + 1)) }),
      ),
      await measured('posting with two party accounts (6 legs)', seconds, (c, n) =>
        postTransfer(db, { ...text('sale', c, n), legs: sale(n, c) }),
      ),
      await measured('the same, all on one dealer', seconds, (c, n) =>
        postTransfer(db, { ...text('hot', c, n), legs: saleLegs(1, BigInt(1000 + n)) }),
      ),
    ];
    const floor = figures[0]?.perSecond ?? 1;
    return figures.map((row) => ({ ...row, ofFloor: row.perSecond / floor, statements: 1 }));
  } finally {
    await close();
  }
}

/**
 * Writes a ledger with this many entries, bypassing the triggers as superuser for speed, and measures its verification.
 */
export async function benchVerify(connection: Connection | string, superuser: Connection | string, entries: number) {
  const intruder = openDb(superuser, { max: 1, timeouts: { statementMs: 0 } });
  const { db, close } = openDb(connection, {
    max: 1,
    name: 'tuneport bench',
    timeouts: { statementMs: 0, idleInTransactionMs: 0 },
  });
  try {
    const transfers = Math.ceil(entries / 6);
    await intruder.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = 'replica'`.execute(tx);
      await sql`
        with base as materialized (
            select jsonb_populate_record(null::ledger_transfers, jsonb_build_object('id', nextval('ledger_transfer_ids'), 'key', 'bulk:' || n,
              'phase', 'posted', 'kind', 'bench.sale', 'subject', 'bench:' || n, 'at', '2026-01-01T00:00:00Z', 'recorded_at', now(),
              'beyond_limits', false, 'detail', '{}'::jsonb, 'leg_count', 6)) as t
            from generate_series(1, ${transfers}::int) n
        ), made as (
          select t, string_agg(l.leg || ' ' || a.kind || ' ' || a.owner || ' ' || a.unit || ' ' || l.amount, E'\n' order by l.leg) as legs
          from base
          cross join (values (1, 'cash', 100), (2, 'rev', -100), (3, 'cash', 10), (4, 'tax', -10), (5, 'cost.comm', 20), (6, 'rev', -20)) l (leg, kind, amount)
          join ledger_accounts a on a.kind = l.kind and a.owner = 'house' and a.unit = 'USD'
          group by t
        ), written as (
          insert into ledger_transfers
          select (jsonb_populate_record(t, jsonb_build_object('hash', ledger_content_hash(t, legs)::text))).* from made returning id, at
        )
        insert into ledger_entries
        select w.id, l.leg, a.id, l.amount, false, w.at
        from written w
        cross join (values (1, 'cash', 100), (2, 'rev', -100), (3, 'cash', 10), (4, 'tax', -10), (5, 'cost.comm', 20), (6, 'rev', -20)) l (leg, kind, amount)
        join ledger_accounts a on a.kind = l.kind and a.owner = 'house' and a.unit = 'USD'`.execute(tx);
    });
    await sql`analyze ledger_transfers, ledger_entries`.execute(db);
    const first = await verifyLedger(db);
    const second = await verifyLedger(db);
    return {
      ...second.checked,
      sealAndCheckMs: first.ms,
      checkMs: second.ms,
      ok: second.ok,
      problems: second.problems.slice(0, 3),
    };
  } finally {
    await close();
    await intruder.close();
  }
}

if (process.argv[1]?.endsWith('bench/ledger/ledger.ts')) {
  const dataDir = mkdtempSync('/tmp/tuneport-bench-ledger-');
  chmodSync(dataDir, 0o711);
  const log = { debug: () => {}, info: () => {}, warn: console.error, error: console.error };
  try {
    const external = process.env.DATABASE_URL;
    const postgres = external ? null : await startPostgres({ dataDir, log, access: 'tests' });
    const target = external ?? postgres?.connection ?? '';
    const superuser = process.env.SUPERUSER_URL ?? (postgres ? { ...postgres.connection, user: 'postgres' } : target);
    await migrate(target);
    for (const row of await benchLedger(target, Number(process.argv[2] ?? 4)))
      process.stdout.write(`${JSON.stringify(row)}\n`);
    process.stdout.write(
      `${JSON.stringify(await benchVerify(target, superuser, Number(process.argv[3] ?? 1_000_000)))}\n`,
    );
    await postgres?.stop();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
