import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Currency, money } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import { type PaymentSubject, registerPaymentSubjects } from '../../modules/payments/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { openStripe, type Patience } from '../../platform/payments/stripe.ts';
import type { Platform } from '../../platform/platform.ts';
import { type TestServer, testServer } from '../server.ts';
import { type StripeServer, startStripeServer } from '../servers/stripe-server.ts';

export const webhookSecret = 'whsec_of_the_tests';
export const oldWebhookSecret = 'whsec_of_last_month';

const hasty: Patience = { connectMs: 500, answerMs: 250 };

/** A payment subject for tests in place of orders: it counts how often it was settled. */
export const probe: PaymentSubject = {
  async settle(db, _platform, payment) {
    const { rows } = await sql<{ closed: boolean }>`
      insert into probes (subject, settled, amount_minor, currency)
      values (${payment.subject}, 1, ${payment.amount.amountMinor}, ${payment.amount.currency})
      on conflict (subject) do update set settled = probes.settled + 1, amount_minor = excluded.amount_minor
      returning closed`.execute(db);
    if (rows[0]?.closed) return 'unwanted';
    return {
      legs: [
        { account: platformAccount('defer.goods', payment.amount.currency), amountMinor: -payment.amount.amountMinor },
      ],
    };
  },
  async failed(db, _platform, payment, kind) {
    await sql`insert into probes (subject, settled, failed) values (${payment.subject}, 0, ${kind})
      on conflict (subject) do update set failed = ${kind}`.execute(db);
  },
  async refunded(db, _platform, payment, refund) {
    await sql`update probes set refunds = refunds + 1 where subject = ${payment.subject}`.execute(db);
    const { currency, amountMinor } = refund.amount;
    return { legs: [{ account: platformAccount('defer.goods', currency), amountMinor }] };
  },
  async paid(db) {
    // Test files share modules, not databases: without the table there are no paid probes.
    const { rows: found } = await sql<{ here: boolean }>`select to_regclass('probes') is not null as here`.execute(db);
    if (!found[0]?.here) return [];
    const { rows } = await sql<{ subject: string; amount_minor: bigint; currency: string }>`
      select subject, amount_minor, currency from probes where settled > 0 and not closed`.execute(db);
    return rows.map(({ subject, amount_minor, currency }) => ({
      subject,
      amount: money(amount_minor, currency as Currency),
    }));
  },
};

export async function makeProbes(db: Db): Promise<void> {
  await sql`create table probes (subject text primary key, settled integer not null default 0, refunds integer not null default 0,
    failed text, closed boolean not null default false, amount_minor bigint not null default 0, currency text not null default 'CAD')`.execute(
    db,
  );
  registerPaymentSubjects({ probe });
}

export type Probe = { settled: number; refunds: number; failed: string | null; closed: boolean };
export async function probeOf(db: Db, subject: string): Promise<Probe | undefined> {
  const { rows } =
    await sql<Probe>`select settled, refunds, failed, closed from probes where subject = ${subject}`.execute(db);
  return rows[0];
}

export type StripeSetup = {
  readonly server: TestServer;
  readonly stripe: StripeServer;
  /** The same process with shorter timeouts, so that a lost response does not cost five seconds. */
  readonly platform: Platform;
  /** A process that has just started, with closed circuit breakers. */
  fresh(): Platform;
  close(): Promise<void>;
};

/** The product against a server that implements Stripe's protocol. */
export async function stripeSetup(env: Record<string, string> = {}): Promise<StripeSetup> {
  const stripe = await startStripeServer();
  const server = await testServer({
    PAYMENT_PROVIDER: 'stripe',
    PAYMENT_BASE_URL: stripe.url,
    PAYMENT_SECRET_KEY: 'sk_test_tuneport',
    PAYMENT_WEBHOOK_SECRET: `${webhookSecret},${oldWebhookSecret}`,
    ...env,
  });
  await makeProbes(server.db);
  const config = server.platform.config.payment;
  if (config.provider !== 'stripe') throw new Error('stripe was asked for');
  const fresh = (): Platform => ({ ...server.platform, payments: openStripe(config, hasty) });
  return {
    server,
    stripe,
    platform: fresh(),
    fresh,
    async close() {
      await server.close();
      await stripe.stop();
    },
  };
}

/** Makes everything still open overdue, as if a minute had passed; optionally only for one subject. */
export async function passTime(db: Db, subject?: string): Promise<void> {
  const due = sql`look_at = now() - interval '1 second'`;
  const mine =
    subject === undefined ? sql`true` : sql`payment_id = (select id from payments where subject = ${subject})`;
  await sql`update payment_attempts set ${due} where state in ('open', 'action') and ${mine}`.execute(db);
  await sql`update payment_refunds set ${due} where state in ('open', 'pending') and ${mine}`.execute(db);
  await sql`update provider_events set ${due} where processed_at is null`.execute(db);
}
