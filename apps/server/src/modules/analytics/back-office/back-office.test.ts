import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { workQueueKeys } from '@tuneport/domain/site/work-queues';
import { defaultSupportHours } from '@tuneport/domain/support/support-hours';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { postTransfer } from '../../ledger/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const counts = async (user: Parameters<TestServer['as']>[0]) =>
  (await (await server.as(user)).call('GET /v1/admin/work-queues')).body.counts;

test('work queues are counted for the permissions of the caller only', async () => {
  expect(Object.keys(await counts({ role: 3 })).sort()).toEqual([...workQueueKeys].sort());
  expect(Object.keys(await counts({ flags: ['f'] })).sort()).toEqual(['orders_on_hold', 'orders_to_ship']);
  expect(Object.keys(await counts({ flags: ['tm'] }))).toEqual([]);
  const customer = await (await server.as({})).call('GET /v1/admin/work-queues');
  expect(customer.status).toBe(403);
});

test('work queues count what their lists show', async () => {
  const admin = await server.as({ role: 3 });
  const before = await counts({ role: 3 });
  await server.anonymous.call('POST /tickets', {
    body: { customer_name: 'Robin Weller', title: 'Late', description: 'The file does not open.' },
  });
  const after = await counts({ role: 3 });
  expect((after.tickets ?? 0) - (before.tickets ?? 0)).toBe(1);
  const list = async (query: object) => (await admin.call('GET /v1/admin/tickets', { query })).body.total;
  expect(await list({ state: 'with_us' })).toBe(after.tickets);
  await server.db
    .updateTable('tickets')
    .set({ response_due_at: new Date(Date.now() - 60_000) })
    .execute();
  expect((await counts({ role: 3 })).tickets_late).toBe(await list({ clock: 'late' }));
  expect((await counts({ role: 3 })).tickets_late).toBe(1);
});

test('activities of the lead engine that are due are counted as their list shows them', async () => {
  const admin = await server.as({ role: 3 });
  const add = async (date: string, rest: object = {}) =>
    (
      await admin.call('POST /v1/admin/lead-engine/activities', {
        body: { type: 'call', subject: 'Call', date, ...rest },
      })
    ).body;
  const deal = (await admin.call('POST /v1/admin/lead-engine/deals', { body: { title: 'Gone' } })).body;
  const today = dayIn(new Date(), defaultSupportHours.timeZone);
  await add(today);
  await add('2020-01-01');
  await add('2099-01-01');
  await add('2020-01-02', { done: true });
  await add('2020-01-03', { dealId: deal.id });
  await admin.call('DELETE /v1/admin/lead-engine/deals/:id', { params: { id: deal.id } });
  expect((await counts({ role: 3 })).lead_activities).toBe(2);
  const list = await admin.call('GET /v1/admin/lead-engine/activities', { query: { due: 'true' } });
  expect(list.body.total).toBe(2);
});

test('work queues take one statement', async () => {
  const admin = await server.as({ role: 3 });
  const statements = await statementsOf(() => admin.call('GET /v1/admin/work-queues'));
  expect(statements.filter((text) => /tickets|orders|mail_outbox|pgboss/.test(text))).toHaveLength(1);
});

test('the home shows money and events only to those who may read them', async () => {
  const home = async (user: Parameters<TestServer['as']>[0]) =>
    (await (await server.as(user)).call('GET /v1/admin/home')).body;
  const fulfilment = await home({ flags: ['f'] });
  expect([fulfilment.money, fulfilment.feed]).toEqual([null, null]);
  expect(Object.keys(fulfilment.counts).sort()).toEqual(['orders_on_hold', 'orders_to_ship']);
  const admin = await home({ role: 3 });
  expect(admin.money).toMatchObject({ takings: [], balances: [] });
  expect((await (await server.as({})).call('GET /v1/admin/home')).status).toBe(403);
});

test('recent activity has the newest event first, in the order of time', async () => {
  const now = Date.now();
  for (const [act, minutes] of [
    ['test.newest', 60],
    ['test.older', 30],
  ] as const)
    await server.db
      .insertInto('audit_log')
      .values({ act, subject: 'user:1', at: new Date(now + minutes * 60_000) })
      .execute();
  const { feed } = (await (await server.as({ role: 3 })).call('GET /v1/admin/home')).body;
  expect(feed?.slice(0, 2).map(({ act }) => act)).toEqual(['test.newest', 'test.older']);
});

test('takings are the posted movements of cash, and balances are compared with the period before', async () => {
  const post = (daysAgo: number, minor: bigint) =>
    postTransfer(server.db, {
      key: `home ${daysAgo}`,
      kind: 'payment.captured',
      subject: `order:${daysAgo}`,
      at: new Date(Date.now() - daysAgo * 86_400_000),
      legs: [
        { account: platformAccount('cash', 'CAD'), amountMinor: minor },
        { account: partyAccount('prepay', 'dealer:1', 'CAD'), amountMinor: -minor },
      ],
    });
  await post(40, 10_000n);
  await post(2, 30_000n);
  await post(0, 500n);
  const { money } = (await (await server.as({ role: 3 })).call('GET /v1/admin/home')).body;
  const cad = (amount: string) => ({ amount, currency: 'CAD' });
  expect(money?.takings).toMatchObject([{ currency: 'CAD', total: cad('300.00'), previous: cad('100.00') }]);
  expect(money?.takings[0]?.days).toHaveLength(31);
  expect(money?.takings[0]?.days.at(-1)?.amount).toEqual(cad('5.00'));
  expect(money?.balances).toEqual([{ kind: 'prepay', amount: cad('405.00'), before: cad('100.00') }]);
});
