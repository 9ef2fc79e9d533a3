import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsAtRest } from '../../testing/invariants.ts';
import { partnerScenarios } from '../../testing/races/partner-scenarios.ts';
import { type Pair, pairsOf, race, rest } from '../../testing/races/race.ts';
import { storeScenarios } from '../../testing/races/store-scenarios.ts';
import { makeCatalog, type World } from '../../testing/races/world.ts';

// Every pair of handlers that touch the same order, stock row, code, account, credit, share or deal, with their
// statements interleaved in chosen orders. The quality gate runs one pair of every second scenario in one order; SOAK=1
// runs every pair in 500 orders.

const whole = process.env.SOAK === '1';
const count = whole ? Number(process.env.SCHEDULES ?? 500) : 1;
const seed = Number(process.env.SEED ?? 7);
const scenarios = { ...storeScenarios, ...partnerScenarios };
const only = process.env.SCENES?.split(',');

let world: World;
beforeAll(async () => {
  world = await makeCatalog();
});
afterAll(() => world?.close());

const every = pairsOf(scenarios).filter(({ scenario }) => !only || only.includes(scenario));
const pairs = whole
  ? every
  : [...Map.groupBy(every, ({ scenario }) => scenario).values()]
      .map((of) => of[seed % of.length] as Pair)
      .filter((_, at) => at % 2 === seed % 2);

describe('two concurrent operations interleaved statement by statement', () => {
  test.each(pairs)('$scenario: $first, and $second', { timeout: 0 }, async (pair: Pair) => {
    const { wrong, ...outcome } = await race(world, scenarios, pair, { count, seed });
    if (whole) process.stdout.write(`${JSON.stringify({ ...pair, ...outcome, wrong: wrong.length })}\n`);
    expect(wrong).toEqual([]);
  });

  test('a request cancelled while its card is charged does not deadlock', async () => {
    const pair = { scenario: 'a request to be paid', first: 'pay', second: 'cancel' };
    const { wrong } = await race(world, scenarios, pair, { count: 0, seed, cuts: [20] });
    expect(wrong).toEqual([]);
  });

  test('a request paid by card while an earlier purchase is linked to it is paid once, and the other is refused', async () => {
    const pair = { scenario: 'a request to be paid', first: 'pay', second: 'use what was bought before' };
    const { wrong } = await race(world, scenarios, pair, { count: 0, seed, cuts: [11, 14] });
    expect(wrong).toEqual([]);
  });

  test('all invariants hold afterwards', async () => {
    await rest(world);
    const provider = world.server.platform.payments;
    expect(provider && (await violationsAtRest(world.server.db, provider))).toEqual([]);
  });
});
