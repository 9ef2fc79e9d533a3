import { afterAll, expect, test } from 'vitest';
import { violationsAtRest } from '../../../testing/invariants.ts';
import { furnish, walkRequests } from '../../../testing/request-walk/walk.ts';
import { platformTuner } from '../../../testing/tuning.ts';

// Random walks through whole requests: every role, every way to pay, time and jobs. The default run is one short walk;
// SOAK=1 runs many, and sometimes repeats a step six times concurrently.

const whole = process.env.SOAK === '1';
const seed = Number(process.env.SEED ?? 7);
const walks = whole ? Number(process.env.WALKS ?? 40) : 1;

const platformShop = await furnish(await platformTuner());
afterAll(() => platformShop.server.close());

test('random sequences of request events keep work, money, shares, files and mails consistent', async () => {
  for (let walk = 0; walk < walks; walk += 1)
    expect(
      await walkRequests(platformShop, { steps: whole ? 150 : 40, seed: seed + walk, crowd: whole ? 6 : 1 }),
    ).toEqual([]);
  const provider = platformShop.server.platform.payments;
  expect(provider && (await violationsAtRest(platformShop.server.db, provider))).toEqual([]);
}, 0);
