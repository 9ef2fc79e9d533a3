import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unmask } from '../../platform/mail/secrets.ts';
import { cachesRefreshed, storeSetting } from '../../testing/catalog.ts';
import { bookedFor, estimated, payCard, proveBooks, tuneShop } from '../../testing/money/purchases.ts';
import { type Client, type TestServer, testServer } from '../../testing/server.ts';
import { vancouver } from '../../testing/shop.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof tuneShop>>;
let buyer: Client;
beforeAll(async () => {
  server = await testServer();
  shop = await tuneShop(server);
  buyer = await server.as({});
});
afterAll(() => server.close());

const mine = (client: Client = buyer) => estimated(client, shop.selection);
const once = async () => {
  const client = await server.as({});
  return { client, hash: await mine(client) };
};
const countOf = async (client: Client) =>
  (await client.call('GET /catalog-purchases')).body.data.filter(({ state }) => state !== 'cancelled').length;

describe('tunes are bought from the catalogue without a file (C255 S011 S364)', () => {
  test('a purchase is paid, stores its lines with their derivation, and waits for the file', async () => {
    const { client, hash } = await once();
    const { status, body } = await payCard(client, hash, {
      vehicle: '/catalog/testwagen/2015/runner/2.0l-4-cyl-turbo',
    });
    expect(status).toBe(200);
    const { purchase, payment } = body;
    expect(payment).toMatchObject({ state: 'captured', amount: '577.50', currency: 'CAD' });
    expect(purchase).toMatchObject({
      state: 'waiting_file',
      vehicle: '2015 Testwagen Runner 2.0L 4-cyl turbo',
      list: { amount: '550.00' },
      tax: { amount: '27.50' },
      total: { amount: '577.50', currency: 'CAD' },
      card: { amount: '577.50' },
      account: { amount: '0.00' },
      can: { link: true },
    });
    expect(purchase.lines.map(({ label, amount }) => [label, amount.amount])).toEqual([
      ['Stage 1', '500.00'],
      ['Installation with Bench', '50.00'],
    ]);
    expect(purchase.lines[0]?.derivation[0]).toMatchObject({ kind: 'list-price', after: { amount: '500.00' } });
    // Nothing is delivered: the money is deferred work and tax, and no share is earned.
    expect(await bookedFor(server, purchase.id, 'cash')).toBe(57_750n);
    expect(await bookedFor(server, purchase.id, 'defer.work')).toBe(-55_000n);
    expect(await bookedFor(server, purchase.id, 'tax')).toBe(-2_750n);
    expect(await bookedFor(server, purchase.id, 'rev')).toBe(0n);
    const [mail] = await server.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('kind', '=', 'purchase-confirmation')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(mail?.text_body).toContain('send us the file of your car');
  });

  test('requires a login', async () => {
    const hash = await mine(server.anonymous);
    expect((await payCard(server.anonymous, hash)).status).toBe(401);
  });

  test('a changed price is returned with the new estimate, and nothing is charged', async () => {
    const { client, hash } = await once();
    const price = (base: bigint) =>
      server.db.updateTable('tune_prices').set({ base_minor: base }).where('tune_id', '=', shop.tune.id).execute();
    await price(60_000n);
    await shop.make.changed();
    await cachesRefreshed(server);
    const refused = await payCard(client, hash);
    await price(50_000n);
    await shop.make.changed();
    await cachesRefreshed(server);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'total_changed', current: { total: { amount: '650.00' } } });
    expect(await countOf(client)).toBe(0);
  });

  test('a total other than the one shown is refused before anything is written', async () => {
    const { client, hash } = await once();
    const refused = await payCard(client, hash, { total: { amount: '550.00', currency: 'CAD' } });
    expect(refused.body).toMatchObject({ code: 'total_changed', current: { total: { amount: '577.50' } } });
    expect((await payCard(client, hash, { total: { amount: '577.50', currency: 'CAD' } })).status).toBe(200);
  });

  test('an unknown estimate or one of another user cannot be bought', async () => {
    const { hash } = await once();
    const other = await server.as({});
    for (const wrong of [hash, 'nothing'])
      expect((await payCard(other, wrong)).body).toMatchObject({ errors: { estimate_hash: expect.any(Array) } });
  });

  test('the current disclaimer must be accepted, and again when it changes', async () => {
    await storeSetting(server, 'tuning_disclaimer', 'Your car, your risk.');
    const { client, hash } = await once();
    const quote = await client.call('POST /v1/catalog/quote', { body: { estimate_hash: hash, country_code: 'CA' } });
    const known = createHash('sha256').update('Your car, your risk.').digest('hex');
    expect(quote.body.disclaimer).toEqual({ text: 'Your car, your risk.', hash: known });
    for (const disclaimer_hash of [undefined, 'f00'])
      expect((await payCard(client, hash, { disclaimer_hash })).body).toMatchObject({
        errors: { disclaimer_hash: expect.any(Array) },
      });
    const bought = await payCard(client, hash, { disclaimer_hash: known });
    await storeSetting(server, 'tuning_disclaimer', '');
    expect(bought.status).toBe(200);
  });

  test('a selection that no tool can write is not sold', async () => {
    const orphan = await shop.make.tune({ name: 'Wishful', engines: [shop.engine.id], tools: [] });
    await cachesRefreshed(server);
    const hash = await estimated(buyer, { engine: shop.engine.id, tunes: [orphan.id] });
    expect((await payCard(buyer, hash)).body).toMatchObject({ errors: { tools: [expect.stringContaining('ticket')] } });
  });

  test('an invalid address is reported at its fields', async () => {
    const { client, hash } = await once();
    const billing = { ...vancouver, postal_code: '', city: '' };
    expect((await payCard(client, hash, { billing })).body).toMatchObject({
      errors: { 'billing.city': expect.any(Array) },
    });
  });
});

describe('a refused card (C255)', () => {
  test('leaves only an open purchase, which the next card pays', async () => {
    const { client, hash } = await once();
    const refused = await payCard(client, hash, { method: { token: 'test_card_expired' } });
    expect([refused.status, (refused.body as { code?: string }).code]).toEqual([402, 'card_expired']);
    expect((await client.call('GET /catalog-purchases')).body.total).toBe(0);
    const paid = await payCard(client, hash);
    expect(paid.status).toBe(200);
    const rows = await server.db
      .selectFrom('catalog_purchases')
      .select('id')
      .where('user_id', '=', client.userId)
      .execute();
    expect(rows).toEqual([{ id: paid.body.purchase.id }]);
  });
});

describe('one request is one purchase and one charge (S389)', () => {
  test('and the same key returns the same response', async () => {
    const { client, hash } = await once();
    const key = randomUUID();
    const [a, b] = [await payCard(client, hash, {}, key), await payCard(client, hash, {}, key)];
    expect(b.body).toEqual(a.body);
    expect(await countOf(client)).toBe(1);
  });

  test('and a selection already waiting for its file is bought again only when confirmed', async () => {
    const { client, hash } = await once();
    const first = (await payCard(client, hash)).body.purchase;
    const second = await payCard(client, hash);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: 'already_committed', current: { purchase_id: first.id } });
    expect((await payCard(client, hash, { again: true })).status).toBe(200);
    expect(await countOf(client)).toBe(2);
  });

  test('and eight concurrent payments with different keys charge once', async () => {
    const { client, hash } = await once();
    const replies = await Promise.all(Array.from({ length: 8 }, () => payCard(client, hash)));
    const won = replies.filter(({ status }) => status === 200);
    expect(won.length).toBeGreaterThanOrEqual(1);
    expect(new Set(won.map(({ body }) => body.purchase.id)).size).toBe(1);
    expect(replies.every(({ status }) => [200, 409].includes(status))).toBe(true);
    expect(await countOf(client)).toBe(1);
    const charged = await server.db
      .selectFrom('payments')
      .select('captured_minor')
      .where('payer', '=', `user:${client.userId}`)
      .execute();
    expect(charged).toEqual([{ captured_minor: 57_750n }]);
  });
});

describe('purchases are listed and shown (C258 C259)', () => {
  test('to their buyer and staff only', async () => {
    const { client, hash } = await once();
    const { purchase } = (await payCard(client, hash)).body;
    const list = (await client.call('GET /catalog-purchases', { query: { unlinked: true } })).body;
    expect(list.data).toMatchObject([
      { id: purchase.id, tunes: ['Stage 1'], total: { amount: '577.50' }, refunded: { amount: '0.00' } },
    ]);
    const read = async (buyerClient: Client) =>
      (await buyerClient.call('GET /catalog-purchases/:id', { params: { id: purchase.id } })).status;
    expect([await read(client), await read(shop.admin), await read(await server.as({}))]).toEqual([200, 200, 404]);
    expect((await server.anonymous.call('GET /catalog-purchases')).status).toBe(401);
  });

  test('with an invoice that opens for the buyer and by the mailed link, not by another token', async () => {
    const { client, hash } = await once();
    const { purchase } = (await payCard(client, hash)).body;
    const params = { id: purchase.id };
    const own = await client.call('GET /catalog-purchases/:id/invoice', { params });
    expect(own.body).toMatchObject({ purchase: { id: purchase.id, total: { amount: '577.50' } } });
    const mail = await server.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('kind', '=', 'purchase-confirmation')
      .where('text_body', 'like', `%/purchases/${purchase.id}/%`)
      .executeTakeFirstOrThrow();
    const token = /purchases\/\d+\/([^/\s]+)\/invoice/.exec(unmask(mail).text_body)?.[1] ?? '';
    const open = async (value: string) =>
      (
        await server.anonymous.call('GET /catalog-purchases/:id/:token/invoice', {
          params: { ...params, token: value },
        })
      ).status;
    expect([await open(token), await open(`${token}x`)]).toEqual([200, 404]);
    expect((await (await server.as({})).call('GET /catalog-purchases/:id/invoice', { params })).status).toBe(404);
  });
});

test('a code that discounts everything makes a free purchase, and the tuner still gets a share', async () => {
  const sale = { starts_at: new Date(Date.now() - 1000), ends_at: new Date(Date.now() + 3_600_000) };
  await server.db
    .insertInto('discount_codes')
    .values({ name: 'Gift', code: 'GIFT', type: 'site', amount: '100', amount_type: 'percent', uses_max: 1, ...sale })
    .execute();
  const free = await shop.make.tune({
    name: 'Free map',
    engines: [shop.engine.id],
    tools: [(await shop.make.tool({ fee: 0 })).id],
  });
  await server.db.updateTable('tunes').set({ tuner_id: shop.tuner.id }).where('id', '=', free.id).execute();
  await cachesRefreshed(server);
  const hash = await estimated(buyer, { engine: shop.engine.id, tunes: [free.id] }, { codes: ['gift'] });
  const { body } = await payCard(buyer, hash, { method: undefined });
  expect(body).toMatchObject({ payment: null, purchase: { state: 'waiting_file', total: { amount: '0.00' } } });
  expect(await bookedFor(server, body.purchase.id, 'goodwill')).toBe(50_000n);
  expect(await bookedFor(server, body.purchase.id, 'defer.work')).toBe(-50_000n);
  const again = await payCard(buyer, hash, { method: undefined, again: true });
  expect(again.body).toMatchObject({ errors: { codes: ['The code GIFT has been used up.'] } });
});

test('a single-use code is counted when the purchase is paid, and a refused card releases it', async () => {
  const window = { starts_at: new Date(Date.now() - 1000), ends_at: new Date(Date.now() + 3_600_000) };
  await server.db
    .insertInto('discount_codes')
    .values({ name: 'Half', code: 'HALF', type: 'site', amount: '50', amount_type: 'percent', uses_max: 1, ...window })
    .execute();
  const usesOf = async () =>
    (await server.db.selectFrom('discount_codes').select('uses').where('code', '=', 'HALF').executeTakeFirst())?.uses;
  const tune = await shop.make.tune({
    name: 'Half map',
    engines: [shop.engine.id],
    tools: [(await shop.make.tool({ fee: 0 })).id],
  });
  await cachesRefreshed(server);
  const rival = await server.as({});
  const estimateOf = (client: typeof buyer) =>
    estimated(client, { engine: shop.engine.id, tunes: [tune.id] }, { codes: ['half'] });
  const [mine, theirs] = [await estimateOf(buyer), await estimateOf(rival)];
  expect((await payCard(buyer, mine, { method: undefined })).status).toBe(422);
  expect(await usesOf()).toBe(0);
  expect((await payCard(buyer, mine, { method: { token: 'test_unknown' } })).status).toBe(402);
  expect(await usesOf()).toBe(0);
  expect((await payCard(rival, theirs)).status).toBe(200);
  const late = await payCard(buyer, mine);
  expect(late.body).toMatchObject({ errors: { codes: ['The code HALF has been used up.'] } });
  expect(await usesOf()).toBe(1);
});

test('the ledger is consistent and matches the provider', () => proveBooks(server));
