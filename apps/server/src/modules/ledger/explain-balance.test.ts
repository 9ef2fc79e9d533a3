import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/server.ts';
import { explainBalance } from './explain-balance.ts';
import { placeHold, postTransfer, setLimit, transfersOf, voidHold } from './index.ts';

let server: TestServer;
const day = (number: number, hour = 12) => new Date(Date.UTC(2026, 2, number, hour));
const ar = partyAccount('ar', 'dealer:4', 'USD');
const rev = platformAccount('rev', 'USD');
const cash = platformAccount('cash', 'USD');
let holdId: bigint;

beforeAll(async () => {
  server = await testServer();
  const { db } = server;
  await setLimit(db, ar, { maxMinor: 50_000n, at: day(1), reason: 'good standing' });
  const sold = (n: number, amountMinor: bigint) =>
    postTransfer(db, {
      key: `order:${n}:paid`,
      kind: 'order.paid',
      subject: `order:${n}`,
      at: day(n),
      memo: `Order ${n}`,
      legs: move(ar, rev, amountMinor),
    });
  await sold(2, 10_050n);
  await sold(3, 2_000n);
  ({ id: holdId } = await placeHold(db, {
    key: 'held',
    kind: 'order.held',
    subject: 'order:5',
    at: day(4),
    legs: move(ar, rev, 300n),
    expiresAt: day(9),
  }));
  await postTransfer(db, {
    key: 'paid',
    kind: 'balance.paid',
    subject: 'dealer:4',
    at: day(5),
    actorId: 1,
    legs: move(cash, ar, 12_000n),
  });
  await voidHold(db, holdId, { key: 'void', kind: 'order.cancelled', subject: 'order:5', at: day(6) });
});
afterAll(() => server?.close());

describe('the balance of an account at a point in time', () => {
  test('lists every entry with its purpose', async () => {
    const explained = await explainBalance(server.db, ar, day(4, 13));
    expect([explained.openingMinor, explained.closingMinor, explained.earlier]).toEqual([0n, 12_050n, 0]);
    expect(
      explained.entries.map((entry) => [entry.subject, entry.memo, entry.amountMinor, entry.balanceMinor]),
    ).toEqual([
      ['order:2', 'Order 2', 10_050n, 10_050n],
      ['order:3', 'Order 3', 2_000n, 12_050n],
    ]);
    expect(explained.entries[0]?.against).toEqual([rev]);
    expect(explained.pending).toMatchObject([
      { transferId: holdId, subject: 'order:5', amountMinor: 300n, expiresAt: day(9) },
    ]);
  });
  test('excludes later entries', async () => {
    expect(await explainBalance(server.db, ar, day(2, 11))).toMatchObject({
      closingMinor: 0n,
      entries: [],
      pending: [],
    });
    expect(await explainBalance(server.db, ar, day(2))).toMatchObject({ closingMinor: 10_050n });
    expect(await explainBalance(server.db, ar, day(7))).toMatchObject({ closingMinor: 50n, pending: [] });
  });
  test('sums entries beyond the list as the opening balance', async () => {
    const explained = await explainBalance(server.db, ar, day(7), { entries: 1 });
    expect([explained.openingMinor, explained.entries.length, explained.closingMinor, explained.earlier]).toEqual([
      12_050n,
      1,
      50n,
      2,
    ]);
  });
  test('of an unused account is zero', async () => {
    expect(await explainBalance(server.db, partyAccount('ar', 'dealer:999', 'USD'), day(7))).toMatchObject({
      closingMinor: 0n,
      entries: [],
    });
  });
  test('of a platform account is computed the same way', async () => {
    expect(await explainBalance(server.db, rev, day(7))).toMatchObject({ closingMinor: -12_050n, entries: [{}, {}] });
  });
});

test('a record lists its transfers', async () => {
  const order = await transfersOf(server.db, 'order:5');
  expect(order.map(({ phase, kind, legs }) => [phase, kind, legs.length])).toEqual([
    ['pending', 'order.held', 2],
    ['voided', 'order.cancelled', 0],
  ]);
});

describe('in the back office', () => {
  test('an admin finds an account and sees how its balance came about', async () => {
    const admin = await server.as({ role: 3 });
    const found = await admin.call('GET /v1/admin/ledger/accounts', { query: { search: 'dealer:4' } });
    expect(found.body).toMatchObject({
      total: 1,
      data: [
        {
          kind: 'ar',
          label: 'Owed to us',
          owner: 'dealer:4',
          balance: { amount: '0.50', currency: 'USD' },
          limit: { amount: '500.00' },
        },
      ],
    });
    const { id } = (found.body as { data: { id: number }[] }).data[0] ?? { id: 0 };
    const explained = await admin.call('GET /v1/admin/ledger/accounts/:id', {
      params: { id },
      query: { at: day(4, 13).toISOString() },
    });
    expect(explained.body).toMatchObject({
      opening: { amount: '0.00' },
      closing: { amount: '120.50' },
      entries: [
        { subject: 'order:2', amount: { amount: '100.50' }, against: [{ kind: 'rev' }] },
        { subject: 'order:3' },
      ],
      pending: [{ subject: 'order:5', amount: { amount: '3.00' } }],
    });
    expect(
      (await admin.call('GET /v1/admin/ledger/accounts/:id', { params: { id }, query: { at: 'soon' } })).status,
    ).toBe(422);
    expect((await admin.call('GET /v1/admin/ledger/accounts/:id', { params: { id: 99_999 } })).status).toBe(404);
    expect((await admin.call('GET /v1/admin/ledger/chain')).body).toMatchObject({ seal: expect.any(Number) });
  });
  test('a platform account is shown with its natural sign and has no limit', async () => {
    const admin = await server.as({ role: 3 });
    const found = await admin.call('GET /v1/admin/ledger/accounts', { query: { kind: 'rev', unit: 'USD' } });
    expect(found.body).toMatchObject({ data: [{ owner: 'house', balance: { amount: '120.50' }, limit: null }] });
  });
});
