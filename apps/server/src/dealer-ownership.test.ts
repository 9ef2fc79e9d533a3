import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, newToken } from './modules/identity/index.ts';
import { openStream } from './testing/live.ts';
import { type OwnedRecord, ownedRecords } from './testing/owned-records.ts';
import { type Client, type TestServer, testServer } from './testing/server.ts';

// Records of a dealer belong to its current members. Every endpoint with such a record is called by its author, a
// colleague, the author after leaving, and the author while the dealer is suspended.

type Table = 'orders' | 'catalog_purchases' | 'tune_requests' | 'trade_ins' | 'tickets';
const tables: readonly (readonly [prefix: string, table: Table | 'rentals'])[] = [
  ['/order/', 'orders'],
  ['/invoices/', 'orders'],
  ['/rentals/', 'rentals'],
  ['/catalog-purchases/', 'catalog_purchases'],
  ['/v1/tune-requests/', 'tune_requests'],
  ['/trade-in-requests/', 'trade_ins'],
  ['/customer-tickets/', 'tickets'],
];
const tableOf = (key: string) => tables.find(([prefix]) => key.includes(` ${prefix}`))?.[1];
const calls = Object.keys(ownedRecords).filter((key) => tableOf(key) !== undefined);

/** Endpoints that stay available while the dealer is suspended: money records and support tickets. */
const staysReadable = (key: string) =>
  key.includes('/customer-tickets/') ||
  (key.startsWith('GET ') && !key.includes('/tune-requests/') && tableOf(key) !== undefined);

let server: TestServer;
let other: Awaited<ReturnType<TestServer['another']>>;
let admin: Client;
let strangerId: number;
beforeAll(async () => {
  server = await testServer();
  other = await server.another();
  admin = await server.as({ role: 3 });
  strangerId = (await server.make.user()).id;
});
afterAll(() => server.close());

async function dealerWithAuthor() {
  const [author, colleague] = [await server.as({ role: 4 }), await server.as({ role: 4 })];
  const dealer = await server.make.dealer({ managers: [colleague.userId ?? 0], members: [author.userId ?? 0] });
  return { dealer, author, colleague, userId: author.userId ?? 0 };
}

async function recordOf(key: string, userId: number, dealerId: number) {
  const record = ownedRecords[key] as OwnedRecord;
  const params = await record.make(server, { userId });
  await give(tableOf(key) as Table, Number(params.id), dealerId);
  return params;
}

async function give(table: Table | 'rentals', id: number, dealer_id: number) {
  if (table !== 'rentals') return server.db.updateTable(table).set({ dealer_id }).where('id', '=', id).execute();
  const { order_id } = await server.db
    .selectFrom('rentals')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return server.db.updateTable('orders').set({ dealer_id }).where('id', '=', order_id).execute();
}

async function ask(client: Client, key: string, params: Record<string, string | number>) {
  const record = ownedRecords[key] as OwnedRecord;
  const [method = '', path = ''] = key.split(' ');
  await server.db.deleteFrom('rate_limits').execute();
  const url = `/api${path.replace(/:([a-zA-Z]+)/g, (_, name: string) => String(params[name]))}`;
  const headers = {
    'idempotency-key': randomUUID(),
    'if-unmodified-since': new Date(Date.now() + 1000).toUTCString(),
    ...record.headers,
  };
  const { status } = await client.request(method, url, {
    headers,
    ...(record.body === undefined ? {} : { body: record.body }),
  });
  return status;
}

const suspend = (id: number) =>
  server.db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', id).execute();
const leave = (id: number, userId: number) =>
  admin.call('DELETE /v1/admin/dealers/:id/members/:userId', { params: { id, userId } });
const reopened = (client: Client) => server.as({ id: client.userId ?? 0 });

test('every record kind with a dealer is covered by these tests', async () => {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns where column_name = 'dealer_id'`.execute(server.db);
  const tried = new Set<string>(tables.map(([, table]) => table));
  const notPersonal = [
    'dealer_members',
    'dealer_tools',
    'dealer_credit_deals',
    // Records of the portal: `ownDealer` decides for all of them, and `access.test.ts` calls each as every kind of member.
    'dealer_invites',
    'dealer_purchase_approvals',
    'dealer_addresses',
    'dealer_specialization_links',
    'dealer_onboarding',
    'dealer_payments',
    'dealer_statements',
    'dealer_reminders',
    'dealer_credit_warnings',
    // Belongs to its author; the dealer is what an approval creates.
    'partner_applications',
    'tune_credit_codes',
    'catalog_estimates',
    // The dealer a won deal became; only staff read deals.
    'lead_deals',
    // Read through its request, whose ownership is tested above.
    'value_transfers',
    // A view that only reports read.
    'metric_sales',
    // The sales pipeline of staff.
    'lead_opportunities',
  ];
  expect(rows.map((row) => row.table_name).filter((name) => !tried.has(name) && !notPersonal.includes(name))).toEqual(
    [],
  );
});

describe('a record of a dealer', { timeout: 180_000 }, () => {
  test.each(calls)('%s is accessible to members of an active dealer only', async (key) => {
    const { dealer, author, colleague, userId } = await dealerWithAuthor();
    const isOpen = async (client: Client, label: string) =>
      expect([401, 403, 404, 500], label).not.toContain(await ask(client, key, await recordOf(key, userId, dealer.id)));
    const isClosed = async (client: Client, label: string, by = userId) =>
      expect([403, 404], label).toContain(await ask(client, key, await recordOf(key, by, dealer.id)));
    await isOpen(author, 'author');
    if (tableOf(key) === 'tickets') await isClosed(colleague, 'a ticket is its author’s');
    else await isOpen(colleague, 'colleague');
    await isClosed(await server.as({ id: strangerId }), 'placed by a user who is not a member', strangerId);

    await suspend(dealer.id);
    if (staysReadable(key)) await isOpen(author, 'author, suspended');
    else await isClosed(author, 'author, suspended');
    await server.db.updateTable('dealers').set({ state: 'active' }).where('id', '=', dealer.id).execute();

    expect((await leave(dealer.id, userId)).status).toBe(204);
    await isClosed(await reopened(author), 'author who left');
  });
});

test('lists show no dealer records to an author who left the dealer', async () => {
  const { dealer, author, userId } = await dealerWithAuthor();
  for (const key of [
    'GET /order/:id',
    'POST /rentals/:id/deposit',
    'GET /catalog-purchases/:id',
    'GET /customer-tickets/:id',
  ])
    await recordOf(key, userId, dealer.id);
  const { id } = await recordOf('GET /v1/tune-requests/:id', userId, dealer.id);
  await server.db
    .insertInto('tune_request_events')
    .values({ request_id: Number(id), at: new Date(), event: 'upload', to_state: 'received', actor_kind: 'customer' })
    .execute();
  const lists = [
    'GET /order',
    'GET /rentals',
    'GET /catalog-purchases',
    'GET /customer-tickets',
    'GET /v1/tune-requests',
    'GET /recent-updates',
  ] as const;
  const lengths = async (client: Client) =>
    Promise.all(lists.map(async (key) => ((await client.call(key)).body as { data: unknown[] }).data.length));
  const before = await lengths(author);
  expect(before.map((count) => count > 0)).toEqual(lists.map(() => true));
  await leave(dealer.id, userId);
  expect(await lengths(await reopened(author))).toEqual(lists.map(() => 0));
});

describe('a mailed link of an author', () => {
  const links: Record<string, (id: number, token: string) => Promise<string>> = {
    'GET /order/:id': async (id, token) => {
      await server.db
        .insertInto('order_tokens')
        .values({ token_hash: hashToken(token), order_id: id, purpose: 'mail', created_at: new Date() })
        .execute();
      return `/api/order/${id}?token=${token}`;
    },
    'GET /catalog-purchases/:id': async (id, token) => {
      await server.db
        .insertInto('catalog_purchase_tokens')
        .values({ token_hash: hashToken(token), purchase_id: id, created_at: new Date() })
        .execute();
      return `/api/catalog-purchases/${id}/${token}/invoice`;
    },
    'GET /trade-in-requests/:id': async (id, token) => {
      await server.db
        .insertInto('trade_in_tokens')
        .values({ token_hash: hashToken(token), trade_in_id: id, created_at: new Date() })
        .execute();
      return `/api/trade-in-requests/${id}?token=${token}`;
    },
    'GET /customer-tickets/:id': async (id, token) => {
      await server.db
        .insertInto('ticket_tokens')
        .values({ token_hash: hashToken(token), ticket_id: id, created_at: new Date() })
        .execute();
      return `/api/customer-tickets/${id}?token=${token}`;
    },
  };
  test.each(Object.keys(links))('%s expires when the membership ends', async (key) => {
    const { dealer, userId } = await dealerWithAuthor();
    const { id } = await recordOf(key, userId, dealer.id);
    const url = await (links[key] as (id: number, token: string) => Promise<string>)(Number(id), newToken());
    expect((await server.anonymous.request('GET', url)).status).toBe(200);
    await suspend(dealer.id);
    expect((await server.anonymous.request('GET', url)).status, 'read while suspended').toBe(200);
    await leave(dealer.id, userId);
    expect((await server.anonymous.request('GET', url)).status).toBe(404);
  });

  test('does not pay an order of a suspended dealer', async () => {
    const { dealer, userId } = await dealerWithAuthor();
    const { id } = await recordOf('GET /order/:id', userId, dealer.id);
    const token = newToken();
    await links['GET /order/:id']?.(Number(id), token);
    await suspend(dealer.id);
    const pay = () =>
      server.anonymous.request('POST', `/api/order/${id}/payment`, {
        body: { token },
        headers: { 'idempotency-key': randomUUID() },
      });
    expect((await pay()).status).toBe(404);
    await server.db.updateTable('dealers').set({ state: 'active' }).where('id', '=', dealer.id).execute();
    expect((await pay()).status).toBe(200);
  });
});

test('a download token expires with the membership of its issuer or the suspension of the dealer', async () => {
  const { dealer, author, userId } = await dealerWithAuthor();
  const { id, fileId } = await recordOf('GET /v1/tune-requests/:id/files/:fileId', userId, dealer.id);
  await server.db.updateTable('tune_requests').set({ state: 'delivered' }).where('id', '=', Number(id)).execute();
  const { body } = await author.call('POST /v1/tune-requests/:id/token', { params: { id } });
  const url = `/api/v1/tune-requests/${id}/files/${fileId}?token=${body.token}`;
  const status = async () => (await server.anonymous.request('GET', url)).status;
  expect(await status()).toBe(200);
  await suspend(dealer.id);
  expect(await status()).toBe(404);
  await server.db.updateTable('dealers').set({ state: 'active' }).where('id', '=', dealer.id).execute();
  expect(await status()).toBe(200);
  await leave(dealer.id, userId);
  expect(await status()).toBe(404);
});

describe('suspending a dealer', () => {
  test('closes open streams and invalidates cached responses on other processes', async () => {
    const { dealer, author, userId } = await dealerWithAuthor();
    const { id } = await recordOf('GET /v1/tune-requests/:id', userId, dealer.id);
    const stream = await openStream(other, author, `/v1/tune-requests/${id}/live`);
    const { data: version } = await stream.next();
    const there = other.clientWith(author.token);
    const poll = async () => (await there.request('GET', `/api/v1/tune-requests/${id}/poll?since=${version}`)).status;
    expect([await poll(), await poll()]).toEqual([304, 304]);
    const { updated_at } = (await admin.call('GET /v1/admin/dealers/:id', { params: { id: dealer.id } })).body;
    const saved = await admin.call('PATCH /v1/admin/dealers/:id', {
      params: { id: dealer.id },
      body: { state: 'suspended' },
      readAt: updated_at,
    });
    expect(saved.status).toBe(200);
    expect(await stream.next()).toEqual({ event: 'gone', data: '' });
    await expect.poll(poll).toBe(404);
  });
});
