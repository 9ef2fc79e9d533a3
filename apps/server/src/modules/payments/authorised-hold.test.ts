import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { money } from '@tuneport/domain/money/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeProbes } from '../../testing/money/payments.ts';
import { type TestServer, testServer } from '../../testing/server.ts';
import { balanceOf, expireHolds, verifyLedger } from '../ledger/index.ts';
import { capturePayment } from './capture-payment.ts';
import { takePayment, voidPayment } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  await makeProbes(server.db);
});
afterAll(() => server.close());

let serial = 0;
const reserve = async () => {
  serial += 1;
  const input = { subject: `probe:${serial}`, payer: 'guest', amount: money(700n, 'CAD') } as const;
  return (await takePayment(server.platform, { ...input, method: { token: 'test_ok' }, capture: 'later' })).payment;
};
const cash = async () => {
  const { postedMinor, pendingDebitMinor } = await balanceOf(server.db, platformAccount('cash', 'CAD'));
  return { posted: postedMinor, coming: pendingDebitMinor };
};

test('an authorised card amount is a pending hold, and the capture posts it once', async () => {
  const before = await cash();
  const payment = await reserve();
  expect(payment.state).toBe('authorised');
  expect(await cash()).toEqual({ posted: before.posted, coming: before.coming + 700n });
  await capturePayment(server.platform, payment.id);
  expect(await cash()).toEqual({ posted: before.posted + 700n, coming: before.coming });
});

test('a released authorisation voids the hold and posts nothing', async () => {
  const before = await cash();
  const payment = await reserve();
  const voided = await voidPayment(server.platform, payment.subject, { actorId: null, reason: 'not wanted' });
  expect([voided?.state, await cash()]).toEqual(['voided', before]);
});

test('a capture after the hold expired is still posted, and the ledger stays consistent', async () => {
  const before = await cash();
  const payment = await reserve();
  await expireHolds(server.db, new Date(Date.now() + 8 * 24 * 3_600_000));
  expect((await cash()).coming).toBe(before.coming);
  await capturePayment(server.platform, payment.id);
  expect(await cash()).toEqual({ posted: before.posted + 700n, coming: before.coming });
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});
