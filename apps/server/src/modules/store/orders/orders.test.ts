import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unmask } from '../../../platform/mail/secrets.ts';
import { type Client, type TestServer, testServer } from '../../../testing/server.ts';
import { makeShop, orderOf, pay, placed, setTaxes, settled, vancouver } from '../../../testing/shop.ts';
import { expireOrders } from './end-order.ts';

let server: TestServer;
let shop: Awaited<ReturnType<typeof makeShop>>;
let guest: Client;
beforeAll(async () => {
  server = await testServer();
  shop = await makeShop(server);
  guest = server.anonymous;
});
afterAll(() => server?.close());

const sell: typeof shop.sell = async (...args) => {
  const product = await shop.sell(...args);
  await settled(server);
  return product;
};
const quote = (entries: readonly object[], more: object = {}, client = guest) =>
  client.call('POST /order/shipping', { body: { entries, address: { country_code: 'CA', state: 'BC' }, ...more } });
const levels = (slug: string) =>
  server.db
    .selectFrom('stock_levels as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .select(['l.on_hand', 'l.allocated'])
    .where('p.slug', '=', slug)
    .executeTakeFirstOrThrow();
const orderCount = async () =>
  Number((await sql<{ n: bigint }>`select count(*) as n from orders`.execute(server.db)).rows[0]?.n);
const ledgerOf = async (subject: string) =>
  (
    await sql<{ kind: string; owner: string; amount: bigint }>`
      select a.kind, a.owner, sum(e.amount_minor)::bigint as amount from ledger_transfers t
      join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.subject = ${subject} group by 1, 2 order by 1, 2`.execute(server.db)
  ).rows;

describe('shipping quote of a cart (C368)', () => {
  test('is returned for each tier with all order totals, in table order', async () => {
    const { slug } = await sell(5);
    const reply = await quote([{ slug, quantity: 2 }]);
    expect(reply.status).toBe(200);
    expect(reply.body.tiers.map(({ key, price, sums }) => [key, price.amount, sums.total.amount])).toEqual([
      ['standard', '17.50', '217.50'],
      ['express', '44.00', '244.00'],
    ]);
    expect(reply.body).toMatchObject({ shipping_needed: true, currency: 'CAD', sums: null });
  });
  test('to an address without any shipping is 409 no_shipping_for_destination (S391)', async () => {
    const { slug } = await sell(5);
    const reply = await quote([{ slug, quantity: 1 }], { address: { country_code: 'DE' } });
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'no_shipping_for_destination' }]);
    const order = await placed(
      guest,
      orderOf([{ slug, quantity: 1 }], {
        shipping: { ...vancouver, country_code: 'DE', state: '', postal_code: '10115' },
      }),
    );
    expect([order.status, order.body]).toMatchObject([409, { code: 'no_shipping_for_destination' }]);
  });
  test('is zero for items that are not shipped', async () => {
    const { slug } = await sell(0, { is_digital: true, tracks_stock: false, shipping_class: null });
    const reply = await quote([{ slug, quantity: 1 }], { address: { country_code: 'DE' } });
    expect(reply.body).toMatchObject({ shipping_needed: false, tiers: [], sums: { total: { amount: '100.00' } } });
    const order = await placed(guest, orderOf([{ slug, quantity: 1 }], { shipping_tier: null }));
    expect(order.body).toMatchObject({ shipping_address: null, shipping_tier: null, total: { amount: '100.00' } });
  });
  test('is converted where a currency has no price of its own', async () => {
    const { slug } = await sell(5, {
      prices: [
        { currency: 'CAD', price: '10.00' },
        { currency: 'USD', price: '9.00' },
      ],
    });
    const usd = (await quote([{ slug, quantity: 1 }], { currency: 'USD' })).body;
    expect([usd.currency, usd.lines[0]?.unit_price.amount, usd.tiers[0]?.price.amount]).toEqual([
      'USD',
      '9.00',
      '11.25',
    ]);
    const yen = (await quote([{ slug, quantity: 1 }], { currency: 'JPY' })).body;
    expect([yen.lines[0]?.unit_price.amount, yen.tiers[0]?.sums.total.amount]).toEqual(['1085', '2713']);
    // An unsupported currency is replaced by the default; an unknown one is rejected.
    expect((await quote([{ slug, quantity: 1 }], { currency: 'SEK' })).body.currency).toBe('CAD');
    expect((await quote([{ slug, quantity: 1 }], { currency: 'XXX' })).status).toBe(422);
  });
  test('reports each unavailable entry at its position', async () => {
    const { slug } = await sell(5);
    const reply = await quote([
      { slug, quantity: 1 },
      { slug: 'nothing', quantity: 1 },
      { slug, quantity: 1, options: [{ option: 1, selection: 1 }] },
    ]);
    expect(reply.status).toBe(422);
    expect(Object.keys((reply.body as unknown as { errors: object }).errors)).toEqual(['entries.1', 'entries.2']);
  });
});

describe('an order (C365)', () => {
  test('is placed by a guest with final totals and allocated stock; its token is returned once and stored as a hash', async () => {
    const { slug } = await sell(5);
    const reply = await placed(
      guest,
      orderOf([{ slug, quantity: 2 }], { total: { amount: '217.50', currency: 'CAD' } }),
    );
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      state: 'pending_payment',
      number: expect.stringMatching(/^TP-\d{6}$/),
      list: { amount: '200.00' },
      shipping: { amount: '17.50' },
      total: { amount: '217.50', currency: 'CAD' },
      can: { pay: true, cancel: true },
    });
    expect(await levels(slug)).toEqual({ on_hand: 5, allocated: 2 });
    const stored = await sql<{
      found: boolean;
    }>`select exists (select from orders o where to_jsonb(o)::text like ${`%${reply.body.token}%`}) as found`.execute(
      server.db,
    );
    expect(stored.rows[0]?.found).toBe(false);
    const shown = await guest.call('GET /order/:id', {
      params: { id: reply.body.id },
      query: { token: reply.body.token },
    });
    expect([shown.status, 'token' in shown.body]).toEqual([200, false]);
  });
  test('is refused with the new figures when the total differs from the one shown, and nothing is written', async () => {
    const { slug } = await sell(5);
    const before = await orderCount();
    const reply = await placed(
      guest,
      orderOf([{ slug, quantity: 1 }], { total: { amount: '114.99', currency: 'CAD' } }),
    );
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({ code: 'total_changed', current: { sums: { total: { amount: '115.00' } } } });
    expect([await orderCount(), await levels(slug)]).toEqual([before, { on_hand: 5, allocated: 0 }]);
  });
  test('with a tier not offered for its destination is 409 shipping_tier_not_supported_for_destination (S390)', async () => {
    const { slug } = await sell(5);
    const shipping = { ...vancouver, country_code: 'US', state: 'WA', postal_code: '98101' };
    const reply = await placed(guest, orderOf([{ slug, quantity: 1 }], { shipping, shipping_tier: 'express' }));
    expect([reply.status, reply.body]).toMatchObject([409, { code: 'shipping_tier_not_supported_for_destination' }]);
    expect((await placed(guest, orderOf([{ slug, quantity: 1 }], { shipping }))).status).toBe(201);
  });
  test('ignores prices, totals and states from the client', async () => {
    const { slug } = await sell(5);
    const body = orderOf([{ slug, quantity: 1, price: '0.01', unit_minor: 1 } as never], {
      state: 'paid',
      paid: true,
      user_id: 1,
      discount: '100',
    });
    const reply = await placed(guest, body);
    expect(reply.body).toMatchObject({
      state: 'pending_payment',
      total: { amount: '115.00' },
      discount: { amount: '0.00' },
    });
  });
  test('has 1 to 20 of an item after merging, whatever the order of its options', async () => {
    const { slug } = await sell(100);
    for (const quantity of [0, 21, 1.5]) expect((await placed(guest, orderOf([{ slug, quantity }]))).status).toBe(422);
    expect(
      (
        await placed(
          guest,
          orderOf([
            { slug, quantity: 15 },
            { slug, quantity: 6 },
          ]),
        )
      ).status,
    ).toBe(422);
    const merged = await placed(
      guest,
      orderOf([
        { slug, quantity: 15 },
        { slug, quantity: 5 },
      ]),
    );
    expect(merged.body.lines.map(({ quantity }) => quantity)).toEqual([20]);
  });
  test('includes option prices and requires all options', async () => {
    const selection = (name: string, price: string) => ({ name, prices: [{ currency: 'CAD', price }] });
    const product = await sell(5, {
      options: [{ name: 'Cable', selections: [selection('Short', '0'), selection('Long', '12.34')] }],
    });
    const shown = (await guest.call('GET /store/product/:slug', { params: { slug: product.slug } })).body;
    const [option] = shown.options;
    const long = { option: option?.id, selection: option?.selections[1]?.id };
    const reply = await placed(guest, orderOf([{ slug: product.slug, quantity: 2, options: [long] }]));
    expect(reply.body.lines).toMatchObject([
      { unit_price: { amount: '112.34' }, options: [{ option: 'Cable', selection: 'Long' }] },
    ]);
    expect((await placed(guest, orderOf([{ slug: product.slug, quantity: 1 }]))).status).toBe(422);
  });
  test('needs an email from a guest and uses the account of a user', async () => {
    const { slug } = await sell(5);
    const billing = { ...vancouver, email: '' };
    const reply = await placed(guest, orderOf([{ slug, quantity: 1 }], { billing }));
    expect(reply.body).toMatchObject({ errors: { 'billing.email': [expect.any(String)] } });
    const user = await server.make.user();
    const mine = await placed(await server.as(user), orderOf([{ slug, quantity: 1 }], { billing }));
    expect(mine.body.email).toBe(user.email);
  });
  test('the same key is one order and one response, also fifty at once; another body is refused', async () => {
    const { slug } = await sell(50);
    const before = await orderCount();
    const key = randomUUID();
    const body = orderOf([{ slug, quantity: 1 }]);
    const replies = await Promise.all(Array.from({ length: 50 }, () => placed(guest, body, key)));
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.id} ${reply.body.token}`)).size).toBe(1);
    expect([await orderCount(), (await levels(slug)).allocated]).toEqual([before + 1, 1]);
    expect((await placed(guest, orderOf([{ slug, quantity: 2 }]), key)).status).toBe(422);
    expect((await guest.call('POST /order', { body })).status).toBe(400);
  });
});

describe('taxes and codes', () => {
  test('tax is a separate line for each rate of the destination, on goods and shipping', async () => {
    const { slug } = await sell(20);
    await setTaxes(server, shop.admin, [
      { country_code: 'CA', state: '', name: 'GST', percent: '5' },
      { country_code: 'CA', state: 'BC', name: 'PST', percent: '7' },
      { country_code: 'CA', state: 'QC', name: 'QST', percent: '9.975' },
    ]);
    const reply = await placed(guest, orderOf([{ slug, quantity: 1 }]));
    expect(reply.body.taxes).toEqual([
      { name: 'GST', percent: '5', amount: { amount: '5.75', currency: 'CAD' } },
      { name: 'PST', percent: '7', amount: { amount: '8.05', currency: 'CAD' } },
    ]);
    expect(reply.body.total.amount).toBe('128.80');
    await setTaxes(server, shop.admin, []);
  });
  const sale = async (more: object) => {
    const now = Date.now();
    const reply = await shop.admin.call('POST /v1/admin/sales', {
      body: {
        name: 'Autumn',
        type: 'products',
        amount: '10',
        amountType: 'percent',
        start: new Date(now - 60_000).toISOString(),
        end: new Date(now + 3_600_000).toISOString(),
        ...more,
      },
    });
    expect(reply.status).toBe(201);
    await settled(server);
    return reply.body;
  };
  test('a code gives its discount, and an unknown one is refused at its field', async () => {
    const { slug } = await sell(20);
    await sale({ code: 'AUTUMN10' });
    const reply = await placed(guest, orderOf([{ slug, quantity: 1 }], { codes: ['autumn10'] }));
    expect(reply.body).toMatchObject({
      discount: { amount: '10.00' },
      total: { amount: '105.00' },
      discounts: [{ name: 'Autumn', code: 'AUTUMN10' }],
    });
    const wrong = await placed(guest, orderOf([{ slug, quantity: 1 }], { codes: ['AUTUM'] }));
    expect(wrong.body).toMatchObject({ errors: { codes: ['The code AUTUM is invalid or has expired.'] } });
  });
  test('codes cannot be guessed by asking for prices: one customer may try a thousand in an hour', async () => {
    const { slug } = await sell(1);
    const quoted = (codes: readonly string[], from: string) =>
      guest.request('POST', '/api/order/shipping', {
        body: { entries: [{ slug, quantity: 1 }], address: { country_code: 'CA', state: 'BC' }, codes },
        from,
      });
    const guesses = (nth: number) => Array.from({ length: 8 }, (_, at) => `GUESS-${nth}-${at}`);
    const tried = await Promise.all(
      Array.from({ length: 126 }, (_, nth) => quoted(guesses(nth), `2001:db8:77:${nth}::1`)),
    );
    expect(tried.filter(({ status }) => status === 200)).toHaveLength(125);
    expect((await quoted(['GUESS'], '2001:db8:77:999::1')).status).toBe(429);
    expect((await quoted([], '2001:db8:77:999::1')).status).toBe(200);
    expect((await quoted(['GUESS'], '203.0.113.78')).status).toBe(200);
  });
  test('a single-use code is used by the one order of fifty that is paid', async () => {
    const { slug } = await sell(100);
    const { id } = await sale({ code: 'ONCE', uses_max: 1 });
    const usesOf = async () =>
      (await server.db.selectFrom('sales').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses;
    const body = orderOf([{ slug, quantity: 1 }], { codes: ['ONCE'] });
    const orders = await Promise.all(Array.from({ length: 50 }, () => placed(guest, body)));
    expect([new Set(orders.map(({ status }) => status)), await usesOf()]).toEqual([new Set([201]), 0]);
    const paid = await Promise.all(orders.map((order) => pay(guest, order.body)));
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = paid.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(49);
    expect(lost[0]?.body).toMatchObject({
      message: 'The code ONCE has been used up. You have not been charged. Order again without it.',
    });
    expect(await usesOf()).toBe(1);
    const late = await placed(guest, body);
    expect(late.body).toMatchObject({ errors: { codes: ['The code ONCE has been used up.'] } });
  });
  test('a refused card releases the use of a code for another buyer', async () => {
    const { slug } = await sell(10);
    const { id } = await sale({ code: 'TRY', uses_max: 1 });
    const usesOf = async () =>
      (await server.db.selectFrom('sales').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses;
    const body = orderOf([{ slug, quantity: 1 }], { codes: ['TRY'] });
    const [first, second] = [(await placed(guest, body)).body, (await placed(guest, body)).body];
    expect((await pay(guest, first, { token: 'test_unknown' })).status).toBe(402);
    expect(await usesOf()).toBe(0);
    expect((await pay(guest, second)).status).toBe(200);
    expect((await pay(guest, first)).status).toBe(409);
    for (const { id: order, token } of [first, second])
      await guest.call('POST /order/:id/cancel', { params: { id: order }, body: { token } });
    expect(await usesOf()).toBe(1);
  });
  test('an order that expires after its payment began releases the use of its code', async () => {
    const { slug } = await sell(10);
    const { id } = await sale({ code: 'BANK', uses_max: 1 });
    const body = orderOf([{ slug, quantity: 1 }], { codes: ['BANK'] });
    const order = (await placed(guest, body)).body;
    expect((await pay(guest, order, { token: 'test_3d' })).body).toMatchObject({ order_state: 'pending_payment' });
    expect((await placed(guest, body)).status).toBe(422);
    await guest.call('POST /order/:id/cancel', { params: { id: order.id }, body: { token: order.token } });
    expect((await pay(guest, (await placed(guest, body)).body)).status).toBe(200);
    const row = await server.db.selectFrom('sales').select('uses').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.uses).toBe(1);
  });
  test('a single-use affiliate code has one winner too, and the share of the sale is pending for the affiliate', async () => {
    const { slug } = await sell(100);
    const affiliate = await server.make.affiliate();
    await server.db
      .insertInto('discount_codes')
      .values({
        code: 'FRIEND',
        name: 'Friend',
        affiliate_id: affiliate.id,
        amount: '20',
        amount_type: 'percent',
        share_percent: '10',
        uses_max: 1,
      })
      .execute();
    const body = orderOf([{ slug, quantity: 1 }], { codes: ['friend'] });
    const orders = await Promise.all(Array.from({ length: 20 }, async () => (await placed(guest, body)).body));
    const paid = await Promise.all(orders.map((order) => pay(guest, order)));
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
    const order = { id: paid.find(({ status }) => status === 200)?.body.order_id };
    expect(await ledgerOf(`order:${order.id}`)).toEqual([
      { kind: 'cash', owner: 'house', amount: 9500n },
      { kind: 'cost.comm', owner: 'house', amount: 800n },
      { kind: 'defer.goods', owner: 'house', amount: -9500n },
      { kind: 'earn.hold', owner: `affiliate:${affiliate.id}`, amount: -800n },
    ]);
  });
  test('a code that discounts everything leaves nothing to pay, and the order is paid without a card', async () => {
    const { slug } = await sell(0, { is_digital: true, tracks_stock: false, shipping_class: null });
    await sale({ code: 'GIFT', amount: '100' });
    const order = (await placed(guest, orderOf([{ slug, quantity: 1 }], { codes: ['GIFT'], shipping_tier: null })))
      .body;
    expect(order.total.amount).toBe('0.00');
    const paid = await pay(guest, order, undefined);
    expect(paid.body).toMatchObject({ order_state: 'paid', payment: null });
  });
});

describe('a payment (C369)', () => {
  const order = async (client = guest, more: object = {}) => {
    const { slug } = await sell(5);
    return { slug, ...(await placed(client, orderOf([{ slug, quantity: 1 }], more))).body };
  };
  test('marks the order paid, books cash against a delivery liability, and sends a mail with its own link', async () => {
    const made = await order();
    const reply = await pay(guest, made);
    expect(reply.body).toMatchObject({
      order_state: 'paid',
      payment: { state: 'captured', amount: '115.00', currency: 'CAD' },
    });
    const shown = await guest.call('GET /order/:id', { params: { id: made.id }, query: { token: made.token } });
    expect(shown.body).toMatchObject({ state: 'paid', can: { pay: false, cancel: true } });
    expect(await ledgerOf(`order:${made.id}`)).toEqual([
      { kind: 'cash', owner: 'house', amount: 11_500n },
      { kind: 'defer.goods', owner: 'house', amount: -11_500n },
    ]);
    const mail = await server.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('subject', '=', `Your order ${made.number}`)
      .executeTakeFirstOrThrow();
    expect(mail.to_address).toBe('ada@example.test');
    expect(mail.text_body).toContain('Total paid: 115.00\u00A0CAD');
    const token = /orders\/\d+\/([\w-]+)\/invoice/.exec(unmask(mail).text_body)?.[1] ?? '';
    expect(token).not.toBe(made.token);
    expect((await guest.call('GET /order/:id', { params: { id: made.id }, query: { token } })).status).toBe(200);
    const events = await server.db
      .selectFrom('order_events')
      .select(['event', 'to_state'])
      .where('order_id', '=', made.id)
      .orderBy('id')
      .execute();
    expect(events).toEqual([
      { event: 'place', to_state: 'pending_payment' },
      { event: 'pay', to_state: 'paid' },
    ]);
  });
  test('succeeds once: a second one is 409 already_committed, also with a new key, another card or concurrently (S389)', async () => {
    const made = await order();
    const replies = await Promise.all(Array.from({ length: 20 }, () => pay(guest, made)));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(new Set(replies.map(({ status }) => status))).toSatisfy((all: Set<number>) =>
      [...all].every((status) => [200, 409].includes(status)),
    );
    const again = await pay(guest, made, { token: 'test_ok' });
    expect([again.status, again.body]).toMatchObject([409, { code: 'already_committed' }]);
    const cash = await ledgerOf(`order:${made.id}`);
    expect(cash.find(({ kind }) => kind === 'cash')?.amount).toBe(11_500n);
  });
  test('that is refused is 402 with its kind, and the next attempt may succeed', async () => {
    const made = await order();
    const refused = await pay(guest, made, { token: 'test_card_expired' });
    expect([refused.status, refused.body]).toMatchObject([402, { code: 'card_expired' }]);
    expect(await ledgerOf(`order:${made.id}`)).toEqual([]);
    expect((await pay(guest, made)).status).toBe(200);
  });
  test('by another user responds 404', async () => {
    const customer = await server.as({});
    const made = await order(customer);
    for (const [client, token] of [
      [await server.as({}), undefined],
      [guest, undefined],
      [guest, 'x'.repeat(43)],
      [shop.admin, undefined],
    ] as const)
      expect((await pay(client, { id: made.id, ...(token ? { token } : {}) })).status).toBe(404);
    expect((await pay(customer, { id: made.id })).status).toBe(200);
  });
});

describe('orders (C366 C367)', () => {
  test('are listed for their buyer, newest first, and shown to buyer, staff and token holders', async () => {
    const customer = await server.as({});
    const { slug } = await sell(10);
    const first = (await placed(customer, orderOf([{ slug, quantity: 1 }]))).body;
    const second = (await placed(customer, orderOf([{ slug, quantity: 2 }]))).body;
    const list = (await customer.call('GET /order')).body;
    expect(list.data.map(({ id, item_count }) => [id, item_count])).toEqual([
      [second.id, 2],
      [first.id, 1],
    ]);
    const show = (client: Client, token?: string) =>
      client.call('GET /order/:id', { params: { id: first.id }, query: token ? { token } : {} });
    expect((await show(customer)).status).toBe(200);
    expect((await show(shop.admin)).status).toBe(200);
    expect((await show(guest, first.token)).status).toBe(200);
    for (const denied of [await show(guest), await show(guest, second.token), await show(await server.as({}))])
      expect(denied.status).toBe(404);
    for (const token of ['short', 'x', '%', 'x'.repeat(300)])
      expect((await show(guest, token)).status, token).toBe(404);
    expect((await guest.call('GET /order')).status).toBe(401);
  });
  test('of a dealer are visible to its members', async () => {
    const [buyer, colleague] = [await server.make.user({ role: 4 }), await server.make.user({ role: 4 })];
    await server.make.dealer({ managers: [buyer.id], members: [colleague.id] });
    const { slug } = await sell(10);
    const made = (await placed(await server.as(buyer), orderOf([{ slug, quantity: 1 }]))).body;
    expect((await (await server.as(colleague)).call('GET /order/:id', { params: { id: made.id } })).status).toBe(200);
  });
});

describe('an unpaid order', () => {
  test('of a guest expires after 15 minutes and releases its stock; a late payment is refunded', async () => {
    const { slug } = await sell(1);
    const made = (await placed(guest, orderOf([{ slug, quantity: 1 }]))).body;
    expect((await placed(guest, orderOf([{ slug, quantity: 1 }]))).body).toMatchObject({ code: 'out_of_stock' });
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await expireOrders(server.platform, later(14));
    expect((await levels(slug)).allocated).toBe(1);
    await expireOrders(server.platform, later(16));
    expect(await levels(slug)).toEqual({ on_hand: 1, allocated: 0 });
    expect([(await pay(guest, made)).status, await ledgerOf(`order:${made.id}`)]).toEqual([409, []]);
    expect((await placed(guest, orderOf([{ slug, quantity: 1 }]))).status).toBe(201);
  });
  test('is cancelled once by its buyer, and a cancel-unpaid request leaves a paid order alone', async () => {
    const { slug } = await sell(2);
    const made = (await placed(guest, orderOf([{ slug, quantity: 1 }]))).body;
    const cancel = (token?: string) =>
      guest.call('POST /order/:id/cancel', { params: { id: made.id }, body: token ? { token } : {} });
    expect((await cancel()).status).toBe(404);
    expect((await cancel(made.token)).body.state).toBe('cancelled');
    expect((await cancel(made.token)).body.state).toBe('cancelled');
    const paid = (await placed(guest, orderOf([{ slug, quantity: 1 }]))).body;
    await pay(guest, paid);
    const body = { token: paid.token, unpaid_only: true };
    const reply = await guest.call('POST /order/:id/cancel', { params: { id: paid.id }, body });
    expect([reply.status, await levels(slug)]).toEqual([409, { on_hand: 2, allocated: 1 }]);
  });
});

test('order totals and history are immutable', async () => {
  const { slug } = await sell(2);
  const { id } = (await placed(guest, orderOf([{ slug, quantity: 1 }]))).body;
  for (const change of [
    sql`update orders set total_minor = 1, list_minor = 1, shipping_minor = 0 where id = ${id}`,
    sql`update order_lines set net_minor = 0, discount_minor = list_minor where order_id = ${id}`,
    sql`delete from order_lines where order_id = ${id}`,
    sql`update order_events set event = 'pay' where order_id = ${id}`,
    sql`delete from order_events where order_id = ${id}`,
  ])
    await expect(change.execute(server.db)).rejects.toThrow(/never changed|never/);
});

test.each([1, 3, 5])('stock %d and fifty concurrent buyers: exactly that many are sold', async (stock) => {
  const { slug } = await sell(stock);
  const replies = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const reply = await placed(guest, orderOf([{ slug, quantity: 1 }]));
      return reply.status === 201 ? (await pay(guest, reply.body)).status : reply.status;
    }),
  );
  expect(replies.filter((status) => status === 200)).toHaveLength(stock);
  expect(replies.filter((status) => status === 409)).toHaveLength(50 - stock);
  expect(await levels(slug)).toEqual({ on_hand: stock, allocated: stock });
});
