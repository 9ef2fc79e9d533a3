import { randomUUID } from 'node:crypto';
import { paidOrder } from '../races/store-scenarios.ts';
import type { World } from '../races/world.ts';
import type { Sample } from './samples.ts';

const request = { note: 'It stays dark.', reason: 'faulty', lines: [{ line: 1, quantity: 1 }] } as const;

async function shippedOrder(world: World) {
  const order = await paidOrder(world);
  await world.shop.admin.call('POST /v1/admin/orders/:id/ship', {
    params: { id: order.id },
    body: { tracking_number: 'T-1' },
    idempotencyKey: randomUUID(),
  });
  return order;
}

/** A return that the buyer requested, and that arrived if wanted. */
async function requested(world: World, isReceived: boolean) {
  const { id, token } = await shippedOrder(world);
  const client = await world.server.as({});
  const { body } = await client.call('POST /order/:id/returns', {
    params: { id },
    body: { ...request, lines: [...request.lines], token },
    idempotencyKey: randomUUID(),
  });
  const found = body.returns[0]?.id ?? 0;
  if (isReceived)
    await world.shop.admin.call('POST /v1/admin/returns/:id/steps', {
      params: { id: found },
      body: { event: 'receive' },
      idempotencyKey: randomUUID(),
    });
  return found;
}

export const returnSamples: Readonly<Record<string, (world: World) => Promise<Sample>>> = {
  'POST /order/:id/returns': async (world) => {
    const { id, token } = await shippedOrder(world);
    return { client: await world.server.as({}), params: { id }, body: { ...request, token } };
  },
  'POST /v1/admin/returns/:id/steps': async (world) => ({
    client: world.shop.admin,
    params: { id: await requested(world, false) },
    body: { event: 'receive' },
  }),
  'POST /v1/admin/returns/:id/accept': async (world) => ({
    client: world.shop.admin,
    params: { id: await requested(world, true) },
    body: { condition: 'good', reason: 'Checked' },
  }),
};
