import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import { grant } from '../credits.ts';
import { ownedRecords } from '../owned-records.ts';
import { estimated, payCard } from '../purchases.ts';
import { deal } from '../races/partner-scenes.ts';
import { needs } from '../races/scenes.ts';
import { newOrder, paidOrder, rent, tradeIn } from '../races/store-scenes.ts';
import type { World } from '../races/world.ts';
import type { Client } from '../server.ts';
import { orderOf, vancouver } from '../shop.ts';
import { receive } from '../store.ts';
import { flashImage, matchedRequest, queuedRequest, type Sent, tunerOf } from '../tuning.ts';

/** One call that is currently valid and has an effect. */
export type Sample = {
  readonly client: Client;
  readonly params?: Record<string, string | number>;
  readonly body?: object;
  readonly readAt?: string;
  /** A multipart form, with the body as fields. */
  readonly file?: Sent;
};
type Make = (world: World) => Promise<Sample>;

/** All calls that take a key, according to the contract. */
export const keyed = Object.entries(contract as Record<string, Endpoint>)
  .filter(([, { idempotent, movesMoney }]) => idempotent !== undefined || movesMoney)
  .map(([name, endpoint]) => ({ name, endpoint }));

const reason = { reason: 'Said once' };
const short = () => randomUUID().slice(0, 8);
const byAdmin =
  (body: () => object): Make =>
  async ({ shop }) => ({ client: shop.admin, body: body() });
const byUser =
  (body: (world: World) => object | undefined): Make =>
  async (world) => {
    await world.server.db.deleteFrom('rate_limits').execute();
    const made = body(world);
    return { client: await world.server.as({}), ...(made ? { body: made } : {}) };
  };

const onTransaction =
  (body: object): Make =>
  async (world) => ({ client: world.shop.admin, params: { id: (await paidOrder(world)).transaction }, body });
const onOrder =
  (body: object): Make =>
  async (world) => ({ client: world.shop.admin, params: { id: (await paidOrder(world)).id }, body });
const onDeal =
  (body?: object): Make =>
  async (world) => ({
    client: world.shop.admin,
    params: { id: (await deal(world, false)).id },
    ...(body ? { body } : {}),
  });
const onRequest =
  (body: object, queued = false): Make =>
  async ({ server, tunes }) => {
    await server.db.deleteFrom('rate_limits').execute();
    const client = await server.as({});
    const bytes = flashImage(16_384);
    const { id } = queued
      ? await queuedRequest(client, tunes, bytes)
      : await matchedRequest(client, tunes.engine.id, bytes);
    return { client, params: { id }, body };
  };
const priced = async (world: World, client: Client, credits: readonly number[] = []) => {
  const { tunes, plain } = world;
  const { id } = await matchedRequest(client, tunes.engine.id, flashImage(16_384));
  const body = { tune_ids: [plain.id], credits };
  const made = await needs(client.call('POST /v1/tune-requests/:id/estimate', { params: { id }, body }));
  return { id, hash: made.body.hash };
};
const ticket = async ({ server, shop }: World, open = true) => {
  await server.db.deleteFrom('rate_limits').execute();
  const client = await server.as({});
  const body = { title: 'No start', description: 'Since today', customer_name: 'Robin' };
  const { id } = (await needs(client.call('POST /tickets', { body }))).body;
  if (open) await assign(shop.admin, id);
  return { id, client };
};
const read = (): Sent => ({ name: 'read.bin', bytes: flashImage(16_384) });
const assign = async (admin: Client, id: number) => {
  const { updated_at: readAt } = (await admin.call('GET /v1/admin/tickets/:id', { params: { id } })).body;
  await needs(admin.call('PATCH /v1/admin/tickets/:id', { params: { id }, body: { assignee: admin.userId }, readAt }));
};
const creditCode = async ({ shop }: World, recipient = '') =>
  (await needs(shop.admin.call('POST /v1/admin/tune-credit-codes', { body: { kind: 'ecu', units: 1, recipient } })))
    .body;
const creditsRequest = async ({ server }: World) => {
  const { email } = await server.make.user();
  return { kind: 'credits', recipient: email, credit_kind: 'ecu', units: 30, ...reason };
};
/** A grant above one person's limit, to be decided by another. */
const onApproval =
  (body: object): Make =>
  async (world) => {
    const approval = await needs(
      world.shop.admin.call('POST /v1/admin/approvals', { body: await creditsRequest(world) }),
    );
    return { client: await world.server.as({ role: 3 }), params: { id: approval.body.id }, body };
  };
const asTuner = async (world: World): Promise<Client> => tunerOf(world.server, world.tunes.tuner.id);
const ticketInput = { title: 'A wish', description: 'Please', customer_name: 'Robin' };

export const samples: Readonly<Record<string, Make>> = {
  'POST /addresses': byUser(() => vancouver),
  'POST /v1/admin/approvals': async (world) => ({ client: world.shop.admin, body: await creditsRequest(world) }),
  'POST /v1/admin/approvals/:id/approve': onApproval({ note: 'Checked' }),
  'POST /v1/admin/approvals/:id/reject': onApproval({ note: 'Not justified' }),
  'POST /v1/admin/alerts': byAdmin(() => ({ text: 'Closed today', level: 'info', audience: 'everyone' })),
  'POST /v1/admin/affiliates': byAdmin(() => ({ name: `Affiliate ${short()}` })),
  'POST /v1/admin/dealers': byAdmin(() => ({ name: 'Garage', slug: `garage-${short()}`, credit_limit: '100' })),
  'POST /v1/admin/dealer-credit-deals': async ({ server, shop }) => {
    const { id: dealer_id } = await server.make.dealer();
    const body = {
      dealer_id,
      kind: 'credit_pack',
      title: 'Ten',
      currency: 'CAD',
      price: '1500',
      universal_credits: 10,
    };
    return { client: shop.admin, body };
  },
  'POST /v1/admin/dealer-credit-deals/:id/publish': onDeal(),
  'POST /v1/admin/dealer-credit-deals/:id/cancel': onDeal(reason),
  'POST /stripe-payment-methods': byUser(() => ({ token: 'test_ok' })),
  'POST /rentals/:id/deposit': async (world) => {
    const { rental: id, buyer: client } = await rent(world, false);
    return { client, params: { id }, body: { method: { token: 'test_ok' } } };
  },
  'PATCH /v1/admin/rentals/:id': async (world) => {
    const { rental: id, readAt } = await rent(world, true);
    return { client: world.shop.admin, params: { id }, body: { state: 'cancelled', note: 'Not wanted' }, readAt };
  },
  'POST /stock/product/:productSlug/location/:locationSlug': async ({ shop, scarce }) => ({
    client: shop.admin,
    params: { productSlug: scarce, locationSlug: shop.location.slug },
    body: { kind: 'RECEIVE', change: 3, ...reason },
  }),
  'POST /stock/product/:productSlug/location/:locationSlug/reverse': async ({ shop, scarce }) => {
    await receive(shop.admin, scarce, shop.location.slug, 1);
    const params = { productSlug: scarce, locationSlug: shop.location.slug };
    const shown = await shop.admin.call('GET /stock/product/:productSlug/location/:locationSlug', { params });
    return { client: shop.admin, params, body: { movement: shown.body.movements.data[0]?.id, ...reason } };
  },
  'POST /v1/admin/discount-codes': byAdmin(() => ({
    code: `C-${short()}`,
    name: 'Ten',
    type: 'site',
    amount: '10',
    amountType: 'percent',
  })),
  'POST /v1/admin/discount-codes/:id/end': async ({ server, shop }) => {
    const row = { code: `E-${short()}`, name: 'Ends', amount: '10', amount_type: 'percent' };
    const made = await server.db.insertInto('discount_codes').values(row).returning('id').executeTakeFirstOrThrow();
    return { client: shop.admin, params: made };
  },
  'POST /order': async (world) => {
    await receive(world.shop.admin, world.scarce, world.shop.location.slug, 2);
    return { client: await world.server.as({}), body: orderOf([{ slug: world.scarce, quantity: 1 }]) };
  },
  'POST /order/:id/payment': async (world) => {
    const { id, token } = await newOrder(world);
    return { client: await world.server.as({}), params: { id }, body: { token, method: { token: 'test_ok' } } };
  },
  'POST /order/:id/cancel': async (world) => {
    const { id, token } = await newOrder(world);
    return { client: await world.server.as({}), params: { id }, body: { token } };
  },
  'POST /fz-orders': async ({ server }) => ({
    client: await server.as({}),
    body: { type: 'FLASHZILLAV3', billing: vancouver, shipping_tier: 'standard' },
  }),
  'POST /v1/admin/products': byAdmin(() => ({
    slug: `thing-${short()}`,
    name: 'Thing',
    state: 'draft',
    shipping_class: 'parcel',
    prices: [{ currency: 'CAD', price: '1.00' }],
  })),
  'POST /v1/catalog/pay': async ({ server, tunes }) => {
    const client = await server.as({});
    const estimate_hash = await estimated(client, tunes.selection);
    return { client, body: { estimate_hash, billing: vancouver, method: { token: 'test_ok' } } };
  },
  'POST /v1/catalog/pay-later': async (world) => {
    const { members } = await world.dealer(1_000_000n);
    return { client: members[0], body: { estimate_hash: await estimated(members[0], world.tunes.selection) } };
  },
  'POST /v1/admin/orders/:id/steps': onOrder({ event: 'hold', ...reason }),
  'POST /v1/admin/orders/:id/ship': onOrder({ tracking_number: 'T-1' }),
  'POST /v1/admin/orders/:id/cancel': onOrder(reason),
  'POST /v1/admin/transactions/:id/set-tracking-number': onTransaction({ tracking_number: 'T-1' }),
  'POST /v1/admin/transactions/:id/fully-refund': onTransaction(reason),
  'POST /v1/admin/transactions/:id/partially-refund': onTransaction({ amount: '10.00', ...reason }),
  'POST /v1/admin/rescue-sessions/:id/:event': async (world) => {
    const { userId } = await world.server.as({});
    const params = await ownedRecords['GET /rescue-sessions/:id']?.make(world.server, { userId: userId ?? 0 });
    const id = Number(params?.id);
    await world.server.db.updateTable('rescue_sessions').set({ state: 'recovered' }).where('id', '=', id).execute();
    const goodwill = { amount: '5.00', currency: 'CAD' };
    return {
      client: world.shop.admin,
      params: { id, event: 'set-cause' },
      body: { text: 'Ours', cause: 'file', goodwill },
    };
  },
  'POST /rescue-sessions': byUser(() => ({
    tool: 'FlashZilla V3',
    vehicle: 'A car',
    symptom: 'stopped',
    contact_name: 'Robin',
  })),
  'POST /v1/admin/tickets/:id/reply': async (world) => ({
    client: world.shop.admin,
    params: { id: (await ticket(world)).id },
    body: { text: 'Which tool?', as: 'ask' },
  }),
  'POST /v1/admin/tickets/:id/merge': async (world) => {
    const { id, client } = await ticket(world, false);
    const second = await needs(client.call('POST /tickets', { body: ticketInput }));
    return { client: world.shop.admin, params: { id }, body: { into: second.body.id } };
  },
  'POST /v1/admin/tickets/:id/accept': async (world) => {
    await world.server.db.deleteFrom('rate_limits').execute();
    const body = { ...ticketInput, selection: world.tunes.selection };
    const { id } = (await needs((await world.server.as({})).call('POST /v1/catalog/via-ticket', { body }))).body;
    await assign(world.shop.admin, id);
    return { client: world.shop.admin, params: { id }, body: reason };
  },
  'POST /v1/admin/tickets/:id/goodwill': async (world) => ({
    client: world.shop.admin,
    params: { id: (await ticket(world)).id },
    body: { amount: '5.00', currency: 'CAD', ...reason },
  }),
  'POST /tickets': byUser(() => ticketInput),
  'POST /tickets/upload': async (world) => ({ ...(await byUser(() => undefined)(world)), file: read() }),
  'POST /v1/catalog/via-ticket': byUser(({ tunes }) => ({ ...ticketInput, selection: tunes.selection })),
  'POST /customer-tickets/:id/replies': async (world) => {
    const { id, client } = await ticket(world);
    return { client, params: { id }, body: { text: 'It starts again.' } };
  },
  'POST /trade-in-requests': byUser(() => ({
    tool: 'FlashZilla V2',
    serial: randomUUID(),
    condition: 'used',
    full_name: 'Ada',
    email: 'ada@example.test',
  })),
  'POST /trade-in-requests/:id/accept': async (world) => {
    const { id, owner: client } = await tradeIn(world, false);
    return { client, params: { id }, body: { pay_as: 'balance' } };
  },
  'PATCH /v1/admin/trade-in-requests/:id': async (world) => {
    const { id, readAt } = await tradeIn(world, true);
    return { client: world.shop.admin, params: { id }, body: { state: 'credited', note: 'Fine' }, readAt };
  },
  'POST /v1/admin/tune-credits': async ({ server, shop }) => ({
    client: shop.admin,
    body: { recipient: (await server.make.user()).email, kind: 'ecu', units: 2, ...reason },
  }),
  'POST /v1/admin/tune-credits/:id/take-back': async ({ server, shop }) => {
    const { id } = await grant(shop.admin, (await server.make.user()).email, 'ecu', 2);
    return { client: shop.admin, params: { id }, body: reason };
  },
  'POST /v1/admin/catalog-purchases/:id/return-credits': async ({ server, shop, tunes, plain }) => {
    const { id, email } = await server.make.user();
    const client = await server.as({ id });
    const lot = await grant(shop.admin, email, 'ecu', 1);
    const hash = await estimated(client, { engine: tunes.engine.id, tunes: [plain.id] });
    const { body } = await needs(payCard(client, hash, { credits: [lot.id], method: undefined }));
    return { client: shop.admin, params: { id: body.purchase.id }, body: reason };
  },
  'POST /v1/admin/tune-credit-codes': byAdmin(() => ({ kind: 'ecu', units: 1, note: short() })),
  'POST /tune-credit-codes/autoclaim': async (world) => {
    const { id, email } = await world.server.make.user();
    await creditCode(world, email);
    return { client: await world.server.as({ id }) };
  },
  'POST /tune-credit-codes/:code/claim': async (world) => ({
    client: await world.server.as({}),
    params: { code: (await creditCode(world)).code },
  }),
  'POST /v1/admin/tuners': byAdmin(() => ({ name: 'Tuner', slug: `tuner-${short()}` })),
  'POST /v1/admin/tuner-brands': byAdmin(() => ({ name: 'Brand', slug: `brand-${short()}` })),
  'POST /v1/tune-requests': async (world) => ({ ...(await byUser(() => undefined)(world)), file: read() }),
  'POST /v1/tune-requests/:id/files': async (world) => ({
    ...(await onRequest({ note: 'A second read' })(world)),
    file: read(),
  }),
  'POST /v1/tune-requests/:id/pay': async (world) => {
    const client = await world.server.as({});
    const { id, hash } = await priced(world, client);
    return { client, params: { id }, body: { estimate_hash: hash, billing: vancouver, method: { token: 'test_ok' } } };
  },
  'POST /v1/tune-requests/:id/pay-later': async (world) => {
    const { members } = await world.dealer(1_000_000n);
    const { id, hash } = await priced(world, members[0]);
    return { client: members[0], params: { id }, body: { estimate_hash: hash } };
  },
  'POST /v1/tune-requests/:id/free': async (world) => {
    const user = await world.server.make.user();
    const client = await world.server.as({ id: user.id });
    const lot = await grant(world.shop.admin, user.email, 'ecu', 1);
    const { id, hash } = await priced(world, client, [lot.id]);
    return { client, params: { id }, body: { estimate_hash: hash, billing: vancouver } };
  },
  'POST /v1/tune-requests/:id/link-purchase': async (world) => {
    const client = await world.server.as({});
    const { body } = await needs(payCard(client, await estimated(client, world.tunes.selection)));
    const { id } = await matchedRequest(client, world.tunes.engine.id, flashImage(16_384));
    return { client, params: { id }, body: { purchase_id: body.purchase.id } };
  },
  'POST /v1/admin/tune-requests/:id/assign': async (world) => {
    const { params } = await onRequest({}, true)(world);
    const worker = await asTuner(world);
    return { client: world.shop.admin, params: params ?? {}, body: { tuner: worker.userId } };
  },
  'POST /v1/admin/tune-requests/:id/state': async (world) => {
    const { params } = await onRequest({}, true)(world);
    return { client: world.shop.admin, params: params ?? {}, body: { event: 'cancel', ...reason } };
  },
  'POST /v1/tune-requests/:id/steps': onRequest({ event: 'cancel', ...reason }, true),
  'POST /v1/tune-requests/:id/follow-up': async (world) => {
    const made = await onRequest({ wishes: 'More torque' }, true)(world);
    const delivered = { state: 'closed', delivered_at: new Date() };
    await world.server.db
      .updateTable('tune_requests')
      .set(delivered)
      .where('id', '=', Number(made.params?.id))
      .execute();
    return made;
  },
  'POST /v1/tune-requests/:id/support': onRequest({ message: 'Hello' }),
  'POST /v1/tune-requests/:id/help': async (world) => {
    await world.server.db.deleteFrom('rate_limits').execute();
    const client = await world.server.as({});
    const params = await ownedRecords['GET /v1/tune-requests/:id']?.make(world.server, { userId: client.userId ?? 0 });
    return { client, params: params ?? {}, body: { message: 'Hello' } };
  },
  'POST /v1/tune-requests/:id/custom-tuning': onRequest({ wishes: 'More torque' }),
  'POST /tune-pools/:id/requests/:requestId/take': async (world) => {
    const { params } = await onRequest({}, true)(world);
    const client = await asTuner(world);
    const brand = { slug: `pool-${short()}`, name: 'A brand' };
    const { id } = await world.server.db
      .insertInto('tuner_brands')
      .values(brand)
      .returning('id')
      .executeTakeFirstOrThrow();
    const member = { brand_id: id, tuner_id: world.tunes.tuner.id };
    await world.server.db.insertInto('tuner_brand_members').values(member).execute();
    return { client, params: { id, requestId: Number(params?.id) } };
  },
};
