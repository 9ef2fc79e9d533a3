import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { until } from '../../../testing/waiting/eventually.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ DATABASE_POOL: '10' });
});
afterAll(() => server.close());

test('calls of one person leave connections for others', async () => {
  const [busy, other] = [await server.as({ role: 0 }), await server.as({ role: 0 })];
  const save = (nth: number) =>
    busy.call('POST /v1/list-views', { body: { list: '/x', name: `View ${nth}`, query: '' } });
  let saves: ReturnType<typeof save>[] = [];
  await server.db.transaction().execute(async (tx) => {
    await sql`select from users where id = ${busy.userId} for update`.execute(tx);
    saves = Array.from({ length: 24 }, (_, nth) => save(nth));
    await until(async () => {
      const { rows } =
        await sql`select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(
          server.db,
        );
      return rows.length >= 6;
    });
    const answer = await Promise.race([other.call('GET /addresses'), sleep(5000, null)]);
    expect(answer?.status).toBe(200);
  });
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 201));
});
