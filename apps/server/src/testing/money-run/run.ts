import { partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { sql } from 'kysely';
import { postTransfer } from '../../modules/ledger/index.ts';
import { sweepPayments } from '../../modules/payments/index.ts';
import { expireOrders } from '../../modules/store/orders/end-order.ts';
import { sessionCookieName } from '../../platform/http/cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { deliverEvents } from '../deliver-events.ts';
import { passTime, type StripeSetup } from '../money/payments.ts';
import type { TestServer } from '../server.ts';
import { type Chance, chance } from './chance.ts';
import { check, type Witness } from './check.ts';
import { units } from './oracle.ts';
import { type Door, inside, makeMoneyShop, outside } from './shop.ts';
import { type Cards, type Placed, type Run, visit } from './shopper.ts';

export type Input = {
  readonly orders: number;
  readonly shoppers: number;
  readonly seed: number;
  readonly http: boolean;
};
export type Report = {
  readonly seed: number;
  readonly orders: number;
  readonly compared: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly wrong: readonly string[];
};

const testCards: Cards = {
  ok: 'test_ok',
  refused: ['test_card_expired', 'test_avs_cvv', 'test_unknown', 'test_duplicate', 'test_revoked_payment_method'],
  asks: 'test_3d',
  stumbles: ['test_network_down_retry', 'test_charged_no_answer'],
  answer: async (_, yes) => (yes ? 'test_3d_approved' : 'test_3d_refused'),
};

/** Concurrent shoppers and staff on two processes, with the built-in provider. */
export async function moneyRun(server: TestServer, input: Input): Promise<Report> {
  return runWith(server, input, testCards, async () => {
    const { rows } = await sql<{ reference: string; charged: bigint; back: bigint; charges: number }>`
      select reference, coalesce(sum(amount_minor) filter (where kind in ('charge', 'capture')), 0)::bigint as charged,
        count(*) filter (where kind in ('charge', 'capture'))::integer as charges, 0::bigint as back
      from test_provider.journal where kind <> 'refund' group by 1`.execute(server.db);
    const { rows: refunds } = await sql<{ reference: string; back: bigint }>`
      select c.reference, sum(r.amount_minor)::bigint as back from test_provider.journal r
      join test_provider.journal c on c.intent = r.intent and c.kind in ('charge', 'capture') where r.kind = 'refund'
      group by 1`.execute(server.db);
    const back = new Map(refunds.map((row) => [row.reference, row.back]));
    return new Map(rows.map((row) => [row.reference, { ...row, back: back.get(row.reference) ?? 0n }]));
  });
}

/** The same with Stripe's protocol: events arrive late, twice, before the response, and some are forged. */
export async function stripeMoneyRun(setup: StripeSetup, input: Input): Promise<Report> {
  const { server, stripe } = setup;
  stripe.delayMs = 6;
  const dice = chance(input.seed + 1);
  let going = true;
  let reportedAt = 0;
  const postman = (async () => {
    while (going || reportedAt < stripe.events.length) {
      const fresh = stripe.events.slice(reportedAt);
      reportedAt += fresh.length;
      const old = stripe.events.length > 0 ? [dice.pick(stripe.events)] : [];
      await Promise.all(
        [...fresh, ...fresh.filter(() => dice.odds(0.3)), ...old].map((one) => deliverEvents(setup, [one])),
      );
      if (fresh[0]) await forge(setup, fresh[0], dice);
      await new Promise((resume) => setTimeout(resume, 3 + dice.below(20)));
    }
  })();
  const intentOf = async (order: Placed) => {
    const subject = `order:${order.id}`;
    const row = await server.db
      .selectFrom('payments')
      .select('intent_id')
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.intent_id ?? '';
  };
  const cards: Cards = {
    ok: 'pm_card_visa',
    refused: ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedExpiredCard', 'pm_card_chargeDeclinedIncorrectCvc'],
    asks: 'pm_card_authenticationRequired',
    stumbles: [],
    async answer(order, yes) {
      const intent = await intentOf(order);
      if (stripe.intents.has(intent)) stripe.answerBank(intent, yes);
      return yes ? 'pm_card_authenticationRequired' : 'pm_card_visa';
    },
  };
  try {
    return await runWith(server, input, cards, async () => {
      going = false;
      await postman;
      const uuids = [...new Set(stripe.journal.map(({ reference }) => reference ?? ''))];
      const ofKind = (uuid: string, kind: string) =>
        stripe.journal.filter((one) => one.reference === uuid && one.kind === kind).map(({ amount }) => BigInt(amount));
      const sum = (list: readonly bigint[]) => list.reduce((a, b) => a + b, 0n);
      return new Map(
        uuids.map((uuid) => {
          const charges = ofKind(uuid, 'charge');
          return [uuid, { charged: sum(charges), back: sum(ofKind(uuid, 'refund')), charges: charges.length }];
        }),
      );
    });
  } finally {
    going = false;
    await postman;
  }
}

async function forge({ server, stripe }: StripeSetup, event: StripeSetup['stripe']['events'][number], dice: Chance) {
  const forged = { ...event, id: `evt_forged_${dice.below(1e9)}` };
  const { bytes, signature } = stripe.signed(forged, `whsec_${dice.below(1e9)}`);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const reply = await server.app.inject({ method: 'POST', url: '/api/payment-events', payload: bytes, headers });
  if (reply.statusCode !== 400) throw new Error(`a forged event was answered with ${reply.statusCode}`);
}

async function runWith(
  server: TestServer,
  input: Input,
  cards: Cards,
  witness: () => Promise<Witness>,
): Promise<Report> {
  const shop = await makeMoneyShop(server, { scarce: Math.ceil(input.orders / 20), few: Math.ceil(input.orders / 40) });
  const other = await server.another();
  const platforms: readonly Platform[] = [server.platform, other.platform];
  const cookie = sessionCookieName(server.platform.config);
  const doors: readonly Door[] = input.http
    ? [await outside(server.app, cookie), await outside(other.app, cookie)]
    : [inside((token) => server.clientWith(token)), inside(other.clientWith)];
  const through = (token: string | null) => ({ sends: doors.map((door) => door(token)) });
  const customers = await Promise.all(Array.from({ length: 3 + Math.ceil(input.orders / 50) }, () => server.as({})));
  for (const { userId } of customers) await givePrepaid(server, userId ?? 0);
  const dice = chance(input.seed);
  const run: Run = {
    shop,
    cards,
    buyers: [through(null), ...customers.map(({ token }) => ({ ...through(token), prepaid: true }))],
    staff: through(shop.admin.token).sends,
    orders: [],
    wrong: [],
    counts: {},
    async expire({ id }) {
      await sql`update orders set expires_at = now() - interval '1 second' where id = ${id} and state = 'pending_payment'`.execute(
        server.db,
      );
      await expireOrders(platforms[id % 2] as Platform, new Date());
    },
  };
  let left = input.orders;
  await Promise.all(
    Array.from({ length: input.shoppers }, async (_, at) => {
      const mine = chance(input.seed * 1_000 + at);
      for (; left > 0; ) {
        left -= 1;
        await visit(run, mine);
      }
    }),
  );
  await finish(server, platforms[dice.below(2)] as Platform);
  // The provider's last events arrive and are processed.
  await witness();
  await finish(server, server.platform);
  const provider = server.platform.payments;
  if (!provider) throw new Error('nobody takes cards');
  const compared = await check(run, provider, await witness());
  return { seed: input.seed, orders: run.orders.length, compared, counts: run.counts, wrong: run.wrong.slice(0, 30) };
}

/** Prepaid money in every currency, as goodwill. */
async function givePrepaid(server: TestServer, userId: number): Promise<void> {
  for (const unit of units)
    await postTransfer(server.db, {
      key: `money-run:${userId}:${unit}`,
      kind: 'goodwill.granted',
      subject: 'ticket:1',
      at: new Date(),
      legs: [
        { account: platformAccount('goodwill', unit), amountMinor: 60_000n },
        { account: partyAccount('prepay', `user:${userId}`, unit), amountMinor: -60_000n },
      ],
    });
}

/** An hour later: unpaid orders have expired, and the sweeper has run. */
async function finish(server: TestServer, platform: Platform): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await passTime(server.db);
    await sweepPayments(platform);
    await expireOrders(platform, new Date(Date.now() + 2 * 3_600_000));
  }
  await passTime(server.db);
  await sweepPayments(platform);
}
