import { defaultSupportHours } from '@tuneport/domain/support/support-hours';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const zoneAndMidnight = async (day: string) => {
  const { rows } = await sql<{ zone: string; midnight: Date }>`
    select company_time_zone() as zone, company_midnight(${day}::date) as midnight`.execute(server.db);
  return rows[0];
};

test('days of the company begin at midnight of the support hours, in summer and winter', async () => {
  expect(await zoneAndMidnight('2026-01-15')).toEqual({
    zone: defaultSupportHours.timeZone,
    midnight: new Date('2026-01-15T08:00:00Z'),
  });
  expect((await zoneAndMidnight('2026-07-15'))?.midnight).toEqual(new Date('2026-07-15T07:00:00Z'));
  const admin = await server.as({ role: 5 });
  const { body } = await admin.call('GET /v1/admin/settings');
  const support_hours = { ...defaultSupportHours, weekdays: [1], timeZone: 'Europe/Berlin' };
  const saved = await admin.call('PATCH /v1/admin/settings', {
    body: { support_hours },
    headers: { 'if-unmodified-since': new Date(body.updated_at).toUTCString() },
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  expect(await zoneAndMidnight('2026-07-15')).toEqual({
    zone: 'Europe/Berlin',
    midnight: new Date('2026-07-14T22:00:00Z'),
  });
});
