import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import { postTransfer, setLimit } from '../../modules/ledger/index.ts';
import { grant } from '../money/credits.ts';
import { earn } from '../money/earnings.ts';
import { accountDealer, estimated, payCard } from '../money/purchases.ts';
import { deliveredRequest, transferIn } from '../money/value-transfers.ts';
import { ownedRecords } from '../owned-records.ts';
import { applicationOf, dealerApplication } from '../partners.ts';
import { deal } from '../races/partner-scenarios.ts';
import { needs } from '../races/scenarios.ts';
import { newOrder, paidOrder, rent, tradeIn } from '../races/store-scenarios.ts';
import type { World } from '../races/world.ts';
import type { Client } from '../server.ts';
import { orderOf, settled, vancouver } from '../shop.ts';
import { receive } from '../store.ts';
import { flashImage, matchedRequest, queuedRequest, type Sent, tunerOf } from '../tuning.ts';
import { returnSamples } from './return-samples.ts';
import { toolSamples } from './tool-samples.ts';

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

/** A beta program that takes participants. */
async function openBeta(admin: Client): Promise<number> {
  const body = { name: `Beta ${short()}`, text: '<p>Text.</p>', seats: 5 };
  const { id } = (await needs(admin.call('POST /v1/admin/beta-programs', { body }))).body;
  await needs(admin.call('POST /v1/admin/beta-programs/:id/steps', { params: { id }, body: { event: 'publish' } }));
  return id;
}

const onTransaction =
  (body: object): Make =>
  async (world) => ({ client: world.shop.admin, params: { id: (await paidOrder(world)).transaction }, body });
const onOrder =
  (body: object): Make =>
  async (world) => ({ client: world.shop.admin, params: { id: (await paidOrder(world)).id }, body });
const onDeal =
  (body?: object): Make =>
  async (world) => {
    const { id, readAt } = await deal(world, false);
    return { client: world.shop.admin, params: { id }, ...(body ? { body } : { readAt }) };
  };
/** A pack of tune credits that the dealer paid by card. */
const onPaidDeal: Make = async ({ server, shop }) => {
  const { member, dealer } = await accountDealer(server, { limitMinor: 0n });
  const values = { dealer_id: dealer.id, kind: 'credit_pack', state: 'published', title: 'Ten', currency: 'CAD' };
  const { id, uuid } = await server.db
    .insertInto('dealer_credit_deals')
    .values({ ...values, price_minor: 5_000n, ecu_credits: 10 })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  await needs(
    member.call('POST /v1/dealers/:id/credit-deals/:uuid/payment', {
      params: { id: dealer.id, uuid },
      body: { method: { token: 'test_ok' } },
      idempotencyKey: randomUUID(),
    }),
  );
  return { client: shop.admin, params: { id }, body: reason };
};
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
/** An affiliate with an available share. */
const payable = async ({ server }: World) => {
  const { id } = await server.make.affiliate();
  const sale = `order:${900_000_000 + id}`;
  await earn(server.db, `affiliate:${id}`, sale, 5000n, new Date(Date.now() - 1000), { available: true });
  return `affiliate:${id}`;
};
const onPayout =
  (body: object): Make =>
  async (world) => {
    const made = { holder: await payable(world), currency: 'CAD' };
    const { id } = (await needs(world.shop.admin.call('POST /v1/admin/transfers', { body: made }))).body;
    return { client: world.shop.admin, params: { id }, body };
  };
const onGroup =
  (body: object): Make =>
  async (world) => {
    await payable(world);
    const made = { currency: 'CAD', party: 'affiliate' };
    const { id } = (await needs(world.shop.admin.call('POST /v1/admin/transfer-groups', { body: made }))).body;
    return { client: world.shop.admin, params: { id }, body };
  };
const onApplication =
  (kind: 'dealer' | 'affiliate', body?: () => object): Make =>
  async ({ server, shop }) => ({
    client: shop.admin,
    params: { id: await applicationOf(server, (await server.make.user()).id, kind) },
    ...(body ? { body: body() } : {}),
  });
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

/** A member of an affiliate that earned something, and the line. */
async function disputable({ server }: World) {
  await server.db.deleteFrom('rate_limits').execute();
  const { id: userId } = await server.make.user();
  const { id } = await server.make.affiliate({ members: [userId] });
  const line = `order:${950_000_000 + id}`;
  await earn(server.db, `affiliate:${id}`, line, 5000n, new Date(Date.now() - 1000), { available: true });
  const body = { holder: `affiliate:${id}`, account: 'earning', line, currency: 'CAD', ...reason };
  return { client: await server.as({ id: userId }), body };
}
const onDispute = async (world: World) => {
  const { client, body } = await disputable(world);
  return { client, params: { id: (await needs(client.call('POST /v1/line-disputes', { body }))).body.id } };
};

/** A member of a dealer who may buy nothing without approval, and a manager who can decide. */
async function limitedMember(world: World) {
  const { members, ...dealer } = await world.dealer(1_000_000n);
  const [member, manager] = members;
  const set = (client: Client, values: { kind: string; order_limit_minor: bigint | null }) =>
    world.server.db
      .updateTable('dealer_members')
      .set({ ...values, needs_approval: true })
      .where('dealer_id', '=', dealer.id)
      .where('user_id', '=', client.userId)
      .execute();
  await set(member, { kind: 'member', order_limit_minor: 0n });
  await set(manager, { kind: 'manager', order_limit_minor: null });
  return { dealer, member, manager };
}
const onPurchaseApproval =
  (as: 'member' | 'manager', body?: object): Make =>
  async (world) => {
    const { dealer, member, manager } = await limitedMember(world);
    const estimate_hash = await estimated(member, world.tunes.selection);
    const asked = await needs(member.call('POST /v1/catalog/request-approval', { body: { estimate_hash } }));
    return {
      client: as === 'member' ? member : manager,
      params: { id: dealer.id, approvalId: asked.body.id },
      ...(body ? { body: 'total' in body ? { total: asked.body.total } : body } : {}),
    };
  };

/** A call of a dealer's manager. */
const byManager =
  (body: () => object): Make =>
  async ({ server }) => {
    const { id: userId } = await server.make.user({ role: 4 });
    const dealer = await server.make.dealer({ managers: [userId] });
    return { client: await server.as({ id: userId }), params: { id: dealer.id }, body: body() };
  };

/** A member of a dealer that has tune credits. */
const withCredits =
  (body: () => object): Make =>
  async ({ server, shop }) => {
    const { id: userId } = await server.make.user({ role: 4 });
    const dealer = await server.make.dealer({ managers: [userId] });
    await grant(shop.admin, dealer.slug, 'ecu', 5);
    return { client: await server.as({ id: userId }), params: { id: dealer.id }, body: body() };
  };

async function leadDealWithContact({ shop }: World) {
  const email = `${short()}@example.test`;
  const named = { name: `Contact ${short()}`, emails: [email] };
  const contact = (await needs(shop.admin.call('POST /v1/admin/lead-engine/contacts', { body: named }))).body;
  const body = { title: `Deal ${short()}`, contact: contact.id };
  const deal = (await needs(shop.admin.call('POST /v1/admin/lead-engine/deals', { body }))).body;
  return { deal, contact, email };
}
const leadDeal = async ({ shop }: World) =>
  (await needs(shop.admin.call('POST /v1/admin/lead-engine/deals', { body: { title: `Deal ${short()}` } }))).body;

const transferPath = '/v1/admin/instatune-value-transfers';
const onTransfer =
  (state: Parameters<typeof transferIn>[2], body?: object, by: 'staff' | 'reviewer' = 'staff'): Make =>
  async ({ server, tunes }) => {
    const { params, ...people } = await transferIn(server, tunes, state);
    return { client: people[by], params, ...(body ? { body } : {}) };
  };
const deliveredFor = async ({ server, tunes }: World) => {
  await server.db.deleteFrom('rate_limits').execute();
  const customer = await server.as({});
  const [tuner, colleague] = [await tunerOf(server, tunes.tuner.id), await tunerOf(server, tunes.tuner.id)];
  return { customer, id: (await deliveredRequest({ customer, tuner, colleague }, tunes)).id };
};

export const samples: Readonly<Record<string, Make>> = {
  [`POST ${transferPath}`]: async (world) => ({
    client: world.shop.admin,
    body: { old_request_id: (await deliveredFor(world)).id, cause: 'upgrade', ...reason },
  }),
  [`POST ${transferPath}/:id/review`]: onTransfer('requested', { decision: 'approve' }, 'reviewer'),
  [`POST ${transferPath}/:id/cancel`]: onTransfer('old_locked', reason),
  [`POST ${transferPath}/:id/do-lock-old`]: onTransfer('approved'),
  [`POST ${transferPath}/:id/do-set-new-transfer-if-zero`]: onTransfer('old_locked', {}),
  [`POST ${transferPath}/:id/perform`]: onTransfer('approved', {}),
  [`POST ${transferPath}/:id/undo`]: async (world) => {
    const { params } = await transferIn(world.server, world.tunes, 'performed');
    return { client: await world.server.as({ role: 5 }), params, body: reason };
  },
  'POST /v1/line-disputes': disputable,
  'POST /v1/line-disputes/:id/withdraw': onDispute,
  'POST /v1/admin/line-disputes/:id/decide': async (world) => ({
    client: world.shop.admin,
    params: (await onDispute(world)).params,
    body: { outcome: 'upheld', amount: '10', ...reason },
  }),
  'POST /v1/admin/scheduled-reports': async ({ server }) => ({
    client: await server.as({ role: 3 }),
    body: { report: 'orders', every: 'weekly' },
  }),
  'POST /v1/admin/colors/reset': async ({ shop }) => ({ client: shop.admin }),
  'POST /v1/admin/colors/versions/:id/restore': async ({ server, shop }) => {
    const made = await server.db
      .insertInto('site_themes')
      .values({ colors: JSON.stringify({ brand: { accent_fill: '#66ccff' } }) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { client: shop.admin, params: made };
  },
  'POST /v1/tune-requests/:id/value-transfer': async (world) => {
    const { customer: client, id } = await deliveredFor(world);
    return { client, params: { id }, body: { cause: 'upgrade', ...reason } };
  },
  'POST /v1/tune-requests/:id/pay-difference': async ({ server, tunes }) => {
    const { customer: client, next } = await transferIn(server, tunes, 'awaiting_difference');
    const { body: seen } = await client.call('GET /v1/tune-requests/:id', { params: { id: next.id } });
    const total = seen.value_transfer?.difference;
    return { client, params: { id: next.id }, body: { method: { token: 'test_ok' }, total } };
  },
  'POST /v1/dealers/:id/invites': byManager(() => ({ email: `${short()}@example.test`, kind: 'member' })),
  'POST /v1/dealers/:id/addresses': byManager(() => vancouver),
  'POST /v1/dealers/:id/tickets': byManager(() => ticketInput),
  'POST /v1/dealers/:id/payment': async ({ server }) => {
    const { id: userId } = await server.make.user({ role: 4 });
    const dealer = await server.make.dealer({ managers: [userId] });
    const at = new Date(Date.now() - 60_000);
    const account = { kind: 'ar', owner: `dealer:${dealer.id}`, unit: 'CAD' } as const;
    await setLimit(server.db, account, { maxMinor: 100_000n, at, reason: 'Opened' });
    await postTransfer(server.db, {
      key: `sample:${short()}`,
      kind: 'purchase.charged',
      subject: `purchase:${dealer.id}`,
      at,
      legs: [
        { account, amountMinor: 5_000n },
        { account: { kind: 'rev', owner: 'house', unit: 'CAD' }, amountMinor: -5_000n },
      ],
    });
    const body = { currency: 'CAD', amount: '10', method: { token: 'test_ok' } };
    return { client: await server.as({ id: userId }), params: { id: dealer.id }, body };
  },
  'POST /v1/dealers/:id/credit-deals/:uuid/payment': async ({ server }) => {
    const { id: userId } = await server.make.user({ role: 4 });
    const dealer = await server.make.dealer({ managers: [userId] });
    const values = { dealer_id: dealer.id, kind: 'top_up', state: 'published', title: 'Top-up', currency: 'CAD' };
    const { uuid } = await server.db
      .insertInto('dealer_credit_deals')
      .values({ ...values, price_minor: 5_000n })
      .returning('uuid')
      .executeTakeFirstOrThrow();
    const body = { method: { token: 'test_ok' } };
    return { client: await server.as({ id: userId }), params: { id: dealer.id, uuid }, body };
  },
  'POST /v1/dealers/:id/tune-credits': withCredits(() => ({
    kind: 'ecu',
    amount: 1,
    recipient: `${short()}@example.test`,
  })),
  'POST /v1/dealers/:id/tune-credit-codes': withCredits(() => ({ kind: 'ecu', amount: 1 })),
  'POST /v1/admin/dealers/:id/payments': async ({ server, shop }) => ({
    client: shop.admin,
    params: { id: (await server.make.dealer()).id },
    body: { currency: 'CAD', amount: '10', reference: `BANK-${short()}` },
  }),
  'POST /v1/admin/lead-engine/deals': byAdmin(() => ({ title: `Deal ${short()}`, organization: `Garage ${short()}` })),
  'POST /v1/admin/lead-engine/contacts': byAdmin(() => ({ name: `Contact ${short()}` })),
  'POST /v1/admin/lead-engine/organizations': byAdmin(() => ({ name: `Garage ${short()}` })),
  'POST /v1/admin/lead-engine/opportunities': byAdmin(() => ({ title: `Lead ${short()}` })),
  'POST /v1/admin/lead-engine/activities': byAdmin(() => ({ type: 'call', subject: 'Call', date: '2030-01-02' })),
  'POST /v1/admin/lead-engine/fields': byAdmin(() => ({ record: 'deal', kind: 'text', name: `Field ${short()}` })),
  'POST /v1/admin/lead-engine/mail-templates': byAdmin(() => ({
    name: `Template ${short()}`,
    subject: 'Hello',
    text: 'About {{deal}}',
  })),
  'POST /v1/admin/lead-engine/deals/:id/mails': async (world) => {
    const { deal, contact, email } = await leadDealWithContact(world);
    const body = { contactId: contact.id, to: email, subject: 'Offer', text: 'Hello' };
    return { client: world.shop.admin, params: { id: deal.id }, body };
  },
  'POST /v1/admin/lead-engine/deals/:id/dealer': async (world) => {
    const { deal, email } = await leadDealWithContact(world);
    await needs(world.shop.admin.call('POST /v1/admin/lead-engine/deals/:id/won', { params: { id: deal.id } }));
    const slug = `garage-${short()}`;
    return { client: world.shop.admin, params: { id: deal.id }, body: { name: 'Garage', slug, email } };
  },
  'POST /v1/admin/lead-engine/notes': async (world) => ({
    client: world.shop.admin,
    body: { dealId: (await leadDeal(world)).id, text: 'Said once' },
  }),
  'POST /v1/admin/lead-engine/comments': async (world) => {
    const { shop } = world;
    const body = { dealId: (await leadDeal(world)).id, text: 'A note' };
    const note = await needs(shop.admin.call('POST /v1/admin/lead-engine/notes', { body }));
    return { client: shop.admin, body: { noteId: note.body.id, text: 'Said once' } };
  },
  'POST /addresses': byUser(() => vancouver),
  'POST /v1/admin/bulk-runs': async ({ shop }) => {
    const name = `Tune ${short()}`;
    await needs(shop.admin.call('POST /v1/admin/ecu/tunes', { body: { name } }));
    const body = { list: 'tunes', action: 'edit', query: { search: name }, change: { position: 3 }, expected: 1 };
    return { client: shop.admin, body };
  },
  'POST /v1/list-views': byUser(() => ({ list: '/admin/orders', name: `View ${short()}`, query: 'state=paid' })),
  'POST /vehicles': byUser(() => ({ vin: '1HGCM82633A004352' })),
  'POST /vehicles/:id/entries': async ({ server }) => {
    const client = await server.as({});
    const { body } = await needs(client.call('POST /vehicles', { body: { vin: '1HGCM82633A004352' } }));
    return { client, params: { id: body.id }, body: { kind: 'note', title: 'Oil change', day: '2026-01-15' } };
  },
  'POST /v1/vehicle-handovers': async ({ server }) => {
    await server.db.deleteFrom('rate_limits').execute();
    const [from, client] = [await server.as({}), await server.as({})];
    const { body: car } = await needs(from.call('POST /vehicles', { body: { vin: '1HGCM82633A004352' } }));
    const { body } = await needs(from.call('POST /vehicles/:id/handover', { params: { id: car.id }, body: {} }));
    return { client, body: { code: body.code } };
  },
  'POST /v1/admin/approvals': async (world) => ({ client: world.shop.admin, body: await creditsRequest(world) }),
  'POST /v1/admin/approvals/:id/approve': onApproval({ note: 'Checked' }),
  'POST /v1/admin/approvals/:id/reject': onApproval({ note: 'Not justified' }),
  'POST /v1/admin/alerts': byAdmin(() => ({ text: 'Closed today', level: 'info', audience: 'everyone' })),
  'POST /v1/admin/dealers/:id/entries': async ({ server, shop }) => ({
    client: shop.admin,
    params: { id: (await server.make.dealer()).id },
    body: { amount: '5', currency: 'CAD', ...reason },
  }),
  'POST /v1/admin/transfers': async (world) => ({
    client: world.shop.admin,
    body: { holder: await payable(world), currency: 'CAD' },
  }),
  'POST /v1/admin/transfers/:id/state': onPayout({ state: 'approved', ...reason }),
  'POST /v1/admin/transfer-groups': async (world) => {
    await payable(world);
    return { client: world.shop.admin, body: { currency: 'CAD', party: 'affiliate', note: 'Once' } };
  },
  'POST /v1/admin/transfer-groups/:id/step': onGroup({ event: 'lock', ...reason }),
  'POST /become-dealer': byUser(() => dealerApplication),
  'POST /v1/admin/dealer-applications/:id/review': onApplication('dealer'),
  'POST /v1/admin/dealer-applications/:id/ask': onApplication('dealer', () => reason),
  'POST /v1/admin/dealer-applications/:id/approve': onApplication('dealer', () => ({ slug: `garage-${short()}` })),
  'POST /v1/admin/dealer-applications/:id/reject': onApplication('dealer', () => reason),
  'POST /v1/admin/affiliate-applications/:id/review': onApplication('affiliate'),
  'POST /v1/admin/affiliate-applications/:id/ask': onApplication('affiliate', () => reason),
  'POST /v1/admin/affiliate-applications/:id/approve': onApplication('affiliate', () => ({ share: '10' })),
  'POST /v1/admin/affiliate-applications/:id/reject': onApplication('affiliate', () => reason),
  'POST /v1/admin/affiliate-offers': byAdmin(() => ({
    name: 'Offer',
    email: `${randomUUID()}@example.test`,
    share: '10',
  })),
  'POST /v1/affiliates': async ({ server, shop }) => ({
    client: shop.admin,
    body: { name: `Affiliate ${short()}`, user: (await server.make.user()).id, share: '10' },
  }),
  'POST /v1/admin/affiliates/:id/feedback-links': async ({ server, shop }) => ({
    client: shop.admin,
    params: { id: (await server.make.affiliate()).id },
  }),
  'POST /v1/admin/affiliates': byAdmin(() => ({ name: `Affiliate ${short()}` })),
  'POST /v1/admin/dealer-tiers': byAdmin(() => ({ name: `Tier ${short()}`, tunes_percent: '10' })),
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
  'POST /v1/admin/dealer-credit-deals/:id/refund': onPaidDeal,
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
  'POST /v1/admin/rentals': async ({ server, shop }) => {
    const prices = [{ currency: 'CAD', price: '70.00', deposit: '500.00' }];
    const { slug } = await shop.sell(2, { is_rental: true, prices } as never);
    await settled(server);
    const { id } = await server.make.user();
    const body = { user_id: id, slug, days: 7, billing: vancouver, shipping_tier: 'standard', payment: 'link' };
    return { client: shop.admin, body };
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
  'POST /v1/catalog/request-approval': async (world) => {
    const { member } = await limitedMember(world);
    return { client: member, body: { estimate_hash: await estimated(member, world.tunes.selection) } };
  },
  'POST /order/request-approval': async (world) => {
    const { member } = await limitedMember(world);
    return { client: member, body: { ...orderOf([{ slug: world.scarce, quantity: 1 }]), source: 'account' } };
  },
  'POST /v1/tune-requests/:id/request-approval': async (world) => {
    const { member } = await limitedMember(world);
    const { id, hash } = await priced(world, member);
    return { client: member, params: { id }, body: { estimate_hash: hash } };
  },
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/approve': onPurchaseApproval('manager', { total: null }),
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/decline': onPurchaseApproval('manager', reason),
  'POST /v1/dealers/:id/purchase-approvals/:approvalId/withdraw': onPurchaseApproval('member'),
  'POST /v1/admin/orders/:id/steps': onOrder({ event: 'hold', ...reason }),
  'POST /v1/admin/orders/:id/ship': onOrder({ tracking_number: 'T-1' }),
  'POST /v1/admin/orders/:id/cancel': onOrder(reason),
  ...toolSamples,
  ...returnSamples,
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
  'POST /v1/admin/records/:kind/:id/notes': async ({ server, shop }) => ({
    client: shop.admin,
    params: { kind: 'user', id: (await server.make.user()).id },
    body: { text: 'Prefers calls after six.' },
  }),
  'POST /v1/admin/tuners': byAdmin(() => ({ name: 'Tuner', slug: `tuner-${short()}` })),
  'POST /v1/admin/tuner-brands': byAdmin(() => ({ name: 'Brand', slug: `brand-${short()}` })),
  'POST /v1/admin/analytics/goals': byAdmin(() => ({ name: `Goal ${short()}`, kind: 'path', pattern: '/x' })),
  'POST /v1/admin/analytics/annotations': byAdmin(() => ({ day: '2026-11-01', text: 'Note' })),
  'POST /v1/admin/staff-pages': byAdmin(() => ({ name: 'Jane Doe', slug: `jane-${short()}` })),
  'POST /v1/admin/beta-programs': byAdmin(() => ({ name: `Beta ${short()}`, text: '<p>Text.</p>', seats: 5 })),
  'POST /beta-programs/:id/join': async ({ server, shop }) => ({
    client: await server.as({}),
    params: { id: await openBeta(shop.admin) },
    body: { answers: 'Golf R' },
  }),
  'POST /beta-programs/:id/feedback': async ({ server, shop }) => {
    const client = await server.as({});
    const params = { id: await openBeta(shop.admin) };
    await needs(client.call('POST /beta-programs/:id/join', { params, body: {} }));
    return { client, params, body: { rating: 4, text: 'Works well.' } };
  },
  'POST /v1/admin/saved-replies': byAdmin(() => ({ title: `Reply ${short()}`, text: 'Hello {name}.' })),
  'POST /v1/admin/newsletters': byAdmin(() => ({ title: `News ${short()}`, text: '<p>Text.</p>' })),
  'POST /v1/admin/blog-posts': async ({ shop }) => {
    const params = { slug: `author-${short()}` };
    const { body } = await needs(
      shop.admin.call('PUT /v1/admin/bio/:slug', { params, body: { name: 'Jane Doe', text: '' } }),
    );
    return { client: shop.admin, body: { title: 'A post', text: '<p>Text.</p>', author_id: body.id } };
  },
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
