import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowd } from '../../testing/races/crowd.ts';
import { partnerScenarios } from '../../testing/races/partner-scenarios.ts';
import { storeScenarios } from '../../testing/races/store-scenarios.ts';
import { makeCatalog, type World } from '../../testing/races/world.ts';

// Everything that moves money besides the checkout in money-run.test.ts. Reduced in the quality gate; the full size
// over HTTP with SOAK=1.

const whole = process.env.SOAK === '1';
const seed = Number(process.env.SEED ?? 7);
const { 'the last piece': _, ...shop } = storeScenarios;

let world: World;
beforeAll(async () => {
  world = await makeCatalog({ http: whole });
});
afterAll(() => world?.close());

test('concurrent use of accounts, requests, credits, codes, shares, payouts, deposits and deals stays consistent at every check', async () => {
  const size = whole
    ? { acts: Number(process.env.ACTS ?? 100_000), clients: 16, lookEvery: 1_000 }
    : { acts: 24, clients: 4, lookEvery: 12 };
  const report = await crowd(world, { ...shop, ...partnerScenarios }, { ...size, seed });
  if (whole) process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report.wrong).toEqual([]);
  expect(report.acts).toBeGreaterThanOrEqual(size.acts);
  expect(report.skipped).toBeLessThan(size.acts / 4 + 4);
}, 0);
