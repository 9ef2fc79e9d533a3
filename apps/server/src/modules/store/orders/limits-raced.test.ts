import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '../../../testing/invariants.ts';
import { type Client, patient, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, settled } from '../../../testing/shop.ts';
import { receive } from '../../../testing/store.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { points } from '../../payments/index.ts';
import { expireOrders } from './end-order.ts';

// Fifty concurrent requests in two processes for limited resources, with pauses at the crash points of
// a payment. Reduced in the quality gate; SOAK=1 runs 500 rounds each.

const rounds = process.env.SOAK === '1' ? Number(process.env.ROUNDS ?? 500) : 2;
const crowd = 50;

let server: TestServer;
let clients: Client[];
let admins: Client[];
let slug: string;
let place: string;
/** The same person, through the second process. */
let second: (client: Client) => Client;
beforeAll(async () => {
  server = await testServer();
  const shop = await makeShop(server);
  const other = await server.another();
  second = ({ token }) => patient(other.clientWith(token));
  clients = [server.anonymous, other.clientWith(null)].map(patient);
  admins = [shop.admin, other.clientWith(shop.admin.token)].map(patient);
  slug = (await shop.sell(0)).slug;
  place = shop.location.slug;
  await settled(server);
  points.reach = () => sleep(Math.random() * 4);
});
afterAll(async () => {
  delete points.reach;
  await server?.close();
});

const one = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;
const atOnce = <T>(work: (client: Client, at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: crowd }, (_, at) => work(one(clients, at), at)));
const count = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length;

test('with stock of one to five and fifty buyers exactly that many orders are placed and paid in every round', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const pieces = 1 + (round % 5);
    await receive(one(admins, 0), slug, place, pieces);
    const statuses = await atOnce(async (client) => {
      const order = await placed(client, orderOf([{ slug, quantity: 1 }]));
      return order.status === 201 ? (await pay(client, order.body)).status : order.status;
    });
    expect([count(statuses, 200), count(statuses, 409)], `round ${round}`).toEqual([pieces, crowd - pieces]);
  }
});

test('a single-use code is used by exactly one paid order of fifty in every round', async () => {
  await receive(one(admins, 0), slug, place, rounds * crowd);
  for (let round = 0; round < rounds; round += 1) {
    const code = { code: `ONE-${round}`, name: 'One', amount: '10', amount_type: 'percent', uses_max: 1 };
    await server.db.insertInto('discount_codes').values(code).execute();
    const statuses = await atOnce(async (client) => {
      const order = await placed(client, orderOf([{ slug, quantity: 1 }], { codes: [code.code] }));
      return order.status === 201 ? (await pay(client, order.body)).status : order.status;
    });
    expect(count(statuses, 200), `round ${round}`).toBe(1);
    expect(count(statuses, 409) + count(statuses, 422), `round ${round}`).toBe(crowd - 1);
    const row = await server.db
      .selectFrom('discount_codes')
      .select('uses')
      .where('code', '=', code.code)
      .executeTakeFirst();
    expect(row?.uses, `round ${round}`).toBe(1);
  }
  await releaseUnpaid();
});

/** Releases the stock of orders that lost a race, so that it does not affect the next test. */
async function releaseUnpaid() {
  await sql`update orders set expires_at = now() - interval '1 second' where state = 'pending_payment'`.execute(
    server.db,
  );
  await expireOrders(server.platform, new Date());
}

test('one key sent fifty times is one order, one payment and one refund; full refunds with fifty keys are one', async () => {
  await receive(one(admins, 0), slug, place, rounds);
  for (let round = 0; round < rounds; round += 1) {
    const [orderKey, payKey] = [randomUUID(), randomUUID()];
    const orders = await atOnce((client) => placed(client, orderOf([{ slug, quantity: 1 }]), orderKey));
    expect(new Set(orders.map(({ status, raw }) => `${status} ${raw.payload}`)).size, `round ${round}`).toBe(1);
    const order = orders[0]?.body as { id: number; token: string; number: string };
    const paid = await atOnce((client) => pay(client, order, { token: 'test_ok' }, payKey));
    expect(new Set(paid.map(({ status, raw }) => `${status} ${raw.payload}`)).size, `round ${round}`).toBe(1);
    expect(paid[0]?.status).toBe(200);
    const found = await one(admins, 0).call('GET /v1/admin/transactions', { query: { search: order.number } });
    const params = { id: found.body.data[0]?.id ?? 0 };
    const refunds = await Promise.all(
      Array.from({ length: crowd }, (_, at) =>
        one(admins, at).call('POST /v1/admin/transactions/:id/fully-refund', { params, body: { reason: 'Raced' } }),
      ),
    );
    const statuses = refunds.map(({ status }) => status);
    expect([count(statuses, 200), count(statuses, 409)], `round ${round}`).toEqual([1, crowd - 1]);
  }
  expect((await verifyLedger(server.db)).problems).toEqual([]);
});

/** Fifty concurrent users, spread over both processes. */
const people = async (): Promise<Client[]> => {
  const made = await Promise.all(Array.from({ length: crowd }, () => server.as({})));
  return made.map((client, at) => (at % 2 === 0 ? patient(client) : second(client)));
};
const newCode = async (recipient = '') => {
  const body = { kind: 'ecu', units: 1, recipient };
  return (await one(admins, 0).call('POST /v1/admin/tune-credit-codes', { body })).body.code;
};

test('a single credit code claimed by fifty users grants one credit in every round', async () => {
  const crowded = await people();
  for (let round = 0; round < rounds; round += 1) {
    await server.db.deleteFrom('rate_limits').execute();
    const params = { code: await newCode() };
    const replies = await Promise.all(
      crowded.map((client) => client.call('POST /tune-credit-codes/:code/claim', { params })),
    );
    const statuses = replies.map(({ status }) => status);
    expect([count(statuses, 200), count(statuses, 409)], `round ${round}`).toEqual([1, crowd - 1]);
  }
  expect(await violations(server.db)).toEqual([]);
});

test('a code for an address autoclaimed by many tabs at once grants one credit in every round', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const user = await server.make.user();
    const client = await server.as({ id: user.id });
    const params = { code: await newCode(user.email) };
    const windows = Array.from({ length: 25 }, (_, at) => (at % 2 === 0 ? patient(client) : second(client)));
    const [auto, typed] = await Promise.all([
      Promise.all(windows.map((one) => one.call('POST /tune-credit-codes/autoclaim'))),
      Promise.all(windows.slice(0, 18).map((one) => one.call('POST /tune-credit-codes/:code/claim', { params }))),
    ]);
    const lots = [...auto, ...typed].flatMap(({ status, body }) => (status === 200 ? body.credits : []));
    expect(lots.length, `round ${round}`).toBe(1);
  }
  expect(await violations(server.db)).toEqual([]);
});

test('of fifty refunds of more than half exactly one is paid in every round', async () => {
  await receive(one(admins, 0), slug, place, rounds);
  for (let round = 0; round < rounds; round += 1) {
    const order = (await placed(one(clients, 0), orderOf([{ slug, quantity: 1 }]))).body;
    const paid = await pay(one(clients, 0), order);
    const params = { id: paid.body.payment?.payment_id ?? 0 };
    const body = { reason: 'Raced', amount: '60.00' };
    const replies = await Promise.all(
      Array.from({ length: crowd }, (_, at) =>
        one(admins, at).call('POST /v1/admin/transactions/:id/partially-refund', { params, body }),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(
      [count(statuses, 200), count(statuses, 200) + count(statuses, 409) + count(statuses, 422)],
      `round ${round}`,
    ).toEqual([1, crowd]);
  }
  expect(await violations(server.db)).toEqual([]);
});
