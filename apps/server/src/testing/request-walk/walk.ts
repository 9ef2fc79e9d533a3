import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { maintainCredits } from '../../modules/credits/index.ts';
import { releaseEarnings } from '../../modules/ledger/index.ts';
import { paymentById, settleDispute } from '../../modules/payments/index.ts';
import { expirePurchases } from '../../modules/purchases/index.ts';
import { refundCancelledJob } from '../../modules/tuning/requests/money/refund-cancelled.ts';
import { maintainRequests } from '../../modules/tuning/requests/request-timeouts.ts';
import { cachesRefreshed } from '../catalog.ts';
import { violations } from '../invariants.ts';
import { grant } from '../money/credits.ts';
import { accountDealer, estimated, payCard } from '../money/purchases.ts';
import { type Chance, chance } from '../money-run/chance.ts';
import { type Client, type TestServer, testOrigin } from '../server.ts';
import { vancouver } from '../shop.ts';
import {
  flashImage,
  matchedRequest,
  type platformTuner,
  sendFile,
  showRequest,
  takeRequestStep,
  tuned,
} from '../tuning.ts';
import { brokenInvariants } from './request-invariants.ts';

type PlatformShop = Awaited<ReturnType<typeof platformTuner>> & { readonly free: string; readonly plain: number };
type WalkReply = { readonly status: number; readonly body: unknown };
type Request = { readonly id: number; readonly bytes: Buffer; readonly owner: Client; readonly dealer: boolean };

export type Walk = {
  readonly steps: number;
  readonly seed: number;
  /** How many clients occasionally do the same thing concurrently. */
  readonly crowd: number;
};

/** A tune that one credit pays, a code for a full discount, and a dealer with an account. */
export async function furnish(
  platformShop: Awaited<ReturnType<typeof platformTuner>>,
): Promise<PlatformShop & { dealer: Client }> {
  const { server, shop } = platformShop;
  const cable = await shop.make.tool({ name: 'Cable', fee: 0 });
  const engines = [shop.engine.id];
  const price = { base: 60_000 };
  const plain = await shop.make.tune({ name: 'Pops', optional: true, engines, tools: [cable.id], price });
  await server.db.updateTable('tunes').set({ tuner_id: shop.tuner.id }).where('id', '=', plain.id).execute();
  const runs = { starts_at: new Date(0), ends_at: new Date(Date.now() + 1e10) };
  const code = { code: 'ALL', name: 'Entire country', type: 'site', amount: '100', amount_type: 'percent', ...runs };
  await server.db.insertInto('discount_codes').values(code).execute();
  const { member } = await accountDealer(server, { limitMinor: 300_000n });
  await cachesRefreshed(server);
  return { ...platformShop, dealer: member, free: code.code, plain: plain.id };
}

/** Random actions of users, jobs and time on requests; the invariants are checked after each step. */
export async function walkRequests(platformShop: PlatformShop & { dealer: Client }, input: Walk): Promise<string[]> {
  const dice = chance(input.seed);
  const requests: Request[] = [];
  const trail: string[] = [];
  const { db } = platformShop.server;
  for (let at = 0; at < input.steps; at += 1) {
    await db.deleteFrom('rate_limits').execute();
    const begins = requests.length < 2 || (requests.length < 8 && dice.odds(0.12));
    const name = begins ? 'begin' : dice.odds(0.6) ? 'go on' : dice.pick(Object.keys(acts) as (keyof typeof acts)[]);
    const act = () =>
      name === 'begin' ? begin(platformShop, requests, dice) : acts[name](platformShop, dice.pick(requests), dice);
    const many = name !== 'begin' && name !== 'let time pass' && dice.odds(0.2) ? input.crowd : 1;
    const replies = await Promise.all(Array.from({ length: many }, act));
    trail.push(`${name}: ${replies.map((one) => one?.status ?? '–').join(' ')}`);
    const wrong = [
      ...replies.flatMap((one) => (one && one.status >= 500 ? [`${one.status} ${JSON.stringify(one.body)}`] : [])),
      ...(await brokenInvariants(db, name === 'let time pass')),
      ...(at % 10 === 0 || at === input.steps - 1 ? await violations(db) : []),
    ];
    if (wrong.length > 0) return [`seed ${input.seed}, step ${at}, ${trail.slice(-8).join('; ')}`, ...wrong];
  }
  await endDisputes(platformShop, dice);
  return brokenInvariants(db, false);
}

/** A new file, or one that was sent before. */
async function begin(
  platformShop: PlatformShop & { dealer: Client },
  requests: Request[],
  dice: Chance,
): Promise<undefined> {
  const owner = dice.pick([platformShop.customer, platformShop.stranger, platformShop.dealer]);
  const bytes = requests.length > 0 && dice.odds(0.4) ? dice.pick(requests).bytes : flashImage(16_384);
  const { id } = await matchedRequest(owner, platformShop.shop.engine.id, bytes);
  requests.push({ id, bytes, owner, dealer: owner === platformShop.dealer });
}

type Act = (
  platformShop: PlatformShop & { dealer: Client },
  request: Request,
  dice: Chance,
) => Promise<WalkReply | undefined>;

async function price({ shop, plain, free }: PlatformShop, { id, owner }: Request, dice: Chance) {
  const { body: own } = await owner.call('GET /tune-credits');
  const lots = own.owners.flatMap((group) => group.lots).flatMap((lot) => (lot.left > 0 ? [lot.id] : []));
  return owner.call('POST /v1/tune-requests/:id/estimate', {
    params: { id },
    body: {
      tune_ids: dice.pick([[shop.tune.id], [plain], [shop.tune.id, plain]]),
      credits: dice.odds(0.5) ? lots.slice(0, 3) : [],
      codes: dice.odds(0.2) ? [free] : [],
    },
  });
}

async function pay(platformShop: PlatformShop, request: Request, dice: Chance): Promise<WalkReply> {
  const priced = await price(platformShop, request, dice);
  if (priced.status !== 200) return priced;
  const ask = { params: { id: request.id }, idempotencyKey: randomUUID() };
  const { hash: estimate_hash, total } = priced.body;
  const method = { token: dice.pick(['test_ok', 'test_ok', 'test_card_expired', 'test_3d']) };
  if (!/[1-9]/.test(total.amount))
    return request.owner.call('POST /v1/tune-requests/:id/free', {
      ...ask,
      body: { estimate_hash, billing: vancouver },
    });
  if (request.dealer && dice.odds(0.7)) {
    const card = dice.odds(0.4) ? { card: { amount: '100.00', currency: 'CAD', method } } : {};
    return request.owner.call('POST /v1/tune-requests/:id/pay-later', { ...ask, body: { estimate_hash, ...card } });
  }
  const body = { estimate_hash, billing: vancouver, method };
  return request.owner.call('POST /v1/tune-requests/:id/pay', { ...ask, body });
}

const because = 'It was time';
const acts = {
  /** The next step for its state, taken by a suitable actor. */
  'go on': async (platformShop, request, dice) => {
    const { id, owner, bytes } = request;
    const step = (by: Client, event: string) => takeRequestStep(by, id, event, because);
    const tuner = dice.pick([platformShop.tuner, platformShop.colleague]);
    switch ((await showRequest(platformShop.admin, id)).state) {
      case 'matched':
        return pay(platformShop, request, dice);
      case 'queued':
        return step(tuner, 'claim');
      case 'in_progress':
        return dice.odds(0.8)
          ? sendFile(tuner, id, 'result', { name: 'tuned.bin', bytes: tuned(bytes, 4200 + dice.below(1000)) })
          : step(tuner, dice.pick(['ask', 'release']));
      case 'waiting_customer':
      case 'on_ice':
        return owner.call('POST /v1/tune-requests/:id/support', { params: { id }, body: { message: 'Premium' } });
      case 'in_review':
        return step(dice.pick([tuner, platformShop.admin]), dice.odds(0.8) ? 'approve' : 'reject');
      case 'delivered':
        return dice.odds(0.5) ? step(owner, 'ask-revision') : undefined;
      case 'revision_requested':
        return step(tuner, dice.pick(['accept-revision', 'decline-revision']));
      case 'recalled':
        return step(tuner, 'remake');
      default:
        return undefined;
    }
  },
  'take any button': async (platformShop, { id, owner }, dice) => {
    const by = dice.pick([owner, platformShop.tuner, platformShop.admin]);
    const { allowed = [] } = await showRequest(by, id);
    const events = allowed.filter((event) => !['delete', 'follow-up'].includes(event));
    return events.length === 0 ? undefined : takeRequestStep(by, id, dice.pick(events), because);
  },
  'choose again': (platformShop, request, dice) => price(platformShop, request, dice),
  'use an earlier purchase': async (platformShop, { id, owner }) => {
    const bought = await payCard(owner, await estimated(owner, platformShop.shop.selection), { again: true });
    if (bought.status !== 200) return bought;
    const body = { purchase_id: bought.body.purchase.id };
    return owner.call('POST /v1/tune-requests/:id/link-purchase', { params: { id }, body });
  },
  'pay back': async ({ admin }, _, dice) => {
    const { data } = (await admin.call('GET /v1/admin/transactions', { query: { kind: 'tunes' } })).body;
    if (data.length === 0) return undefined;
    const ask = { params: { id: dice.pick(data).id }, idempotencyKey: randomUUID() };
    return dice.odds(0.6)
      ? admin.call('POST /v1/admin/transactions/:id/fully-refund', { ...ask, body: { reason: because } })
      : admin.call('POST /v1/admin/transactions/:id/partially-refund', {
          ...ask,
          body: { reason: because, amount: '33.33' },
        });
  },
  'dispute a payment': async ({ server: { db, platform } }, _, dice) => {
    const charged = await db
      .selectFrom('payments')
      .select('id')
      .where('captured_minor', '>', 0n)
      .where('provider', '<>', 'account')
      .execute();
    const payment = charged.length > 0 ? await paymentById(db, dice.pick(charged).id) : null;
    if (!payment) return undefined;
    // The bank opens a dispute for a payment and later reports its outcome; events may arrive late, twice or out of
    // order.
    const dispute = { id: `dp_${payment.id}_${dice.below(2)}`, intentId: null, amountMinor: payment.capturedMinor };
    await settleDispute(platform, payment, { ...dispute, status: dice.pick(['open', 'open', 'won', 'lost'] as const) });
    return undefined;
  },
  'give credits': async ({ admin, server }, { owner }) => {
    const { email } = await server.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', owner.userId ?? 0)
      .executeTakeFirstOrThrow();
    await grant(admin, email, 'ecu', 2);
    return undefined;
  },
  'let time pass': async ({ server }, _, dice) => {
    await runJobs(server, new Date(Date.now() + dice.pick([0, 2, 15, 22, 31]) * 86_400_000));
    return undefined;
  },
} as const satisfies Record<string, Act>;

/** The bank decides all open disputes. */
async function endDisputes({ server: { db, platform } }: PlatformShop, dice: Chance): Promise<void> {
  const { rows } = await sql<{ id: number; dispute: string }>`
    select distinct on (p.id) p.id, h.detail ->> 'dispute' as dispute from payments p
    join payment_history h on h.payment_id = p.id and h.event = 'dispute' where p.state = 'disputed' order by p.id, h.id desc`.execute(
    db,
  );
  for (const { id, dispute } of rows) {
    const payment = await paymentById(db, id);
    const status = dice.pick(['won', 'lost'] as const);
    if (payment)
      await settleDispute(platform, payment, {
        id: dispute,
        intentId: null,
        amountMinor: payment.capturedMinor,
        status,
      });
  }
}

async function runJobs(server: TestServer, now: Date): Promise<void> {
  const { db, platform } = server;
  await expirePurchases(db, now);
  await maintainRequests(platform, now);
  await maintainCredits(db, testOrigin, now);
  const { rows } = await sql<{ purchase_id: number }>`
    select distinct (data ->> 'purchase_id')::integer as purchase_id from pgboss.job where name = ${refundCancelledJob.name}`.execute(
    db,
  );
  const doing = { db, platform, now, log: platform.log, signal: new AbortController().signal };
  for (const row of rows) await refundCancelledJob.run(doing, row);
  await releaseEarnings(db, now);
}
