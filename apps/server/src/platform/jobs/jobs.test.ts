import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import '../../areas.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { until } from '../../testing/waiting/eventually.ts';
import { grantedMs } from '../../testing/waiting/granted-time.ts';
import { systemClock } from '../clock.ts';
import { type OpenDb, openDb } from '../db/connection/open.ts';
import { makeLog } from '../log.ts';
import type { Platform } from '../platform.ts';
import { type AnyJob, defineJob, type JobContext, type Schedule } from './define.ts';
import { housekeepingJobs, housekeepingSchedules } from './housekeeping.ts';
import { type Jobs, startJobs } from './jobs.ts';

let database: TestDatabase;
const open: { jobs: Jobs; pool: OpenDb }[] = [];
const log = makeLog('silent');

beforeAll(async () => {
  database = await testDatabase();
  await sql`create table runs (number integer not null, worker text)`.execute(database.db);
});
afterEach(async () => {
  await Promise.all(
    open.splice(0).map(async ({ jobs, pool }) => {
      await jobs.stop();
      await pool.close();
    }),
  );
  await sql`delete from runs`.execute(database.db);
});
afterAll(() => database.close());

/** The jobs of one process, with its own pool. */
async function process_(
  jobs: readonly AnyJob[],
  options: { working?: boolean; schedules?: readonly Schedule[]; heartbeatS?: number; superviseS?: number } = {},
) {
  const pool = openDb(database.connection, { max: 4 });
  const started = await startJobs({
    connection: database.connection,
    log,
    jobs,
    schedules: [],
    working: true,
    pollS: 0.5,
    ...options,
  });
  open.push({ jobs: started, pool });
  await started.work({ db: pool.db, log, clock: systemClock } as unknown as Platform);
  return started;
}

const count = async () =>
  Number((await sql<{ n: bigint }>`select count(*) as n from runs`.execute(database.db)).rows[0]?.n);

const Numbered = z.object({ number: z.number() });
const noteRun = async ({ db }: JobContext, { number }: z.output<typeof Numbered>) => {
  await sql`insert into runs (number) values (${number})`.execute(db);
};

test('a job enqueued in a rolled-back transaction never runs, a committed one runs immediately', async () => {
  const note = defineJob({ name: 'test.note', schema: Numbered, run: noteRun });
  const jobs = await process_([note]);
  await expect(
    database.db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, note, { number: 1 });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  // The best of three runs, because other work on the same cores must not count.
  let bestMs = Number.POSITIVE_INFINITY;
  let number = 1;
  for (; number <= 3 && bestMs >= 1_500; ) {
    number += 1;
    const began = grantedMs();
    await database.db.transaction().execute((tx) => jobs.enqueue(tx, note, { number }));
    await until(async () => (await count()) === number - 1);
    bestMs = Math.min(bestMs, grantedMs() - began);
  }
  expect(bestMs).toBeLessThan(1_500);
  await sleep(300);
  const { rows } = await sql<{ number: number }>`select number from runs order by number`.execute(database.db);
  expect(rows.map((row) => row.number)).toEqual(Array.from({ length: number - 1 }, (_, at) => at + 2));
});

test('two processes and 200 jobs: each job has its effect exactly once', async () => {
  const note = defineJob({ name: 'test.note', schema: Numbered, run: noteRun, concurrency: 4 });
  const [first] = await Promise.all([process_([note]), process_([note])]);
  await database.db.transaction().execute(async (tx) => {
    for (let number = 0; number < 200; number += 1) await first.enqueue(tx, note, { number });
  });
  await until(async () => (await count()) >= 200);
  await sleep(200);
  const { rows } = await sql<{ number: number }>`select number from runs order by number`.execute(database.db);
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, index) => index));
});

test('a process without workers still enqueues jobs', async () => {
  const note = defineJob({ name: 'test.note', schema: Numbered, run: noteRun });
  const quiet = await process_([note], { working: false });
  await quiet.enqueue(database.db, note, { number: 7 });
  await sleep(1_200);
  expect(await count()).toBe(0);
  await process_([note]);
  await until(async () => (await count()) === 1);
});

test('a failed run has no effect and is retried, then stays failed until requeued', async () => {
  let attempts = 0;
  let broken = true;
  const shaky = defineJob({
    name: 'test.shaky',
    schema: Numbered,
    retryLimit: 1,
    retryDelayS: 1,
    async run(context, data) {
      attempts += 1;
      await noteRun(context, data);
      if (broken) throw new Error('not today');
    },
  });
  const jobs = await process_([shaky]);
  const id = await jobs.enqueue(database.db, shaky, { number: 1 });
  const state = async () =>
    (
      await sql<{
        state: string;
        output: unknown;
      }>`select state::text, output from pgboss.job where id = ${id}`.execute(database.db)
    ).rows[0];
  await until(async () => (await state())?.state === 'failed');
  expect(attempts).toBe(2);
  expect(await count()).toBe(0);
  expect((await state())?.output).toMatchObject({ message: 'not today' });
  broken = false;
  expect(await jobs.retry(database.db, shaky.name, id)).toBe(true);
  await until(async () => (await state())?.state === 'completed');
  expect(await count()).toBe(1);
  expect(await jobs.retry(database.db, shaky.name, id)).toBe(false);
});

test('invalid job data is refused when enqueued', async () => {
  const note = defineJob({ name: 'test.note', schema: Numbered, run: noteRun });
  const jobs = await process_([note], { working: false });
  await expect(jobs.enqueue(database.db, note, { number: 'one' } as never)).rejects.toThrow();
  const stranger = defineJob({ name: 'test.stranger', schema: Numbered, run: noteRun });
  await expect(jobs.enqueue(database.db, stranger, { number: 1 })).rejects.toThrow('not in the list');
});

test('stopping waits for the job that is running', async () => {
  let begun = false;
  const slow = defineJob({
    name: 'test.slow',
    schema: Numbered,
    async run(context, data) {
      begun = true;
      await sleep(1_200);
      await noteRun(context, data);
    },
  });
  const jobs = await process_([slow]);
  await jobs.enqueue(database.db, slow, { number: 1 });
  await until(async () => begun);
  await jobs.stop();
  expect(await count()).toBe(1);
});

test('a job whose process is killed runs again on another process, and has its effect once', {
  timeout: 180_000,
}, async () => {
  const endless = defineJob({
    name: 'test.endless',
    schema: Numbered,
    retryDelayS: 1,
    run: async ({ db }, { number }) => {
      await sql`insert into runs (number, worker) values (${number}, 'second')`.execute(db);
    },
  });
  const quick = { heartbeatS: 10, superviseS: 1 };
  const quiet = await process_([endless], { working: false, ...quick });
  const id = await quiet.enqueue(database.db, endless, { number: 9 });
  const script = fileURLToPath(new URL('../../testing/processes/job-worker.ts', import.meta.url));
  const worker = spawn(process.execPath, [script, JSON.stringify(database.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const gone = once(worker, 'exit');
    await Promise.race([once(worker.stdout, 'data'), gone]);
    const state = async () =>
      (
        await sql<{ state: string; retry_count: number }>`
          select state::text, retry_count from pgboss.job where id = ${id}`.execute(database.db)
      ).rows[0];
    expect(await state()).toMatchObject({ state: 'active' });
    await process_([endless], quick);
    worker.kill('SIGKILL');
    expect(await gone).toEqual([null, 'SIGKILL']);
    // Not timed out yet.
    await sleep(1_500);
    expect([await count(), (await state())?.state]).toEqual([0, 'active']);

    await until(async () => (await state())?.state === 'completed');
    expect((await state())?.retry_count).toBe(1);
    const { rows } = await sql`select number, worker from runs`.execute(database.db);
    expect(rows).toEqual([{ number: 9, worker: 'second' }]);
  } finally {
    worker.kill('SIGKILL');
  }
});

test('connections cut by the database do not end the process, and the next job runs', async () => {
  const note = defineJob({ name: 'test.note', schema: Numbered, run: noteRun });
  const jobs = await process_([note]);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'tuneport jobs%'`.execute(database.db);
  await sleep(200);
  await jobs.enqueue(database.db, note, { number: 3 });
  await until(async () => (await count()) === 1);
});

test('eight processes can start concurrently on a database without job tables', async () => {
  const fresh = await testDatabase();
  const note = defineJob({ name: 'test.note', schema: Numbered, run: noteRun });
  const started = await Promise.all(
    Array.from({ length: 8 }, () =>
      startJobs({ connection: fresh.connection, log, jobs: [note], schedules: [], working: false }),
    ),
  );
  for (const jobs of started) expect(await jobs.enqueue(fresh.db, note, { number: 1 })).toMatch(/^[0-9a-f-]{36}$/);
  await Promise.all(started.map((jobs) => jobs.stop()));
  await fresh.close();
});

test('housekeeping removes expired rows and nothing else', async () => {
  await sql`insert into users (name, email) values ('Ann', 'ann@example.test')`.execute(database.db);
  await sql`insert into sessions (token_hash, user_id, method, address, user_agent, expires_at) values
    ('\\x01', 1, 'password', '', '', now() - interval '1 second'), ('\\x02', 1, 'password', '', '', now() + interval '1 hour')`.execute(
    database.db,
  );
  await sql`insert into idempotency_keys (scope, key, endpoint, fingerprint, created_at) values
    ('u', 'old', 'e', '\\x01', now() - interval '49 hours'), ('u', 'new', 'e', '\\x01', now() - interval '47 hours')`.execute(
    database.db,
  );
  await sql`insert into rate_limits (key, expires_at) values ('old', now() - interval '1 s'), ('new', now() + interval '1 hour')`.execute(
    database.db,
  );
  await sql`insert into mail_outbox (kind, to_address, subject, text_body, html_body, state, created_at, secrets) values
    ('reset', 'a@b.test', 's', '[hidden 1]', '', 'kept', now() - interval '25 hours', '{"[hidden 1]": "token"}'),
    ('news', 'a@b.test', 's', 'words', 'words', 'kept', now() - interval '25 hours', null),
    ('reset', 'a@b.test', 's', '[hidden 1]', '', 'queued', now() - interval '25 hours', '{"[hidden 1]": "token"}')`.execute(
    database.db,
  );
  const jobs = await process_(housekeepingJobs, { schedules: housekeepingSchedules });
  const id = await jobs.enqueue(database.db, housekeepingJobs[0] as AnyJob, { period: new Date().toISOString() });
  await until(async () => {
    const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where id = ${id}`.execute(
      database.db,
    );
    return rows[0]?.state === 'completed';
  });
  const left = async (table: 'sessions' | 'idempotency_keys' | 'rate_limits') =>
    (await database.db.selectFrom(table).selectAll().execute()).length;
  expect([await left('sessions'), await left('idempotency_keys'), await left('rate_limits')]).toEqual([1, 1, 1]);
  const { rows } = await sql`select secrets, erased_at is not null as erased from mail_outbox order by id`.execute(
    database.db,
  );
  expect(rows).toEqual([
    { secrets: null, erased: true },
    { secrets: null, erased: false },
    { secrets: { '[hidden 1]': 'token' }, erased: false },
  ]);
});
