import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StripeSetup, stripeSetup } from '../../testing/money/payments.ts';
import { moneyRun, stripeMoneyRun } from '../../testing/money-run/run.ts';
import { type TestServer, testServer } from '../../testing/server.ts';

// Everything that moves money, concurrently in two processes, checked against plain arithmetic.
// Reduced in the quality gate; the full size over HTTP with SOAK=1.

const whole = process.env.SOAK === '1';
const seed = Number(process.env.SEED ?? 7);
const printReport = (report: object) => {
  if (whole) process.stdout.write(`${JSON.stringify(report)}\n`);
};

// Each shopper has a separate IP address.
const proxied = { TRUSTED_PROXIES: '127.0.0.1' };

let server: TestServer;
let setup: StripeSetup;
beforeAll(async () => {
  [server, setup] = await Promise.all([testServer(proxied), stripeSetup(proxied)]);
});
afterAll(() => Promise.all([server?.close(), setup?.close()]));

test('orders bought, refused, raced, expired, shipped and refunded concurrently stay consistent in every report, with the built-in provider', async () => {
  const size = whole ? { orders: 1_000, shoppers: 16, http: true } : { orders: 70, shoppers: 8, http: false };
  const report = await moneyRun(server, { ...size, seed });
  printReport(report);
  expect(report.wrong).toEqual([]);
  expect(report.orders).toBeGreaterThan(size.orders * 0.5);
}, 0);

test('the same holds with Stripe, whose events arrive late, twice, early and forged', async () => {
  const size = whole ? { orders: 1_000, shoppers: 16, http: true } : { orders: 40, shoppers: 8, http: false };
  const report = await stripeMoneyRun(setup, { ...size, seed: seed + 1 });
  printReport(report);
  expect(report.wrong).toEqual([]);
  expect(report.orders).toBeGreaterThan(size.orders * 0.5);
}, 0);
