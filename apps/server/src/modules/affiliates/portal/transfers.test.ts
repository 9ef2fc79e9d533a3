import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

async function affiliate() {
  const user = await server.make.user();
  const { id } = await server.make.affiliate({ members: [user.id] });
  return { id, params: { id }, member: await server.as({ id: user.id }) };
}
async function payout(id: number, run_id: number | null, amount_minor: bigint, made_at: Date) {
  const row = await server.db
    .insertInto('payouts')
    .values({
      owner: `affiliate:${id}`,
      request_key: randomUUID(),
      run_id,
      currency: 'CAD',
      amount_minor,
      made_at,
      updated_at: made_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

test('transfers and groups of an affiliate are listed apart and together, for its members only (C123 C124 C125 C126 C127)', async () => {
  const [own, other] = [await affiliate(), await affiliate()];
  const at = (day: number) => new Date(Date.UTC(2026, 5, day));
  const run = await server.db
    .insertInto('payout_runs')
    .values({ request_key: randomUUID(), currency: 'CAD', cut_off: at(1), opened_at: at(2), updated_at: at(2) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const single = await payout(own.id, null, 5_000n, at(3));
  const grouped = await payout(own.id, run.id, 7_000n, at(2));
  const foreign = await payout(other.id, run.id, 9_000n, at(2));
  await server.db
    .insertInto('payout_lines')
    .values({ payout_id: single, n: 1, subject: 'order:1', amount_minor: 5_000n })
    .execute();
  const { member, params } = own;
  const list = (await member.call('GET /v1/affiliates/:id/transfers', { params })).body;
  expect(list.data.map(({ id }) => id).sort()).toEqual([single, grouped].sort());
  const open = (client: Client, id: number, transfer: number) =>
    client.call('GET /v1/affiliates/:id/transfers/:transfer', { params: { id, transfer } });
  expect((await open(member, own.id, single)).body).toMatchObject({
    amount: { amount: '50.00' },
    lines: [{ amount: { amount: '50.00' } }],
  });
  expect((await open(member, own.id, foreign)).status).toBe(404);
  expect((await open(other.member, own.id, single)).status).toBe(404);
  const groups = (await member.call('GET /v1/affiliates/:id/transfer-groups', { params })).body;
  expect(groups.data).toMatchObject([{ id: run.id, total: { amount: '70.00' } }]);
  const group = await member.call('GET /v1/affiliates/:id/transfer-groups/:transfer', {
    params: { ...params, transfer: run.id },
  });
  expect(group.body.transfers.map(({ id }) => id)).toEqual([grouped]);
  const stranger = await affiliate();
  const hidden = { id: stranger.id, transfer: run.id };
  expect(
    (await stranger.member.call('GET /v1/affiliates/:id/transfer-groups/:transfer', { params: hidden })).status,
  ).toBe(404);
  const unified = (await member.call('GET /v1/affiliates/:id/unified-transfers', { params })).body;
  expect(unified.data.map(({ kind, id, amount }) => [kind, id, amount.amount])).toEqual([
    ['transfer', single, '50.00'],
    ['group', run.id, '70.00'],
  ]);
});
