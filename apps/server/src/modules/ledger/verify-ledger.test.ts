import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { exchange, move } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientConfig, usualTimeouts } from '../../platform/db/connection/connection.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { placeHold, postHold, postTransfer, setLimit, verifyLedger, voidHold } from './index.ts';
import { sealLedger } from './verify-ledger.ts';

let database: TestDatabase;
const at = new Date('2026-03-01T12:00:00Z');
let counter = 0;
/** A sequence number that was never used: its transaction rolled back. */
let gap = 0n;
const text = () => {
  counter += 1;
  return { key: `key:${counter}`, kind: 'test.moved', subject: `test:${counter}`, at, memo: 'said' };
};
const cash = platformAccount('cash', 'USD');
const rev = platformAccount('rev', 'USD');
const ar = partyAccount('ar', 'dealer:1', 'USD');

/** A small ledger with every feature: postings, exchange, open and ended holds, limits, in several blocks. */
async function fill(): Promise<void> {
  await setLimit(database.db, ar, { maxMinor: 10_000n, at });
  await database.db
    .transaction()
    .execute(async (tx) => {
      gap = (await postTransfer(tx, { ...text(), legs: move(cash, rev, 1n) })).id;
      throw new Error('taken back');
    })
    .catch(() => {});
  for (let block = 0; block < 3; block += 1) {
    for (let n = 1n; n <= 4n; n += 1n) await postTransfer(database.db, { ...text(), legs: move(ar, rev, n * 10n) });
    await postTransfer(database.db, {
      ...text(),
      legs: exchange(
        { account: cash, amountMinor: 100n },
        { account: platformAccount('rev', 'CAD'), amountMinor: -137n },
      ),
      rate: { from: 'USD', to: 'CAD', rate: '1.3725', at },
    });
    const hold = await placeHold(database.db, {
      ...text(),
      legs: move(ar, rev, 7n),
      expiresAt: new Date('2027-01-01'),
    });
    await postHold(database.db, hold.id, text());
    const freed = await placeHold(database.db, {
      ...text(),
      legs: move(ar, rev, 8n),
      expiresAt: new Date('2027-01-01'),
    });
    await voidHold(database.db, freed.id, text());
    await placeHold(database.db, { ...text(), legs: move(ar, rev, 9n), expiresAt: new Date('2027-01-01') });
    await sealLedger(database.db);
  }
}

/** Whether the tests run as a superuser, as with an externally provided server. */
const isSuperuser = async (): Promise<boolean> =>
  (await sql<{ yes: boolean }>`select rolsuper as yes from pg_roles where rolname = current_user`.execute(database.db))
    .rows[0]?.yes ?? false;

/** An attacker with all rights: a superuser with triggers disabled. */
let intruder: pg.Client;
async function letIn(): Promise<pg.Client> {
  const { connection } = database;
  const postgres =
    typeof connection === 'string'
      ? connection.replace(/\/\/[^@/]*@/, '//postgres@')
      : { ...connection, user: 'postgres' };
  const as = (await isSuperuser()) ? connection : postgres;
  const client = new pg.Client(clientConfig(as, usualTimeouts, 'tuneport test'));
  client.on('error', () => {});
  await client.connect();
  await client.query(`set session_replication_role = 'replica'`);
  return client;
}
const asIntruder = async (work: (client: pg.Client) => Promise<unknown>) => void (await work(intruder));

beforeAll(async () => {
  database = await testDatabase();
  intruder = await letIn();
  await fill();
});
afterAll(async () => {
  await intruder.end();
  await database.close();
});

test('an untouched ledger is valid and reports the head of its hash chain', async () => {
  const report = await verifyLedger(database.db);
  expect(report).toMatchObject({ ok: true, problems: [], problem_count: 0, unsealed: 0 });
  expect(report.checked.transfers).toBe(counter);
  expect(report.head.hash).toMatch(/^[0-9a-f]{64}$/);
  const head = { no: BigInt(report.head.no), hash: report.head.hash };
  expect((await verifyLedger(database.db, { expectHead: head })).ok).toBe(true);
  expect((await verifyLedger(database.db, { expectHead: { ...head, hash: 'ab' } })).problems[0]?.check).toBe('head');
});

test('unsealed transfers are counted and sealed by the next check', async () => {
  await postTransfer(database.db, { ...text(), legs: move(cash, rev, 1n) });
  expect(await verifyLedger(database.db, { seal: false })).toMatchObject({ ok: true, unsealed: 1 });
  expect(await verifyLedger(database.db)).toMatchObject({ ok: true, unsealed: 0 });
});

test('a posting that commits after a seal with an earlier number is sealed by the next one', async () => {
  const { db } = database;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let started = () => {};
  const begun = new Promise<void>((resolve) => {
    started = resolve;
  });
  const slow = db.transaction().execute(async (tx) => {
    await postTransfer(tx, { ...text(), legs: move(cash, rev, 2n) });
    started();
    await gate;
  });
  await begun;
  await postTransfer(db, { ...text(), legs: move(cash, rev, 3n) });
  for (let turn = 0; turn < 3; turn += 1) expect((await verifyLedger(db)).ok).toBe(true);
  release();
  await slow;
  expect(await verifyLedger(db, { seal: false })).toMatchObject({ ok: true, unsealed: 1 });
  expect(await verifyLedger(db)).toMatchObject({ ok: true, unsealed: 0 });
});

describe('every row that a superuser alters, removes or adds bypassing the triggers is detected', () => {
  let snapshot: Record<string, string>;
  const tables = [
    'ledger_accounts',
    'ledger_balances',
    'ledger_transfers',
    'ledger_entries',
    'ledger_seals',
    'ledger_head',
  ];
  const contents = async () => {
    const all: Record<string, string> = {};
    for (const table of tables) {
      const { rows } = await sql<{ text: string }>`
        select coalesce(json_agg(x order by x::text), '[]')::text as text from ${sql.table(table)} x`.execute(
        database.db,
      );
      all[table] = rows[0]?.text ?? '';
    }
    return all;
  };
  beforeEach(async () => {
    await verifyLedger(database.db);
    snapshot = await contents();
  });
  const putBack = () =>
    asIntruder(async (client) => {
      for (const table of tables) {
        await client.query(`delete from ${table}`);
        await client.query(
          `insert into ${table} ${table === 'ledger_accounts' ? 'overriding system value' : ''} select * from json_populate_recordset(null::${table}, $1)`,
          [snapshot[table]],
        );
      }
    });

  // Selects rows by offset, so that the hundred changes hit different rows, sealed recently and long ago.
  const nth = (table: string, key: string, n: number) =>
    `(select ${key} from ${table} order by ${key} offset ${n} % (select count(*) from ${table}) limit 1)`;
  const alterations = (n: number): [name: string, statement: string][] => {
    const transfer = `where id = ${nth('ledger_transfers', 'id', n * 3)}`;
    const entry = `where ctid = (select ctid from ledger_entries order by transfer_id, leg offset ${n * 5} % (select count(*) from ledger_entries) limit 1)`;
    const seal = `where no = ${nth('ledger_seals', 'no', n)}`;
    const account = `where id = (select account_id from ledger_entries order by transfer_id, leg offset ${n} limit 1)`;
    return [
      ['an amount', `update ledger_entries set amount_minor = amount_minor + ${n + 1} ${entry}`],
      ['the account of an entry', `update ledger_entries set account_id = account_id % 5 + 1 ${entry}`],
      ['an entry made pending or not', `update ledger_entries set pending = not pending ${entry}`],
      ['the moment of an entry', `update ledger_entries set at = at + interval '1 second' ${entry}`],
      ['an entry taken away', `delete from ledger_entries ${entry}`],
      [
        'an entry put in',
        `insert into ledger_entries select transfer_id, 99, account_id, 5, pending, at from ledger_entries ${entry}`,
      ],
      ['a memo', `update ledger_transfers set memo = coalesce(memo, '') || '.' ${transfer}`],
      ['a subject', `update ledger_transfers set subject = 'other:${n + 1}' ${transfer}`],
      ['a moment', `update ledger_transfers set at = at + interval '1 day' ${transfer}`],
      ['a key', `update ledger_transfers set key = 'forged-${n}' ${transfer}`],
      ['a reversal claimed', `update ledger_transfers set reverses = 1 ${transfer}`],
      ['a hash', `update ledger_transfers set hash = sha256('x') ${transfer}`],
      [
        'a memo with its hash made anew',
        `update ledger_transfers t set memo = 'new', hash = ledger_content_hash(
          jsonb_populate_record(t, '{"memo":"new"}'), (select string_agg(e.leg || ' ' || a.kind || ' ' || a.owner || ' ' || a.unit || ' ' || e.amount_minor,
          E'\\n' order by e.leg) from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transfer_id = t.id)) ${transfer}`,
      ],
      ['a transfer taken away', `delete from ledger_transfers ${transfer}`],
      [
        'a transfer put in between',
        `insert into ledger_transfers select (jsonb_populate_record(x.r, jsonb_build_object('hash', ledger_content_hash(x.r, null)::text))).*
          from (select jsonb_populate_record(t, '{"id":${n % 2 ? gap : -gap},"key":"forged"}') as r
            from ledger_transfers t where t.phase = 'limit' limit 1) x`,
      ],
      ['the owner of an account', `update ledger_accounts set owner = 'dealer:99' ${account}`],
      ['the kind of an account', `update ledger_accounts set kind = 'goodwill' ${account}`],
      ['a balance', `update ledger_balances set posted_minor = posted_minor - ${n + 1}`],
      ['what is pending', `update ledger_balances set pending_debit_minor = pending_debit_minor + 1`],
      ['a limit', `update ledger_balances set max_minor = max_minor + 1`],
      ['a balance taken away', `delete from ledger_balances`],
      ['what a block holds', `update ledger_seals set transfer_count = transfer_count + 1 ${seal}`],
      ['the hash of a block', `update ledger_seals set hash = sha256('y') ${seal}`],
      ['a block taken away', `delete from ledger_seals ${seal}`],
      ['the last block taken away', `delete from ledger_seals where no = (select max(no) from ledger_seals)`],
      ['the head', `update ledger_head set hash = sha256('z')`],
    ];
  };

  test('detects all of at least 100 alterations', async () => {
    const cases = Array.from({ length: 4 }, (_, n) =>
      alterations(n).map(([name, statement]) => ({ name, statement, n })),
    ).flat();
    expect(cases.length).toBeGreaterThanOrEqual(100);
    const missed: string[] = [];
    for (const { name, statement, n } of cases) {
      let changed = 0;
      await asIntruder(async (client) => {
        changed = (await client.query(statement)).rowCount ?? 0;
      });
      const report = await verifyLedger(database.db, { seal: false });
      if (changed !== 1) missed.push(`${name} ${n}: changed ${changed} rows`);
      else if (report.ok) missed.push(`${name} ${n}`);
      await putBack();
    }
    expect(missed).toEqual([]);
    expect((await verifyLedger(database.db)).ok).toBe(true);
  });

  test('an unsealed transfer with altered entries is detected too', async () => {
    const { id } = await postTransfer(database.db, { ...text(), legs: move(cash, rev, 4n) });
    await asIntruder((client) =>
      client.query(`update ledger_entries set amount_minor = amount_minor * 2 where transfer_id = $1`, [id]),
    );
    const report = await verifyLedger(database.db, { seal: false });
    expect(report.problems.map(({ check, what }) => [check, what])).toEqual([['content', `transfer:${id}`]]);
    await asIntruder((client) =>
      client.query(`update ledger_entries set amount_minor = amount_minor / 2 where transfer_id = $1`, [id]),
    );
  });
});

describe('the application database role', () => {
  const refused = async (statement: string) => {
    const error = await sql
      .raw(statement)
      .execute(database.db)
      .catch((reason: unknown) => reason as pg.DatabaseError);
    return error instanceof Error ? (error as pg.DatabaseError).code : 'allowed';
  };
  const written = ['ledger_transfers', 'ledger_entries', 'ledger_accounts', 'ledger_seals'];
  test('has no right to update, delete or truncate ledger rows', async () => {
    // A superuser has all rights but is stopped by the triggers.
    const code = (await isSuperuser()) ? '23001' : '42501';
    for (const table of written) {
      const { rows } = await sql<{ column: string }>`
        select column_name as column from information_schema.columns where table_name = ${table} and is_identity = 'NO'`.execute(
        database.db,
      );
      expect(rows.length).toBeGreaterThan(3);
      for (const { column } of rows) expect(await refused(`update ${table} set ${column} = ${column}`)).toBe(code);
      expect(await refused(`delete from ${table}`)).toBe(code);
      expect(await refused(`truncate ${table}`)).toBe(code);
    }
    for (const table of ['ledger_balances', 'ledger_head']) {
      expect(await refused(`delete from ${table}`)).toBe(code);
      expect(await refused(`truncate ${table}`)).toBe(code);
    }
  });
  test('changes a balance only by a posting', async () => {
    expect(await refused('update ledger_balances set posted_minor = 0')).toBe('23001');
    expect(await refused('update ledger_balances set max_minor = null')).toBe('23001');
    expect(await refused('insert into ledger_balances (account_id) values (77)')).toBe('23001');
    expect(await refused(`update ledger_head set no = 7`)).toBe('23001');
  });
  test('with all privileges is still stopped by the triggers', async () => {
    await sql`grant all on ledger_transfers, ledger_entries, ledger_accounts, ledger_seals, ledger_balances to current_user`.execute(
      database.db,
    );
    for (const table of written) {
      expect(await refused(`delete from ${table}`)).toBe('23001');
      expect(await refused(`truncate ${table}`)).toBe('23001');
    }
    expect(await refused('update ledger_transfers set memo = memo')).toBe('23001');
    expect(await refused('update ledger_entries set at = at')).toBe('23001');
    expect(await refused('delete from ledger_balances')).toBe('23001');
  });

  const directly = (legs: [account: string, amount: number][], count = legs.length) =>
    database.db.transaction().execute(async (tx) => {
      await sql`insert into ledger_transfers (id, key, phase, kind, subject, at, recorded_at, beyond_limits, detail, leg_count, hash)
        values (1000000, 'direct', 'posted', 'test', 'test:1', ${at}, now(), false, '{}', ${count}, '')`.execute(tx);
      for (const [leg, [account, amount]] of legs.entries())
        await sql`insert into ledger_entries select 1000000, ${leg + 1}, a.id, ${amount}, false, ${at} from ledger_accounts a
          where a.kind = ${account} and a.unit = 'USD'`.execute(tx);
    });
  test('a transfer that does not sum to zero fails at commit, however it is written', async () => {
    await expect(
      database.db.transaction().execute(async (tx) => {
        await sql`insert into ledger_transfers (id, key, phase, kind, subject, at, recorded_at, beyond_limits, detail, leg_count, hash)
          values (1000000, 'direct', 'posted', 'test', 'test:1', ${at}, now(), false, '{}', 2, '')`.execute(tx);
        await sql`insert into ledger_entries select 1000000, row_number() over (), a.id, 5, false, ${at} from ledger_accounts a
          where a.kind in ('cash', 'rev') and a.unit = 'USD'`.execute(tx);
        await sql`select 1`.execute(tx);
      }),
    ).rejects.toThrow('does not sum to zero in USD');
    await expect(directly([], 2)).rejects.toThrow('has 0 legs instead of 2');
    await expect(directly([['cash', 5]], 1)).rejects.toThrow('does not sum to zero');
  });
  test('entries cannot be added to an existing transfer', async () => {
    const { id } = await postTransfer(database.db, { ...text(), legs: move(cash, rev, 4n) });
    const add = sql`insert into ledger_entries select ${id}, e.leg + 2, e.account_id, e.amount_minor, e.pending, e.at
      from ledger_entries e where e.transfer_id = ${id}`.execute(database.db);
    await expect(add).rejects.toThrow('entries must be the whole of a transfer');
  });
});
