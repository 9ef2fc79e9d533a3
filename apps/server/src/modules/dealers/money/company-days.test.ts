import { randomUUID } from 'node:crypto';
import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { actorOfUser } from '../../identity/index.ts';
import { postTransfer, startOfDay } from '../../ledger/index.ts';
import { receivable } from '../accounts.ts';
import { ownDealer } from '../portal/own-dealer.ts';
import { presentPortal } from '../portal/settings.ts';
import { startOfMonth } from '../spend-limits.ts';

// The company is in Vancouver: 31 January ends there at 08:00 UTC of 1 February.
const lateJanuary = new Date('2026-02-01T07:30:00Z');
const earlyFebruary = new Date('2026-02-01T08:30:00Z');

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const january = { from: '2026-01-01', to: '2026-01-31' };
const february = { from: '2026-02-01', to: '2026-02-28' };

test('daily limits of grants start again at midnight of the company', async () => {
  expect(await startOfDay(server.db, lateJanuary)).toEqual(new Date('2026-01-31T08:00:00Z'));
  expect(await startOfDay(server.db, earlyFebruary)).toEqual(new Date('2026-02-01T08:00:00Z'));
});

test('entries of a dealer are filtered by days of the company', async () => {
  const boss = await server.make.user({ role: 4 });
  const dealer = await server.make.dealer({ managers: [boss.id] });
  const manager = await server.as(boss);
  for (const [subject, at] of [
    ['purchase:901', lateJanuary],
    ['purchase:902', earlyFebruary],
  ] as const)
    await postTransfer(server.db, {
      key: randomUUID(),
      kind: 'purchase.charged',
      subject,
      at,
      legs: move(receivable(dealer.id, 'CAD'), platformAccount('rev', 'CAD'), 5_000n),
      beyondLimits: true,
    });
  const subjects = async (query: object) =>
    (await manager.call('GET /v1/dealers/:id/entries', { params: { id: dealer.id }, query })).body.data.map(
      ({ subject }) => subject,
    );
  expect(await subjects(january)).toEqual(['purchase:901']);
  expect(await subjects(february)).toEqual(['purchase:902']);
  const dayAt = async (now: Date) => {
    const actor = await actorOfUser(server.db, boss.id);
    const own = actor && (await ownDealer(server.db, actor, dealer.id));
    return own && (await presentPortal(server.platform, server.db, own, boss.id, now)).today;
  };
  expect([await dayAt(lateJanuary), await dayAt(earlyFebruary)]).toEqual(['2026-01-31', '2026-02-01']);
});

test('earnings of a tuner are filtered and summed by days and months of the company', async () => {
  const boss = await server.make.user();
  const tuner = await server.make.tuner({ members: [boss.id] });
  const client = await server.as(boss);
  for (const [subject, at, amount] of [
    ['order:950000901', lateJanuary, 1_000n],
    ['order:950000902', earlyFebruary, 2_000n],
  ] as const)
    await postTransfer(server.db, {
      key: randomUUID(),
      kind: 'earning.booked',
      subject,
      at,
      legs: move(platformAccount('cost.comm', 'CAD'), partyAccount('earn.hold', `tuner:${tuner.id}`, 'CAD'), amount),
    });
  const params = { id: tuner.id };
  const { body } = await client.call('GET /tuners/:id', { params, query: { from: '2026-01-01', to: '2026-02-28' } });
  expect(body.earnings).toMatchObject({ first_month: '2026-01', last_month: '2026-02' });
  expect(body.earnings.months.map(({ month, earned }) => [month, earned.amount])).toEqual([
    ['2026-01', '10.00'],
    ['2026-02', '20.00'],
  ]);
  const entries = async (query: object) => (await client.call('GET /tuners/:id/entries', { params, query })).body.total;
  expect([await entries(january), await entries(february)]).toEqual([1, 1]);
});

test('the spending month begins at midnight of the company', async () => {
  expect(await startOfMonth(server.db, lateJanuary)).toEqual(new Date('2026-01-01T08:00:00Z'));
  expect(await startOfMonth(server.db, earlyFebruary)).toEqual(new Date('2026-02-01T08:00:00Z'));
});
