import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeExpiredJob } from './platform/jobs/housekeeping.ts';
import { makeCatalog, type World } from './testing/races/world.ts';
import { replay } from './testing/replays/replay.ts';
import { keyed, samples } from './testing/replays/samples.ts';
import { settled } from './testing/shop.ts';

// Every call with an idempotency key, as listed in the contract, sent many times concurrently through two
// processes. The default run takes every sixth call with a few replays; SOAK=1 takes all, fifty at a time, until 20,000
// were sent.

const whole = process.env.SOAK === '1';
const times = whole ? 50 : 4;
const rounds = whole ? Number(process.env.ROUNDS ?? Math.ceil(20_000 / (keyed.length * 40))) : 1;
const seed = Number(process.env.SEED ?? 7);

let world: World;
beforeAll(async () => {
  world = await makeCatalog();
  await world.shop.sell(1_000_000, { slug: 'flashzilla-v3', name: 'FlashZilla V3' });
  await settled(world.server);
  await settled({ ...world.server, platform: world.processes[1].platform });
});
afterAll(() => world?.close());

test('every endpoint that takes an idempotency key has an example here', () => {
  expect(keyed.map(({ name }) => name).filter((name) => !samples[name])).toEqual([]);
  expect(Object.keys(samples).filter((name) => !keyed.some((one) => one.name === name))).toEqual([]);
});

const chosen = whole ? keyed : keyed.filter((_, at) => at % 6 === seed % 6);

describe('one key has one effect and one response; another body is refused; the same key of another user is separate', () => {
  test.each(chosen)('$name', { timeout: 0 }, async (call) => {
    const make = samples[call.name];
    if (!make) throw new Error('no example');
    let sent = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { replays, wrong } = await replay(world, call, make, times);
      expect(wrong).toEqual([]);
      sent += replays;
    }
    if (whole) process.stdout.write(`${JSON.stringify({ call: call.name, replays: sent })}\n`);
  });
});

test('a key is valid for more than a day, across housekeeping and restarts', async () => {
  const make = samples['POST /order'];
  const sample = make && (await make(world));
  if (!sample) throw new Error('no example');
  const { server } = world;
  const order = { body: sample.body, idempotencyKey: randomUUID() };
  const first = await sample.client.call('POST /order', order);
  const aDayAgo = sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${order.idempotencyKey}`;
  await aDayAgo.execute(server.db);
  const { platform } = server;
  const doing = { db: server.db, log: platform.log, now: new Date(), platform, signal: new AbortController().signal };
  await removeExpiredJob.run(doing, { period: new Date().toISOString() } as never);
  const again = await (await server.another()).clientWith(sample.client.token).call('POST /order', order);
  expect([again.status, again.raw.payload, again.headers['idempotency-replayed']]).toEqual([
    201,
    first.raw.payload,
    'true',
  ]);
});
