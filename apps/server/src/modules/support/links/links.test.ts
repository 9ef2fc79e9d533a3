import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { estimated, payCard, tuneShop } from '../../../testing/money/purchases.ts';
import { type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, settled } from '../../../testing/shop.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
let slug: string;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
  slug = (await (await makeShop(server)).sell(0, { tracks_stock: false })).slug;
  await settled(server);
});
afterAll(() => server.close());
beforeEach(() => sql`delete from rate_limits`.execute(server.db));

const email = 'owner@example.test';
const tokenInMail = async (to: string, page: RegExp) => {
  const row = await server.db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('to_address', '=', to)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return page.exec(unmask(row).text_body)?.[1] ?? '';
};

type Made = { id: number; token: string; to: string };
type Kind = {
  make: () => Promise<Made>;
  open: (made: Made) => Promise<{ status: number; body: unknown }>;
  expire: (id: number) => Promise<unknown>;
  page: RegExp;
};
const guest = () => server.anonymous;

const kinds: Record<string, Kind> = {
  order: {
    async make() {
      const { id, token } = (await placed(guest(), orderOf([{ slug, quantity: 1 }]))).body;
      await pay(guest(), { id, token });
      return { id, token, to: 'ada@example.test' };
    },
    open: ({ id, token }) => guest().call('GET /order/:id/:token/invoice', { params: { id, token } }),
    expire: (id) =>
      sql`update order_tokens set expires_at = now() - interval '1 second' where order_id = ${id}`.execute(server.db),
    page: /\/profile\/orders\/\d+\/([^/]+)\/invoice/,
  },
  purchase: {
    async make() {
      const buyer = await server.as({});
      const { id } = (await payCard(buyer, await estimated(buyer, shop.selection))).body.purchase;
      const to = 'ada@example.test';
      return { id, to, token: await tokenInMail(to, /\/profile\/purchases\/\d+\/([^/]+)\/invoice/) };
    },
    open: ({ id, token }) => guest().call('GET /catalog-purchases/:id/:token/invoice', { params: { id, token } }),
    expire: (id) =>
      sql`update catalog_purchase_tokens set expires_at = now() - interval '1 second' where purchase_id = ${id}`.execute(
        server.db,
      ),
    page: /\/profile\/purchases\/\d+\/([^/]+)\/invoice/,
  },
  ticket: {
    async make() {
      const body = { title: 'Help', description: 'It does not start.', customer_name: 'Ada', email };
      const { id, token } = (await guest().call('POST /tickets', { body })).body;
      return { id, token: token ?? '', to: email };
    },
    open: ({ id, token }) => guest().call('GET /customer-tickets/:id', { params: { id }, query: { token } }),
    expire: (id) =>
      sql`update ticket_tokens set expires_at = now() - interval '1 second' where ticket_id = ${id}`.execute(server.db),
    page: /\/tuning-ticket\/\d+\/(\S+)/,
  },
  'trade-in': {
    async make() {
      const body = { tool: 'V2', serial: `S-${Math.random()}`, condition: 'used', full_name: 'Ada', email, note: '' };
      const { id, token } = (await guest().call('POST /trade-in-requests', { body })).body;
      return { id, token, to: email };
    },
    open: ({ id, token }) => guest().call('GET /trade-in-requests/:id', { params: { id }, query: { token } }),
    expire: (id) =>
      sql`update trade_in_tokens set expires_at = now() - interval '1 second' where trade_in_id = ${id}`.execute(
        server.db,
      ),
    page: /\/trade-in\/\d+\/(\S+)/,
  },
  rescue: {
    async make() {
      const body = { tool: 'V3', vehicle: 'Golf', symptom: 'stopped', contact_name: 'Ada', email };
      const { id, token } = (await guest().call('POST /rescue-sessions', { body })).body;
      return { id, token, to: email };
    },
    open: ({ id, token }) => guest().call('GET /rescue-sessions/:id', { params: { id }, query: { token } }),
    expire: (id) =>
      sql`update rescue_sessions set code_expires_at = now() - interval '1 second' where id = ${id}`.execute(server.db),
    page: /\/fz\/rescue\/\d+\/(\S+)/,
  },
};

const renew = (kind: string, { id, token }: Pick<Made, 'id' | 'token'>) =>
  guest().call('POST /links/renew', { body: { kind, id, token } });

describe.each(Object.entries(kinds))('the link of a %s', (kind, { make, open, expire, page }) => {
  test('expires, and a new one is mailed only to the address on record', async () => {
    const made = await make();
    expect((await open(made)).status).toBe(200);
    expect((await renew(kind, made)).status).toBe(404);
    await expire(made.id);
    const expired = await open(made);
    expect([expired.status, expired.body]).toEqual([
      410,
      expect.objectContaining({ code: 'link_expired', message: 'This link has expired. We can send you a new one.' }),
    ]);
    expect((await renew(kind, made)).status).toBe(204);
    const token = await tokenInMail(made.to, page);
    expect(token).not.toBe(made.token);
    expect((await open({ ...made, token })).status).toBe(200);
  });
  test('reveals nothing to a visitor without a former link', async () => {
    const made = await make();
    await expire(made.id);
    const foreign = { ...made, token: kind === 'rescue' ? '2222-2222-2222-2222' : 'x'.repeat(43) };
    expect((await open(foreign)).status).toBe(404);
    expect((await renew(kind, foreign)).status).toBe(404);
  });
});

test('a new link is mailed at most three times a day', async () => {
  const made = await (kinds.ticket as Kind).make();
  await kinds.ticket?.expire(made.id);
  const statuses = [];
  for (let at = 0; at < 4; at += 1) statuses.push((await renew('ticket', made)).status);
  expect(statuses).toEqual([204, 204, 204, 429]);
});

test('a rescue without an address reports that no code can be sent', async () => {
  const body = { tool: 'V3', vehicle: 'Golf', symptom: 'stopped', contact_name: 'Ada' };
  const made = (await guest().call('POST /rescue-sessions', { body })).body;
  await kinds.rescue?.expire(made.id);
  const reply = await renew('rescue', made);
  expect([reply.status, reply.body]).toEqual([
    409,
    expect.objectContaining({ message: 'We have no e-mail address for this link. Contact us for a new one.' }),
  ]);
});

test('the links of a cancelled order expire within two weeks', async () => {
  const { id, token } = (await placed(guest(), orderOf([{ slug, quantity: 1 }]))).body;
  await guest().call('POST /order/:id/cancel', { params: { id }, body: { token } });
  const { rows } =
    await sql`select from order_tokens where order_id = ${id} and expires_at > now() + interval '14 days'`.execute(
      server.db,
    );
  expect(rows).toEqual([]);
});

test.each([
  ['order', 14, sql`update orders set state = 'cancelled'`],
  ['ticket', 30, sql`update tickets set state = 'closed', closed_at = now()`],
  ['trade-in', 30, sql`update trade_ins set state = 'rejected'`],
  ['rescue', 14, sql`update rescue_sessions set state = 'abandoned'`],
])('a new link to a closed record expires no later than its other links: %s', async (name, days, close) => {
  const { make, expire } = kinds[name] as Kind;
  const made = await make();
  await sql`${close} where id = ${made.id}`.execute(server.db);
  await expire(made.id);
  expect((await renew(name, made)).status).toBe(204);
  const { rows } = await sql<{ days: number }>`
    select max(extract(epoch from expires_at - now()) / 86400)::float as days from secret_links
    where kind = ${name} and record_id = ${made.id}`.execute(server.db);
  expect(rows[0]?.days).toBeGreaterThan(days - 1);
  expect(rows[0]?.days).toBeLessThanOrEqual(days);
});
