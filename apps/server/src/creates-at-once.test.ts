import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCatalog, type World } from './testing/races/world.ts';
import { creating, creatingSamples } from './testing/replays/creating-samples.ts';
import { settled } from './testing/shop.ts';
import { form } from './testing/tuning.ts';

// Sends every creating call of the contract six times concurrently with the same body and no shared Idempotency-Key: at
// least one succeeds, the others are rejected with a reason, and none causes an internal error.

const copies = 6;

let world: World;
beforeAll(async () => {
  world = await makeCatalog();
  await world.shop.sell(1_000_000, { slug: 'flashzilla-v3', name: 'FlashZilla V3' });
  await settled(world.server);
  await settled({ ...world.server, platform: world.processes[1].platform });
});
afterAll(() => world?.close());

test('every create endpoint has a sample', () => {
  expect(creating.map(({ name }) => name).filter((name) => !creatingSamples[name])).toEqual([]);
});

describe('six identical concurrent requests cause no internal error', () => {
  test.each(creating)('$name', async ({ name }) => {
    const make = creatingSamples[name];
    if (!make) throw new Error('no sample');
    const { client, params = {}, body, readAt, file, headers = {} } = await make(world);
    await world.server.db.deleteFrom('rate_limits').execute();
    const sent = file ? form((body ?? {}) as Record<string, string>, file) : body ? { body } : {};
    const replies = await Promise.all(
      Array.from({ length: copies }, (_, at) =>
        (world.processes[at % 2] ?? world.processes[0]).through(client).call(
          name as 'POST /order',
          {
            params,
            ...sent,
            headers: { ...('headers' in sent ? sent.headers : {}), ...headers },
            ...(readAt ? { readAt } : {}),
            idempotencyKey: randomUUID(),
          } as never,
        ),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    const failed = replies.filter(({ status }) => status >= 500 && status !== 503);
    expect(failed.map(({ raw }) => raw.payload)).toEqual([]);
    expect(Math.min(...statuses), replies[0]?.raw.payload).toBeLessThan(300);
  });
});

describe('a violated unique constraint', () => {
  const slug = () => `same-${randomUUID().slice(0, 8)}`;
  const atOnce = <T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> => Promise.all(calls.map((call) => call()));

  test.each([
    ['POST /v1/admin/tuners', 'slug'],
    ['POST /v1/admin/tuner-brands', 'slug'],
    ['POST /v1/admin/dealers', 'slug'],
    ['POST /v1/admin/dealer-tiers', 'name'],
    ['POST /v1/admin/discount-codes', 'code'],
  ] as const)('names the field whose value is taken: %s', async (name, field) => {
    const make = creatingSamples[name];
    const { client, body } = (await make?.(world)) ?? {};
    const calls = Array.from({ length: copies }, (_, at) => () => {
      const on = world.processes[at % 2] ?? world.processes[0];
      return on.through(client as never).call(name, { body });
    });
    const replies = await atOnce(calls);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expect(reply.status).toBe(422);
      expect(reply.headers['x-known-error']).toBe('invalid_fields');
      expect(Object.keys((reply.body as unknown as { errors: object }).errors)).toEqual([field]);
    }
  });

  test('does not occur for addresses: six concurrent creates are all stored and one is the default', async () => {
    const make = creatingSamples['POST /addresses'];
    const { client, body } = (await make?.(world)) ?? {};
    if (!client) throw new Error('no sample');
    const calls = Array.from({ length: copies }, () => () => client.call('POST /addresses', { body }));
    expect((await atOnce(calls)).map(({ status }) => status)).toEqual(Array(copies).fill(201));
    const { body: stored } = await client.call('GET /addresses');
    expect(stored.filter(({ is_default }) => is_default)).toHaveLength(1);
  });

  test('gives the slug to only one of two dealers renamed at once', async () => {
    const { shop, server } = world;
    const wanted = slug();
    const dealers = await Promise.all([server.make.dealer(), server.make.dealer()]);
    const read = await Promise.all(
      dealers.map(({ id }) => shop.admin.call('GET /v1/admin/dealers/:id', { params: { id } })),
    );
    const replies = await atOnce(
      read.map(({ body }) => () => {
        const { id, updated_at: readAt } = body;
        return shop.admin.call('PATCH /v1/admin/dealers/:id', { params: { id }, body: { slug: wanted }, readAt });
      }),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});
