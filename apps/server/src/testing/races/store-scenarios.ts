import { sql } from 'kysely';
import { paymentById, settleDispute } from '../../modules/payments/index.ts';
import { expireOrders } from '../../modules/store/orders/end-order.ts';
import { freeDeposits } from '../../modules/store/rentals/end-rental.ts';
import { expireTradeIns } from '../../modules/store/trade-ins/expire-trade-ins.ts';
import { type Client, testOrigin } from '../server.ts';
import { orderOf, pay, placed } from '../shop.ts';
import { receive } from '../store.ts';
import { done, key, needs, scenario, settled } from './scenarios.ts';
import type { Process, RaceReply, World } from './world.ts';

const reason = { reason: 'Raced' };
const codeOf = ({ body }: RaceReply) => (body as { code?: string }).code;
const count = (replies: readonly RaceReply[], what: (one: RaceReply) => boolean) => replies.filter(what).length;

type Ordered = { id: number; token: string; number: string; transaction: number };

export async function newOrder({ shop, server, scarce }: World, more: object = {}): Promise<Ordered> {
  await receive(shop.admin, scarce, shop.location.slug, 1);
  const { body } = await needs(placed(server.anonymous, orderOf([{ slug: scarce, quantity: 1 }], more)));
  return { id: body.id, token: body.token, number: body.number, transaction: 0 };
}
export async function paidOrder(world: World): Promise<Ordered> {
  const order = await newOrder(world);
  const { body } = await needs(pay(world.server.anonymous, order));
  return { ...order, transaction: body.payment?.payment_id ?? 0 };
}
const stateOf = async ({ server }: World, { id }: { id: number }) =>
  (await server.db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const anonymousOn = (world: World, on: Process): Client => on.through(world.server.anonymous);

/** Awaits payment for an hour. */
const unpaidOrder = scenario<Ordered>({
  prepare: newOrder,
  acts: {
    pay: (world, order, on) => pay(anonymousOn(world, on), order),
    'pay with a card that asks': (world, order, on) => pay(anonymousOn(world, on), order, { token: 'test_3d' }),
    cancel: (world, { id, token }, on) =>
      anonymousOn(world, on).call('POST /order/:id/cancel', { params: { id }, body: { token }, ...key() }),
    'let it expire': (_, { id }, on) =>
      settled(async () => {
        await sql`update orders set expires_at = now() - interval '1 second' where id = ${id} and state = 'pending_payment'`.execute(
          on.platform.db,
        );
        return expireOrders(on.platform, new Date());
      }),
  },
  async invariant(world, order, replies) {
    const state = await stateOf(world, order);
    const paid = count(replies, (one) => (one.body as { order_state?: string })?.order_state === 'paid');
    const cancelled = count(replies, (one) => (one.body as { state?: string })?.state === 'cancelled');
    // An order cancelled after its payment was reported as both.
    return [
      ...(paid > 0 && cancelled === 0 && state !== 'paid' ? [`reported as paid, is ${state}`] : []),
      ...(cancelled > 0 && state !== 'cancelled' ? [`reported as cancelled, is ${state}`] : []),
      ...(cancelled === 0 && replies.some((one) => codeOf(one) === 'already_committed') && state !== 'paid'
        ? [`paid before, is ${state}`]
        : []),
    ];
  },
});

const refunded = async ({ server }: World, { transaction }: Ordered) => {
  const { rows } = await sql<{ back: bigint; of: bigint }>`
    select coalesce(sum(r.amount_minor), 0)::bigint as back, max(p.captured_minor) as of from payments p
    left join payment_refunds r on r.payment_id = p.id and r.state = 'settled' where p.id = ${transaction}`.execute(
    server.db,
  );
  return rows[0] ?? { back: 0n, of: 0n };
};

const orderToSend = scenario<Ordered>({
  prepare: paidOrder,
  acts: {
    send: (_, { transaction: id }, { admin }) =>
      admin.call('POST /v1/admin/transactions/:id/set-tracking-number', {
        params: { id },
        body: { tracking_number: 'T-1' },
        ...key(),
      }),
    'pay back whole': (_, { transaction: id }, { admin }) =>
      admin.call('POST /v1/admin/transactions/:id/fully-refund', { params: { id }, body: reason, ...key() }),
    'pay back 70.00 of 115.00': (_, { transaction: id }, { admin }) =>
      admin.call('POST /v1/admin/transactions/:id/partially-refund', {
        params: { id },
        body: { ...reason, amount: '70.00' },
        ...key(),
      }),
    'cancel as the buyer': (world, { id, token }, on) =>
      anonymousOn(world, on).call('POST /order/:id/cancel', { params: { id }, body: { token }, ...key() }),
    'cancel as staff': (_, { id }, { admin }) =>
      admin.call('POST /v1/admin/orders/:id/cancel', { params: { id }, body: reason, ...key() }),
    hold: (_, { id }, { admin }) =>
      admin.call('POST /v1/admin/orders/:id/steps', { params: { id }, body: { event: 'hold', ...reason }, ...key() }),
    'lose a dispute': (_, { id, transaction }, on) =>
      settled(async () => {
        const payment = await paymentById(on.platform.db, transaction);
        if (payment)
          await settleDispute(on.platform, payment, {
            id: `dp_${id}`,
            intentId: null,
            amountMinor: payment.capturedMinor,
            status: 'lost',
          });
      }),
  },
  async invariant(world, order, replies) {
    const { back, of } = await refunded(world, order);
    const state = await stateOf(world, order);
    const amounts = replies
      .filter(done)
      .map(({ body }) => (body as { refunded?: { amount: string } }).refunded?.amount);
    const parcels = await world.server.db
      .selectFrom('order_shipments')
      .select('id')
      .where('order_id', '=', order.id)
      .execute();
    return [
      ...(back > of ? [`${back} of ${of} were refunded, reported ${amounts.join(' and ')}`] : []),
      ...(state === 'cancelled' && parcels.length > 0 ? ['cancelled, and a parcel left'] : []),
      ...(parcels.length > 1 ? [`${parcels.length} parcels left`] : []),
    ];
  },
});

type Piece = { slug: string; movement: string };
/** Exactly one unallocated piece. */
const lastPiece = scenario<Piece>({
  async prepare({ shop, scarce: slug }) {
    const params = { productSlug: slug, locationSlug: shop.location.slug };
    const before = (await shop.admin.call('GET /stock/product/:productSlug/location/:locationSlug', { params })).body;
    const free = before.on_hand - before.allocated;
    if (free > 0) await book(shop.admin, params, { kind: 'ADJUST', change: -free });
    await book(shop.admin, params, { kind: 'RECEIVE', change: 1 });
    const after = (await shop.admin.call('GET /stock/product/:productSlug/location/:locationSlug', { params })).body;
    return { slug, movement: after.movements.data[0]?.id ?? '' };
  },
  acts: {
    order: (world, { slug }, on) => placed(anonymousOn(world, on), orderOf([{ slug, quantity: 1 }])),
    'count one less': ({ shop }, { slug }, { admin }) =>
      admin.call('POST /stock/product/:productSlug/location/:locationSlug', {
        params: { productSlug: slug, locationSlug: shop.location.slug },
        body: { kind: 'ADJUST', change: -1, reason: 'Raced' },
        ...key(),
      }),
    'move it away': ({ shop, annex }, { slug }, { admin }) =>
      admin.call('POST /stock/product/:productSlug/location/:locationSlug', {
        params: { productSlug: slug, locationSlug: shop.location.slug },
        body: { kind: 'MOVE_OUT', change: 1, to: annex, reason: 'Raced' },
        ...key(),
      }),
    'take its arrival back': ({ shop }, { slug, movement }, { admin }) =>
      admin.call('POST /stock/product/:productSlug/location/:locationSlug/reverse', {
        params: { productSlug: slug, locationSlug: shop.location.slug },
        body: { movement, reason: 'Raced' },
        ...key(),
      }),
  },
  invariant: (_, __, replies) => (count(replies, done) > 1 ? ['one piece went two ways'] : []),
});
const book = (admin: Client, params: { productSlug: string; locationSlug: string }, body: object) =>
  needs(
    admin.call('POST /stock/product/:productSlug/location/:locationSlug', {
      params,
      body: { ...body, reason: 'Raced' },
    }),
  );

type Code = { id: number; text: string; holder: Ordered; rival: Ordered };
/** A code with one use, applied to two unpaid orders. */
const discountCode = scenario<Code>({
  async prepare(world) {
    const text = `ONE-${key().idempotencyKey}`.toUpperCase().slice(0, 20);
    const { id } = await world.server.db
      .insertInto('discount_codes')
      .values({ code: text, name: 'One', amount: '10', amount_type: 'percent', uses_max: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const holder = await newOrder(world, { codes: [text] });
    const rival = await newOrder(world, { codes: [text] });
    await receive(world.shop.admin, world.scarce, world.shop.location.slug, 2);
    return { id, text, holder, rival };
  },
  acts: {
    'order with it': (world, { text }, on) =>
      placed(anonymousOn(world, on), orderOf([{ slug: world.scarce, quantity: 1 }], { codes: [text] })),
    'cancel the order that has it': (world, { holder: { id, token } }, on) =>
      anonymousOn(world, on).call('POST /order/:id/cancel', { params: { id }, body: { token }, ...key() }),
    'pay the order that has it': (world, { holder }, on) => pay(anonymousOn(world, on), holder),
    'pay another order that has it': (world, { rival }, on) => pay(anonymousOn(world, on), rival),
    'have the card of another order refused': (world, { rival }, on) =>
      pay(anonymousOn(world, on), rival, { token: 'test_unknown' }),
    'end it': (_, { id }, { admin }) =>
      admin.call('POST /v1/admin/discount-codes/:id/end', { params: { id }, ...key() }),
  },
  async invariant(world, { id, holder, rival }) {
    const code = await world.server.db
      .selectFrom('discount_codes')
      .select('uses')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // An order cancelled after its payment has used its code.
    const orders = await world.server.db
      .selectFrom('orders')
      .select('id')
      .where('id', 'in', [holder.id, rival.id])
      .where('paid_at', 'is not', null)
      .execute();
    const paid = orders.length;
    return paid === code.uses ? [] : [`${paid} paid orders have the code, which counts ${code.uses} uses`];
  },
});

type Rented = Ordered & { buyer: Client; rental: number; deposit: number; readAt: string };
export async function rent(world: World, paid: boolean): Promise<Rented> {
  const { server, rented: slug, shop } = world;
  await server.db.deleteFrom('rate_limits').execute();
  const buyer = await server.as({});
  const { body } = await needs(placed(buyer, orderOf([{ slug, quantity: 1 }])));
  const bought = await needs(pay(buyer, body));
  const params = { id: body.id };
  const list = await buyer.call('GET /order/:id/rentals', { params, query: { token: body.token } });
  const rental = list.body[0]?.id ?? 0;
  const made = { ...body, buyer, rental, transaction: bought.body.payment?.payment_id ?? 0 };
  const paymentId = paid ? (await needs(deposit(buyer, made))).body.payment?.payment_id : 0;
  const shown = await shop.admin.call('GET /v1/admin/rentals/:id', { params: { id: rental } });
  return { ...made, deposit: paymentId ?? 0, readAt: shown.body.updated_at };
}
const deposit = (client: Client, { rental: id, token }: Pick<Rented, 'rental' | 'token'>) =>
  client.call('POST /rentals/:id/deposit', { params: { id }, body: { token, method: { token: 'test_ok' } }, ...key() });
const step = ({ admin }: Process, { rental: id, readAt }: Rented, state: string) =>
  admin.call('PATCH /v1/admin/rentals/:id', { params: { id }, body: { state } as never, readAt, ...key() });

const rentalActs = {
  'cancel it': (_: World, rented: Rented, on: Process) => step(on, rented, 'cancelled'),
  send: (_: World, { transaction: id }: Rented, { admin }: Process) =>
    admin.call('POST /v1/admin/transactions/:id/set-tracking-number', {
      params: { id },
      body: { tracking_number: 'T-2' },
      ...key(),
    }),
  'pay the order back': (_: World, { transaction: id }: Rented, { admin }: Process) =>
    admin.call('POST /v1/admin/transactions/:id/fully-refund', { params: { id }, body: reason, ...key() }),
};
const dueDeposit = scenario<Rented>({
  prepare: (world) => rent(world, false),
  acts: { ...rentalActs, 'pay its deposit': (_, rented, on) => deposit(on.through(rented.buyer), rented) },
});
const keptDeposit = scenario<Rented>({
  prepare: (world) => rent(world, true),
  acts: {
    ...rentalActs,
    'free deposits': (_, __, on) => settled(() => freeDeposits(on.platform)),
    'pay the deposit back': (_, { deposit: id }, { admin }) =>
      admin.call('POST /v1/admin/transactions/:id/fully-refund', { params: { id }, body: reason, ...key() }),
  },
});

type TradeIn = { id: number; owner: Client; readAt: string };
export async function tradeIn(world: World, here: boolean): Promise<TradeIn> {
  const { server, shop, scarce } = world;
  await server.db.deleteFrom('rate_limits').execute();
  const owner = await server.as({});
  const body = {
    tool: 'FlashZilla V2',
    serial: key().idempotencyKey,
    condition: 'used',
    full_name: 'Ada',
    email: 'ada@example.test',
    note: '',
  };
  const { id } = (await needs(owner.call('POST /trade-in-requests', { body }))).body;
  const readAt = async () =>
    (await shop.admin.call('GET /v1/admin/trade-in-requests/:id', { params: { id } })).body.updated_at;
  const decide = async (input: object) =>
    needs(
      shop.admin.call('PATCH /v1/admin/trade-in-requests/:id', {
        params: { id },
        body: input as never,
        readAt: await readAt(),
      }),
    );
  await decide({ state: 'offered', offer: { amount: '120.00', currency: 'CAD', days: 1 } });
  if (here) {
    await needs(owner.call('POST /trade-in-requests/:id/accept', { params: { id }, body: { pay_as: 'balance' } }));
    await decide({ state: 'received', location: shop.location.slug, product: scarce });
  }
  return { id, owner, readAt: await readAt() };
}
const decideOn = ({ admin }: Process, { id, readAt }: TradeIn, body: object) =>
  admin.call('PATCH /v1/admin/trade-in-requests/:id', { params: { id }, body: body as never, readAt, ...key() });
const credited = async ({ server }: World, { id, owner }: TradeIn, replies: readonly RaceReply[]) => {
  const { rows } = await sql<{ state: string; credit: bigint }>`
    select t.state, coalesce((select -b.posted_minor from ledger_accounts a join ledger_balances b on b.account_id = a.id
      where a.kind = 'prepay' and a.owner = ${`user:${owner.userId}`}), 0)::bigint as credit
    from trade_ins t where t.id = ${id}`.execute(server.db);
  const expected = rows[0]?.state === 'credited' ? 12_000n : 0n;
  return rows[0]?.credit === expected
    ? []
    : [`is ${rows[0]?.state}, credited ${rows[0]?.credit}, replies ${replies.map(({ status }) => status)}`];
};
const offeredTradeIn = scenario<TradeIn>({
  prepare: (world) => tradeIn(world, false),
  acts: {
    accept: (_, { id, owner }, on) =>
      on
        .through(owner)
        .call('POST /trade-in-requests/:id/accept', { params: { id }, body: { pay_as: 'balance' }, ...key() }),
    decline: (_, { id, owner }, on) =>
      on.through(owner).call('POST /trade-in-requests/:id/decline', { params: { id }, body: {} }),
    'let it lapse': ({ server }, { id }, on) =>
      settled(async () => {
        const passed = { offer_until: new Date(Date.now() - 1000) };
        await server.db
          .updateTable('trade_ins')
          .set(passed)
          .where('id', '=', id)
          .where('state', '=', 'offered')
          .execute();
        return expireTradeIns(on.platform.db, testOrigin, new Date());
      }),
  },
  invariant: credited,
});
const receivedTradeIn = scenario<TradeIn>({
  prepare: (world) => tradeIn(world, true),
  acts: {
    credit: (_, subject, on) => decideOn(on, subject, { state: 'credited' }),
    'offer less': (_, subject, on) =>
      decideOn(on, subject, {
        state: 'counter_offered',
        note: 'Scratched',
        offer: { amount: '60.00', currency: 'CAD' },
      }),
  },
  invariant: credited,
});

export const storeScenarios = {
  'an unpaid order': unpaidOrder,
  'a paid order': orderToSend,
  'the last piece': lastPiece,
  'a code for one': discountCode,
  'a rental whose deposit is due': dueDeposit,
  'a rental with its deposit': keptDeposit,
  'an offer for a tool': offeredTradeIn,
  'a tool that is here': receivedTradeIn,
};
