import { defaultSupportHours } from '@tuneport/domain/support/support-hours';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { writeAudit } from './index.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as({ role: 3 });
});
afterAll(() => server.close());

const list = async (query: object) => (await admin.call('GET /v1/admin/audit', { query } as never)).body;
const actsOf = async (query: object) => (await list(query)).data.map(({ act }) => act);
const write = (act: string, subject: string, detail: Record<string, unknown> = {}) =>
  writeAudit(server.db, { userId: admin.userId, sessionId: null, address: '192.0.2.7' }, act, subject, detail);

describe('audit log', () => {
  test('is filtered by person, group, event, record and day', async () => {
    await write('payouts.send', 'payout:41');
    await write('payout-runs.open', 'payout-run:41');
    await write('orders.hold', 'order:41');
    const other = await server.make.user();
    expect(await actsOf({ actor_id: other.id })).toEqual([]);
    expect(await actsOf({ actor_id: admin.userId, group: 'money' })).toEqual(['payout-runs.open', 'payouts.send']);
    expect(await actsOf({ act: 'orders.hold' })).toEqual(['orders.hold']);
    for (const search of ['TP-000041', 'order:41', 'Order 41'])
      expect(await actsOf({ search })).toEqual(['orders.hold']);
    expect(await actsOf({ subject: 'order:41' })).toEqual(['orders.hold']);
    expect((await list({ search: 'payout-r' })).total).toBe(1);
    const today = dayIn(new Date(), defaultSupportHours.timeZone);
    expect((await list({ from: today, to: today, act: 'orders.hold' })).total).toBe(1);
    expect((await list({ from: '2099-01-01' })).total).toBe(0);
    expect((await admin.call('GET /v1/admin/audit', { query: { from: 'yesterday' } })).status).toBe(422);
  });

  test('contains failed logins, refused calls and removed factors', async () => {
    const { id, email } = await server.make.user();
    await server.anonymous.call('POST /auth/login', { body: { email, password: 'not the password' } });
    await (await server.as({ id })).call('GET /v1/admin/users');
    // Refused access is recorded after the reply.
    const expected = expect.arrayContaining(['identity.fail-login', 'identity.refuse-access']);
    for (const group of ['refused', 'security'])
      await expect.poll(() => actsOf({ group, search: `user:${id}` })).toEqual(expected);
  });

  test('is exported as CSV with its filters, and the export is recorded', async () => {
    await write('orders.hold', 'order:42', { reason: '=1+1' });
    const reply = await admin.request('GET', '/api/v1/admin/audit/export?subject=order:42');
    expect(reply.headers['content-type']).toContain('text/csv');
    const lines = reply.raw.body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('order:42');
    expect(await actsOf({ group: 'exports' })).toContain('audit.export');
    expect((await (await server.as({})).request('GET', '/api/v1/admin/audit/export')).status).toBe(403);
  });

  test('finds one event among many by index', async () => {
    await sql`insert into audit_log (actor_id, act, subject) select n % 500, 'identity.log-in', 'user:' || n % 1000
      from generate_series(1, 40000) n`.execute(server.db);
    await sql`analyze audit_log`.execute(server.db);
    const plan = async (where: string) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(
        `select * from audit_log where ${where} order by id desc limit 25`,
      )}`.execute(server.db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan(`act collate "C" = 'orders.hold'`)).toContain('audit_log_act');
    expect(await plan(`subject = 'order:42'`)).toMatch(/audit_log_subject/);
    expect(await plan(`subject ilike '%order:42%'`)).toContain('audit_log_subject_part');
  });
});
