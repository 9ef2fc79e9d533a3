import { randomUUID } from 'node:crypto';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import { system } from '../../modules/audit/index.ts';
import { createCreditCode, giveCredits, maintainCredits, withdrawCreditCode } from '../../modules/credits/index.ts';
import { expireDeals } from '../../modules/dealers/index.ts';
import { makePayout, releaseEarnings, stepPayout } from '../../modules/ledger/index.ts';
import { deliverPurchase, expirePurchases, linkPurchase } from '../../modules/purchases/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { grant } from '../money/credits.ts';
import { estimated, payCard, payLater } from '../money/purchases.ts';
import { type Client, testOrigin } from '../server.ts';
import { flashImage, matchedRequest, payRequest } from '../tuning.ts';
import { done, key, needs, scenario, settled, transactionOf } from './scenarios.ts';
import type { Process, RaceReply, World } from './world.ts';

const reason = { reason: 'Raced' };
const inDays = (days: number) => new Date(Date.now() + days * dayMs);
const inTransaction = <T>({ platform }: Process, act: (db: Db) => Promise<T>) => platform.db.transaction().execute(act);
const count = (replies: readonly RaceReply[], what: (one: RaceReply) => boolean) => replies.filter(what).length;
const nobodyAtFault = (replies: readonly RaceReply[], max: number) =>
  count(replies, done) > max ? [`${count(replies, done)} had it, there was enough for ${max}`] : [];
export const purchaseName = (id: number) => `TN-${String(id).padStart(6, '0')}`;

/** One purchase costs a dealer 472.50. */
const price = 47_250n;
type Account = {
  dealer: Awaited<ReturnType<World['dealer']>>;
  hashes: readonly [string, string];
  earlier: number;
  readAt: string;
};
const oneMore = scenario<Account>({
  async prepare(world) {
    const { server, tunes } = world;
    const dealer = await world.dealer(2n * price + 100n);
    const hashes = [
      await estimated(dealer.members[0], tunes.selection),
      await estimated(dealer.members[1], tunes.selection),
    ] as const;
    const before = await needs(payLater(dealer.members[0], hashes[0], { again: true }));
    const shown = await tunes.admin.call('GET /v1/admin/dealers/:id', { params: { id: dealer.id } });
    const earlier = await transactionOf(server.clientWith(tunes.admin.token), purchaseName(before.body.purchase.id));
    return { dealer, hashes, earlier, readAt: shown.body.updated_at };
  },
  acts: {
    'buy on account': (_, { dealer, hashes }, on) =>
      payLater(on.through(dealer.members[on.at]), hashes[on.at], { again: true }),
    'buy a part by card': (_, { dealer, hashes }, on) =>
      payLater(on.through(dealer.members[on.at]), hashes[on.at], {
        again: true,
        card: { amount: '100.00', currency: 'CAD', method: { token: 'test_ok' } },
      }),
    'begin with a card that is refused': (_, { dealer, hashes }, on) =>
      payLater(on.through(dealer.members[on.at]), hashes[on.at], {
        again: true,
        card: { amount: '100.00', currency: 'CAD', method: { token: 'test_card_expired' } },
      }),
    'lower the limit': (_, { dealer, readAt }, { admin }) =>
      admin.call('PATCH /v1/admin/dealers/:id', {
        params: { id: dealer.id },
        body: { credit_limit: '500.00', ...reason },
        readAt,
      }),
    'pay an earlier one back': (_, { earlier: id }, { admin }) =>
      admin.call('POST /v1/admin/transactions/:id/fully-refund', { params: { id }, body: reason, ...key() }),
  },
  async invariant({ server }, { dealer }) {
    const { rows } = await sql<{ owed: bigint; most: bigint | null }>`
      select b.posted_minor + b.pending_debit_minor as owed, b.max_minor as most from ledger_accounts a
      join ledger_balances b on b.account_id = a.id where a.kind = 'ar' and a.owner = ${`dealer:${dealer.id}`}`.execute(
      server.db,
    );
    const { owed = 0n, most = 0n } = rows[0] ?? {};
    // A lowered limit may be exceeded already, but not the limit at the time of purchase.
    return owed > 2n * price + 100n ? [`owes ${owed}, may owe ${most}`] : [];
  },
});

type Begun = { dealer: Account['dealer']; hash: string };
/** Started with a declined card: the account's part is held for an hour. */
const begunPurchase = scenario<Begun>({
  async prepare(world) {
    const dealer = await world.dealer(30_000n);
    const hash = await estimated(dealer.members[0], world.tunes.selection);
    await payLater(dealer.members[0], hash, part('test_card_expired'));
    return { dealer, hash };
  },
  acts: {
    'go on with another card': (_, { dealer, hash }, on) =>
      payLater(on.through(dealer.members[0]), hash, part('test_ok')),
    'pay all by card': (_, { dealer, hash }, on) => payCard(on.through(dealer.members[0]), hash),
    'let it expire': (_, __, on) => settled(() => expirePurchases(on.platform.db, inDays(0.2))),
  },
});
const part = (token: string) => ({ card: { amount: '172.50', currency: 'CAD', method: { token } } });

type Code = { id: number; text: string; people: readonly [Client, Client]; dealerId: number | undefined };
const people = async ({ server }: World) => [await server.as({}), await server.as({})] as const;
const claim = (_: World, { text, people: both }: Code, on: Process) =>
  on.through(both[on.at]).call('POST /tune-credit-codes/:code/claim', { params: { code: text }, ...key() });
const codeActs = {
  claim,
  withdraw: (_: World, { id, dealerId }: Code, on: Process) =>
    settled(() => inTransaction(on, (db) => withdrawCreditCode(db, { id, dealerId, now: new Date() }))),
  'let it expire': (_: World, __: Code, on: Process) =>
    settled(() => maintainCredits(on.platform.db, testOrigin, new Date(Date.now() + 120_000))),
};
const oneClaim = (_: World, __: Code, replies: readonly RaceReply[]) =>
  count(
    replies,
    ({ body, status }) =>
      status === 200 &&
      (body as { credits?: unknown[] })?.credits !== undefined &&
      (body as { credits: unknown[] }).credits.length > 0,
  ) > 1
    ? ['one code was claimed twice']
    : [];
const minute = () => new Date(Date.now() + 60_000).toISOString();

const houseCode = scenario<Code>({
  async prepare(world) {
    const body = { kind: 'ecu', units: 2, valid_until: minute() };
    const made = await needs(world.shop.admin.call('POST /v1/admin/tune-credit-codes', { body }));
    return { id: made.body.id, text: made.body.code, people: await people(world), dealerId: undefined };
  },
  acts: codeActs,
  invariant: oneClaim,
});
const mailedCode = scenario<Code>({
  async prepare(world) {
    await world.server.db.deleteFrom('rate_limits').execute();
    const { id, email } = await world.server.make.user();
    const body = { kind: 'tcu', units: 1, valid_until: minute(), recipient: email };
    const made = await needs(world.shop.admin.call('POST /v1/admin/tune-credit-codes', { body }));
    const client = await world.server.as({ id });
    return { id: made.body.id, text: made.body.code, people: [client, client], dealerId: undefined };
  },
  acts: {
    ...codeActs,
    'claim what waits': (_, { people: both }, on) =>
      on.through(both[0]).call('POST /tune-credit-codes/autoclaim', { ...key() }),
  },
  invariant: oneClaim,
});
const dealerCode = scenario<Code>({
  async prepare(world) {
    const dealer = await world.dealer(0n);
    await grant(world.shop.admin, dealer.slug, 'ecu', 2);
    const actorId = dealer.members[0].userId ?? 0;
    const input = {
      kind: 'ecu' as const,
      units: 2,
      dealerId: dealer.id,
      note: '',
      actorId,
      now: new Date(),
      expiresAt: new Date(minute()),
    };
    const { row, code } = await world.server.db.transaction().execute((tx) => createCreditCode(tx, testOrigin, input));
    return { id: row.id, text: code, people: await people(world), dealerId: dealer.id };
  },
  acts: codeActs,
  invariant: oneClaim,
});

type Lot = {
  id: number;
  dealer: Account['dealer'];
  hashes: readonly [string, string];
  requests: readonly { id: number; hash: string }[];
  friend: string;
};
/** One credit of a dealer with two members, and many ways to use it. */
const lastCredit = scenario<Lot>({
  async prepare(world) {
    const { tunes, plain, server } = world;
    const dealer = await world.dealer(1_000_000n);
    const lot = await grant(tunes.admin, dealer.slug, 'ecu', 1, { valid_until: minute() });
    const selection = { engine: tunes.engine.id, tunes: [plain.id] };
    const hashes = [
      await estimated(dealer.members[0], selection),
      await estimated(dealer.members[1], selection),
    ] as const;
    const requests = [];
    for (const member of dealer.members) {
      const { id } = await matchedRequest(member, tunes.engine.id, flashImage(16_384));
      const body = { tune_ids: [plain.id], credits: [lot.id] };
      const priced = await needs(member.call('POST /v1/tune-requests/:id/estimate', { params: { id }, body }));
      requests.push({ id, hash: priced.body.hash });
    }
    return { id: lot.id, dealer, hashes, requests, friend: (await server.make.user()).email };
  },
  acts: {
    'buy with it': (_, { id, dealer, hashes }, on) =>
      payLater(on.through(dealer.members[on.at]), hashes[on.at], { credits: [id], again: true }),
    'pay a request with it': (_, { dealer, requests }, on) =>
      on.through(dealer.members[on.at]).call('POST /v1/tune-requests/:id/pay-later', {
        params: { id: requests[on.at]?.id ?? 0 },
        body: { estimate_hash: requests[on.at]?.hash ?? '' },
        ...key(),
      }),
    'take it back': (_, { id }, { admin }) =>
      admin.call('POST /v1/admin/tune-credits/:id/take-back', { params: { id }, body: reason, ...key() }),
    'let it expire': (_, { id }, on) =>
      settled(async () => {
        const { lots } = await maintainCredits(on.platform.db, testOrigin, new Date(Date.now() + 120_000));
        return { lots, id };
      }),
    'give it to a friend': (_, { dealer, friend }, on) =>
      settled(() => inTransaction(on, (db) => giveCredits(db, testOrigin, { ...gift(dealer), recipient: friend }))),
    'make a code of it': (_, { dealer }, on) =>
      settled(() => inTransaction(on, (db) => createCreditCode(db, testOrigin, gift(dealer)))),
  },
  invariant: (_, __, replies) =>
    nobodyAtFault(
      replies.filter(({ body }) => (body as { lots?: number })?.lots === undefined),
      1,
    ),
});
const gift = (dealer: Account['dealer']) => ({
  dealerId: dealer.id,
  kind: 'ecu' as const,
  units: 1,
  note: '',
  actorId: dealer.members[0].userId ?? 0,
  now: new Date(),
});

type Bought = { purchase: number; transaction: number; client: Client };
const byCredit = scenario<Bought>({
  async prepare({ server, tunes, plain }) {
    const { id, email } = await server.make.user();
    const client = await server.as({ id });
    const lot = await grant(tunes.admin, email, 'ecu', 1);
    const hash = await estimated(client, { engine: tunes.engine.id, tunes: [plain.id] });
    const { body } = await needs(payCard(client, hash, { credits: [lot.id], method: undefined }));
    return { purchase: body.purchase.id, transaction: 0, client };
  },
  acts: {
    'give the credit back': (_, { purchase: id }, { admin }) =>
      admin.call('POST /v1/admin/catalog-purchases/:id/return-credits', { params: { id }, body: reason, ...key() }),
    deliver: (world, bought, on) => settled(() => deliver(world, bought, on)),
  },
});
const byBoth = scenario<Bought>({
  async prepare({ server, tunes }) {
    const { id, email } = await server.make.user();
    const client = await server.as({ id });
    const lot = await grant(tunes.admin, email, 'ecu', 1);
    const { body } = await needs(payCard(client, await estimated(client, tunes.selection), { credits: [lot.id] }));
    const transaction = await transactionOf(tunes.admin, purchaseName(body.purchase.id));
    return { purchase: body.purchase.id, transaction, client };
  },
  acts: {
    'give the credit back': (_, { purchase: id }, { admin }) =>
      admin.call('POST /v1/admin/catalog-purchases/:id/return-credits', { params: { id }, body: reason, ...key() }),
    'pay back whole': (_, { transaction: id }, { admin }) =>
      admin.call('POST /v1/admin/transactions/:id/fully-refund', { params: { id }, body: reason, ...key() }),
    'pay back 40.00 of 52.50': (_, { transaction: id }, { admin }) =>
      admin.call('POST /v1/admin/transactions/:id/partially-refund', {
        params: { id },
        body: { ...reason, amount: '40.00' },
        ...key(),
      }),
    deliver: (world, bought, on) => settled(() => deliver(world, bought, on)),
  },
});
let requests = 900_000;
const deliver = (_: World, { purchase: id, client }: Bought, on: Process) =>
  inTransaction(on, async (db) => {
    const now = new Date();
    const viewer = { userId: client.userId ?? 0, dealerIds: [], staff: true };
    await linkPurchase(db, { id, requestId: ++requests, viewer, actorId: client.userId ?? 0, now });
    await deliverPurchase(db, { id, actorId: null, now });
  });

type Earned = Bought & { owner: `tuner:${number}`; payout: number };
/** A tuner's share of 200.00 in the given state. */
const earned: typeof earnedAlone = (world, how) => {
  const mine = turn.then(() => earnedAlone(world, how));
  turn = mine.catch(() => {});
  return mine;
};
/** Serialized: a tune has only one tuner. */
let turn: Promise<unknown> = Promise.resolve();
async function earnedAlone(world: World, how: 'waits' | 'available' | 'draft' | 'sending'): Promise<Earned> {
  const { server, tunes } = world;
  const [on] = world.processes;
  const tuner = await server.make.tuner();
  await server.db.updateTable('tuners').set({ share_percent: '40' }).where('id', '=', tuner.id).execute();
  await server.db.updateTable('tunes').set({ tuner_id: tuner.id }).where('id', '=', tunes.tune.id).execute();
  const client = await server.as({});
  const { body } = await needs(payCard(client, await estimated(client, tunes.selection)));
  const bought = {
    purchase: body.purchase.id,
    client,
    transaction: await transactionOf(tunes.admin, purchaseName(body.purchase.id)),
  };
  await deliver(world, bought, on);
  const made = { ...bought, owner: `tuner:${tuner.id}` as const, payout: 0 };
  if (how === 'waits') return made;
  await releaseEarnings(server.db, inDays(31));
  if (how === 'available') return made;
  const { id } = await payout(made, on);
  if (how === 'sending') for (const event of ['approve', 'send'] as const) await stepped(on, id, event);
  return { ...made, payout: id };
}
const payout = ({ owner }: Earned, on: Process) =>
  inTransaction(on, (db) =>
    makePayout(
      db,
      { ...system, userId: null },
      { owner, currency: 'CAD', requestKey: randomUUID(), until: inDays(365) },
      new Date(),
    ),
  );
const stepped = (on: Process, id: number, event: Parameters<typeof stepPayout>[3]) =>
  inTransaction(on, (db) =>
    stepPayout(db, { ...system, userId: null }, id, event, new Date(), { reference: 'B-1', ...reason }),
  );
const saleActs = {
  'pay the sale back': (_: World, { transaction: id }: Earned, { admin }: Process) =>
    admin.call('POST /v1/admin/transactions/:id/fully-refund', { params: { id }, body: reason, ...key() }),
  'pay a part back': (_: World, { transaction: id }: Earned, { admin }: Process) =>
    admin.call('POST /v1/admin/transactions/:id/partially-refund', {
      params: { id },
      body: { ...reason, amount: '300.00' },
      ...key(),
    }),
};
const stepActs = (...events: readonly Parameters<typeof stepPayout>[3][]) =>
  Object.fromEntries(
    events.map((event) => [
      event,
      (_: World, { payout: id }: Earned, on: Process) => settled(() => stepped(on, id, event)),
    ]),
  );

/** A party's balance and payouts for one sale equal its share of the sale. */
async function earnings({ server }: World, { owner, purchase }: Earned): Promise<string[]> {
  const { rows } = await sql<{ has: bigint; share: bigint }>`
    select coalesce(sum(-e.amount_minor) filter (where a.owner = ${owner}), 0)::bigint as has,
      coalesce(sum(e.amount_minor) filter (where a.kind = 'cost.comm'), 0)::bigint as share
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.subject in (${`purchase:${purchase}`}, ${`purchase-account:${purchase}`}) and not e.pending`.execute(
    server.db,
  );
  const { has = 0n, share = 0n } = rows[0] ?? {};
  return has === share && has >= 0n ? [] : [`${owner} got ${has} of purchase ${purchase}, which cost us ${share}`];
}
const share = (how: 'waits' | 'available' | 'draft' | 'sending', more: ReturnType<typeof stepActs>) =>
  scenario<Earned>({ prepare: (world) => earned(world, how), acts: { ...saleActs, ...more }, invariant: earnings });

type Deal = { id: number; readAt: string };
export async function deal({ server, shop }: World, published: boolean): Promise<Deal> {
  const dealer = await server.make.dealer();
  const body = {
    dealer_id: dealer.id,
    kind: 'credit_pack',
    title: 'Ten',
    currency: 'CAD',
    price: '1500',
    universal_credits: 10,
    expires_at: minute(),
  };
  // Another author, because drafts and publications are limited per day.
  const author = await server.as({ role: 3 });
  const made = await needs(author.call('POST /v1/admin/dealer-credit-deals', { body }));
  const params = { id: made.body.id };
  const { updated_at: readAt } = made.body;
  if (!published) return { id: made.body.id, readAt };
  const now = await needs(shop.admin.call('POST /v1/admin/dealer-credit-deals/:id/publish', { params, readAt }));
  return { id: made.body.id, readAt: now.body.updated_at };
}
const dealActs = {
  publish: (_: World, { id, readAt }: Deal, { admin }: Process) =>
    admin.call('POST /v1/admin/dealer-credit-deals/:id/publish', { params: { id }, readAt, ...key() }),
  cancel: (_: World, { id }: Deal, { admin }: Process) =>
    admin.call('POST /v1/admin/dealer-credit-deals/:id/cancel', { params: { id }, body: reason, ...key() }),
  change: (_: World, { id, readAt }: Deal, { admin }: Process) =>
    admin.call('PATCH /v1/admin/dealer-credit-deals/:id', { params: { id }, body: { price: '1400' }, readAt }),
};
/** Every step happens at most once, and the price does not change after publication. */
async function dealInvariant({ shop }: World, { id }: Deal, replies: readonly RaceReply[]): Promise<string[]> {
  const { body } = await shop.admin.call('GET /v1/admin/dealer-credit-deals/:id', { params: { id } });
  const steps = body.history.map(({ event }) => event);
  const late =
    steps.lastIndexOf('update') > steps.indexOf('publish') && steps.includes('publish') && steps.includes('update');
  return late || new Set(steps).size !== steps.length
    ? [`${steps.join(', ')} of a deal, replies ${replies.map(({ status }) => status)}`]
    : [];
}

type Request = { client: Client; ids: readonly [number, number]; hashes: readonly [string, string]; purchase: number };
const requestToPay = scenario<Request>({
  async prepare({ server, tunes }) {
    const client = await server.as({});
    const { body } = await needs(payCard(client, await estimated(client, tunes.selection)));
    const both = [];
    for (const _ of [1, 2]) {
      const { id } = await matchedRequest(client, tunes.engine.id, flashImage(16_384));
      const priced = await needs(
        client.call('POST /v1/tune-requests/:id/estimate', { params: { id }, body: { tune_ids: [tunes.tune.id] } }),
      );
      both.push({ id, hash: priced.body.hash });
    }
    const [one, two] = both as [(typeof both)[number], (typeof both)[number]];
    return { client, ids: [one.id, two.id], hashes: [one.hash, two.hash], purchase: body.purchase.id };
  },
  acts: {
    pay: (_, { client, ids, hashes }, on) => payRequest(on.through(client), ids[0], hashes[0]),
    'use what was bought before': (_, { client, ids, purchase }, on) =>
      on.through(client).call('POST /v1/tune-requests/:id/link-purchase', {
        params: { id: ids[0] },
        body: { purchase_id: purchase },
        ...key(),
      }),
    'use that for another request': (_, { client, ids, purchase }, on) =>
      on.through(client).call('POST /v1/tune-requests/:id/link-purchase', {
        params: { id: ids[1] },
        body: { purchase_id: purchase },
        ...key(),
      }),
    cancel: (_, { client, ids }, on) =>
      on
        .through(client)
        .call('POST /v1/tune-requests/:id/steps', { params: { id: ids[0] }, body: { event: 'cancel' }, ...key() }),
    'pay the purchase back': async (_, { purchase }, { admin }) => {
      const id = await transactionOf(admin, purchaseName(purchase));
      return admin.call('POST /v1/admin/transactions/:id/fully-refund', { params: { id }, body: reason, ...key() });
    },
  },
  async invariant({ server }, { ids, purchase }) {
    const { rows } = await sql<{ id: number; state: string; paid: number }>`
      select r.id, r.state, count(p.id)::integer as paid from tune_requests r left join catalog_purchases p
      on p.request_id = r.id and p.paid_at is not null and p.state not in ('cancelled', 'refunded')
      where r.id = any(${[...ids]}) group by 1, 2`.execute(server.db);
    const { rows: links } = await sql<{ n: number }>`
      select count(*)::integer as n from tune_requests r join catalog_purchases p on p.request_id = r.id where p.id = ${purchase}`.execute(
      server.db,
    );
    return [
      ...rows.filter(({ paid }) => paid > 1).map(({ id, paid }) => `request ${id} was paid ${paid} times`),
      ...rows
        .filter(({ state, paid }) => state === 'queued' && paid === 0)
        .map(({ id }) => `request ${id} is queued and nobody paid`),
      ...((links[0]?.n ?? 0) > 1 ? ['one purchase, two requests'] : []),
    ];
  },
});

export const partnerScenarios = {
  'an account with room for one': oneMore,
  'a purchase that was begun': begunPurchase,
  'a credit code': houseCode,
  'a credit code for an address': mailedCode,
  "a dealer's credit code": dealerCode,
  'the last credit': lastCredit,
  'a purchase a credit paid': byCredit,
  'a purchase a credit and a card paid': byBoth,
  'a share that waits': share('waits', {
    release: (_, __, on) => settled(() => releaseEarnings(on.platform.db, inDays(31))),
  }),
  'a share that is available': share('available', {
    'pay it out': (_, subject, on) => settled(() => payout(subject, on)),
  }),
  'a payout that is prepared': share('draft', stepActs('approve', 'cancel')),
  'a payout that was sent': share('sending', stepActs('confirm', 'refuse')),
  'a drafted deal': scenario<Deal>({
    prepare: (world) => deal(world, false),
    acts: dealActs,
    invariant: dealInvariant,
  }),
  'a published deal': scenario<Deal>({
    prepare: (world) => deal(world, true),
    acts: {
      ...dealActs,
      'let it expire': (_, __, on) => settled(() => expireDeals(on.platform.db, new Date(Date.now() + 120_000))),
    },
    invariant: dealInvariant,
  }),
  'a request to be paid': requestToPay,
};
