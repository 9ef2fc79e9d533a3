import { setTimeout as sleep } from 'node:timers/promises';
import type { Money } from '@tuneport/domain/money/money';
import Stripe from 'stripe';
import type { PaymentConfig } from '../config.ts';
import { makeBreaker } from './breaker.ts';
import { connectWithin } from './connect-within.ts';
import {
  type Intent,
  type JournalEntry,
  KeyUsedUp,
  type PaymentProvider,
  type PayRequest,
  ProviderRefused,
  ProviderSilent,
  WrongSignature,
} from './provider.ts';
import { verifySignature } from './signature.ts';
import { stripeErrorKind } from './stripe-errors.ts';
import { cardOf, disputeOf, eventOf, intentOf, paymentNote, refundNote, refundOf } from './stripe-shapes.ts';

/** Timeouts for the provider; tests use shorter ones. */
export type Patience = { readonly connectMs: number; readonly answerMs: number };
const usualPatience: Patience = { connectMs: 1_000, answerMs: 5_000 };
/** Delays while a request with the same key is in progress. */
const inUsePausesMs = [100, 200, 400, 800];
const againAfterMs = 150;
/** Stripe's library retries by itself when a keep-alive connection turns out to be closed. */
const againWithinMs = 1_000;
const pageMax = 100;

type StripeConfig = Extract<PaymentConfig, { provider: 'stripe' }>;

export function openStripe(config: StripeConfig, patience: Patience = usualPatience): PaymentProvider {
  const { connectMs, answerMs } = patience;
  const base = config.baseUrl ? new URL(config.baseUrl) : null;
  const protocol = base?.protocol === 'http:' ? 'http' : 'https';
  const stripe = new Stripe(config.secretKey, {
    ...(base ? { host: base.hostname, port: base.port || (protocol === 'http' ? 80 : 443), protocol } : {}),
    httpAgent: connectWithin(connectMs, protocol),
    timeout: answerMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const breaker = makeBreaker();

  /**
   * One call with our own retry policy: once after a broken connection or a server error, a few times while the key is
   * in use.
   */
  const send = <T>(call: () => Promise<T>): Promise<T> =>
    breaker.run(async () => {
      for (let tries = 0, waits = 0; ; ) {
        try {
          return await within(call(), connectMs + answerMs + againWithinMs);
        } catch (error) {
          const pauseMs = inUsePausesMs[waits];
          if (isInUse(error) && pauseMs !== undefined) {
            waits += 1;
            await sleep(pauseMs);
          } else if (worthAnother(error) && tries === 0) {
            tries += 1;
            await sleep(againAfterMs);
          } else throw ours(error);
        }
      }
    });

  const terms = (request: PayRequest) => ({
    amount: wholeNumber(request.amount),
    currency: request.amount.currency.toLowerCase(),
    description: request.description,
    metadata: { [paymentNote]: request.reference },
    payment_method_types: ['card'],
    capture_method: request.capture === 'now' ? ('automatic' as const) : ('manual' as const),
    ...(request.customer ? { customer: request.customer } : {}),
  });
  const choice = (request: PayRequest) => ({
    payment_method: request.method,
    ...(request.saveMethod && request.customer ? { setup_future_usage: 'off_session' as const } : {}),
    expand: ['payment_method'],
  });

  const pay = async (request: PayRequest): Promise<Intent> => {
    const { key, intentId } = request;
    try {
      const intent = intentId
        ? await send(() => stripe.paymentIntents.confirm(intentId, choice(request), { idempotencyKey: key }))
        : await send(() =>
            stripe.paymentIntents.create(
              { ...terms(request), ...choice(request), confirm: true },
              { idempotencyKey: key },
            ),
          );
      return intentOf(intent);
    } catch (error) {
      // It was completed meanwhile: by an earlier attempt, or in the payer's browser.
      if (error instanceof ProviderRefused && error.refused.code === 'payment_intent_unexpected_state' && intentId)
        return retrieve(intentId);
      throw error;
    }
  };

  const retrieve = async (intentId: string): Promise<Intent> =>
    intentOf(await send(() => stripe.paymentIntents.retrieve(intentId, { expand: ['payment_method'] })));

  /** For a key whose stored response is a server error of Stripe: the list shows whether an intent exists. */
  const find = async (reference: string): Promise<Intent | null> => {
    const list = await send(() => stripe.paymentIntents.list({ limit: pageMax }));
    const found = list.data.find(({ metadata }) => metadata?.[paymentNote] === reference);
    return found ? intentOf(found) : null;
  };

  return {
    name: 'stripe',
    publicKey: config.publicKey ?? null,
    get reachable() {
      return !breaker.open;
    },
    pay,
    retrieve,
    async queryPayment(request) {
      if (request.intentId) return retrieve(request.intentId);
      try {
        return intentOf(
          await send(() => stripe.paymentIntents.create(terms(request), { idempotencyKey: request.key })),
        );
      } catch (error) {
        if (!(error instanceof KeyUsedUp)) throw error;
      }
      // The key has had its effect, so repeating the same request only returns the stored response.
      try {
        return await pay(request);
      } catch (error) {
        const found = error instanceof ProviderSilent ? await find(request.reference) : null;
        if (found) return found;
        throw error;
      }
    },
    async capture(intentId, key) {
      return intentOf(await send(() => stripe.paymentIntents.capture(intentId, {}, { idempotencyKey: key })));
    },
    async void(intentId, key) {
      try {
        return intentOf(await send(() => stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey: key })));
      } catch (error) {
        if (error instanceof ProviderRefused) return retrieve(intentId);
        throw error;
      }
    },
    async refund({ key, reference, intentId, amount }) {
      const input = {
        payment_intent: intentId,
        amount: wholeNumber(amount),
        metadata: { [refundNote]: reference },
      };
      return refundOf(await send(() => stripe.refunds.create(input, { idempotencyKey: key })));
    },
    async retrieveRefund(refundId) {
      return refundOf(await send(() => stripe.refunds.retrieve(refundId)));
    },
    async retrieveDispute(disputeId) {
      return disputeOf(await send(() => stripe.disputes.retrieve(disputeId)));
    },
    async makeCustomer({ key, owner }) {
      const input = { metadata: { tuneport_owner: owner } };
      return (await send(() => stripe.customers.create(input, { idempotencyKey: key }))).id;
    },
    async saveMethod({ key, customer, method }) {
      const attached = await send(() => stripe.paymentMethods.attach(method, { customer }, { idempotencyKey: key }));
      const card = cardOf(attached);
      if (!card) throw new ProviderRefused({ kind: 'unknown', code: 'not_a_card' });
      return { id: attached.id, card };
    },
    async listMethods(customer) {
      const list = await send(() => stripe.paymentMethods.list({ customer, type: 'card', limit: pageMax }));
      return list.data.flatMap((method) => {
        const card = cardOf(method);
        return card ? [{ id: method.id, card }] : [];
      });
    },
    async removeMethod(methodId) {
      try {
        await send(() => stripe.paymentMethods.detach(methodId));
      } catch (error) {
        // Already removed.
        if (!(error instanceof ProviderRefused)) throw error;
      }
    },
    readEvent(bytes, signature, now) {
      verifySignature(bytes, signature, config.webhookSecrets, now);
      const event = eventOf(parsed(bytes));
      if (!event) throw new WrongSignature('The event cannot be parsed.');
      return event;
    },
    async *journal(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const refunds = new Map<string, JournalEntry['refunds'][number][]>();
      for (let after: string | undefined; ; ) {
        const page = await send(() =>
          stripe.refunds.list({ limit: pageMax, created, ...(after ? { starting_after: after } : {}) }),
        );
        for (const refund of page.data.map(refundOf)) {
          if (refund.intentId) refunds.set(refund.intentId, [...(refunds.get(refund.intentId) ?? []), refund]);
        }
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) break;
      }
      for (let after: string | undefined; ; ) {
        const page = await send(() =>
          stripe.paymentIntents.list({ limit: pageMax, created, ...(after ? { starting_after: after } : {}) }),
        );
        for (const intent of page.data.map(intentOf)) yield { ...intent, refunds: refunds.get(intent.id) ?? [] };
        after = page.data.at(-1)?.id;
        if (!page.has_more || !after) return;
      }
    },
  };
}

/** Stripe's timeout measures inactivity; a trickling response has no limit. */
async function within<T>(call: Promise<T>, ms: number): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal, ref: false }).then(
    () => {
      throw new ProviderSilent('the payment provider took too long');
    },
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([call, late]);
  } finally {
    timer.abort();
    call.catch(() => {});
  }
}

const isInUse = (error: unknown) =>
  error instanceof Stripe.errors.StripeError && (error.statusCode === 409 || error.code === 'idempotency_key_in_use');

/** Not after a timeout: the payer should not wait five more seconds. */
const worthAnother = (error: unknown) =>
  (error instanceof Stripe.errors.StripeConnectionError &&
    (error.detail as { code?: string } | undefined)?.code !== 'ETIMEDOUT') ||
  (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 500) >= 500);

/** Certain only if Stripe responded that nothing happened. */
function ours(error: unknown): Error {
  if (error instanceof ProviderSilent) return error;
  if (!(error instanceof Stripe.errors.StripeError)) return error instanceof Error ? error : new Error(String(error));
  if (error instanceof Stripe.errors.StripeIdempotencyError) return new KeyUsedUp('the key has had another effect');
  const { code, decline_code: declineCode, payment_intent: intent } = error;
  if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError) {
    const refused = { kind: stripeErrorKind(code, declineCode), code: declineCode ?? code ?? error.type };
    return new ProviderRefused(refused, intent ? intentOf(intent) : null);
  }
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
    return new ProviderRefused({ kind: 'unknown', code: error.type });
  return new ProviderSilent(error.message);
}

function wholeNumber({ amountMinor }: Money): number {
  const amount = Number(amountMinor);
  if (!Number.isSafeInteger(amount)) throw new RangeError('an amount larger than any card');
  return amount;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
