import { wallMs } from '@tuneport/domain/support/wall-clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from './testing/database.ts';
import { timeZoneProblem } from './time-zone-check.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const now = new Date('2026-11-18T12:00:00Z');

test('database and process agree about the time zone of the company', async () => {
  for (const timeZone of ['Europe/Berlin', 'America/Toronto', 'UTC']) {
    await sql`insert into settings (name, value) values ('support_hours', ${JSON.stringify({ timeZone })}::jsonb)
      on conflict (name) do update set value = excluded.value`.execute(database.db);
    expect(await timeZoneProblem(database.db, now)).toBeUndefined();
  }
});

test('the first difference between their lists of time zones is reported', async () => {
  const ends = Date.parse('2027-03-28T00:00:00Z');
  const withoutSummer = (at: number, zone: string) => wallMs(at, zone) - (at > ends ? 3_600_000 : 0);
  expect(await timeZoneProblem(database.db, now, withoutSummer)).toEqual({
    zone: 'UTC',
    at: new Date('2027-03-31T12:00:00Z'),
    database: '2027-03-31T12:00:00',
    process: '2027-03-31T11:00:00',
  });
});
