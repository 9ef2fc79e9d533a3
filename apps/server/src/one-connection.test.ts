import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCatalog, type World } from './testing/races/world.ts';
import { creating, creatingSamples } from './testing/replays/creating-samples.ts';
import type { TestServer } from './testing/server.ts';
import { settled } from './testing/shop.ts';
import { form } from './testing/tuning.ts';

// Sends every creating call to a process with one database connection. A call that asks for a second connection while
// its transaction has the first one never gets it. With more connections it would, until as many such calls are sent at
// once: then each waits for the others, and everybody else gets 503.

let world: World;
let single: Awaited<ReturnType<TestServer['another']>>;
beforeAll(async () => {
  world = await makeCatalog();
  await world.shop.sell(1_000_000, { slug: 'flashzilla-v3', name: 'FlashZilla V3' });
  single = await world.server.another({ databasePool: 1 });
  await settled(world.server);
  await settled({ ...world.server, platform: single.platform });
});
afterAll(() => world?.close());

async function outdateCaches(): Promise<void> {
  await sql`update area_versions set version = version + 1`.execute(world.server.db);
  await single.platform.versions.refresh();
}

describe('one database connection is enough', () => {
  test.each(creating)('$name', async ({ name }) => {
    const make = creatingSamples[name];
    if (!make) throw new Error('no sample');
    const { client, params = {}, body, readAt, file, headers = {} } = await make(world);
    await world.server.db.deleteFrom('rate_limits').execute();
    const sent = file ? form((body ?? {}) as Record<string, string>, file) : body ? { body } : {};
    await outdateCaches();
    const reply = await single.clientWith(client.token).call(
      name as 'POST /order',
      {
        params,
        ...sent,
        headers: { ...('headers' in sent ? sent.headers : {}), ...headers },
        ...(readAt ? { readAt } : {}),
        idempotencyKey: randomUUID(),
      } as never,
    );
    expect(reply.status, reply.raw.payload).toBeLessThan(300);
  });
});
