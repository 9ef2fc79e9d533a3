import {
  KeyUsedUp,
  type PaymentProvider,
  type PayRequest,
  ProviderRefused,
  ProviderSilent,
} from '../../platform/payments/provider.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PaymentOutcome, Prepared } from './payment.ts';
import { PaymentRefusal } from './payment-refusal.ts';
import { at } from './points.ts';
import { preparedByAttempts } from './queries.ts';
import { refuse, settlePayment } from './settle-payment.ts';

export function providerOf(platform: Platform): PaymentProvider {
  if (!platform.payments) throw new Refusal('payments_off');
  return platform.payments;
}

/**
 * Calls the provider outside any transaction and settles the result. Safe to retry: the attempt's key is idempotent.
 * Returns the payment (captured, authorised, or waiting for the payer's bank), otherwise throws PaymentRefusal (402).
 * Without a response the attempt stays open until the next call, an event or the sweeper resolves it.
 */
export async function performPayment(platform: Platform, preparedOrId: Prepared | number): Promise<PaymentOutcome> {
  const provider = providerOf(platform);
  const prepared =
    typeof preparedOrId === 'number' ? (await preparedByAttempts(platform.db, [preparedOrId]))[0] : preparedOrId;
  if (!prepared) throw new Refusal('not_found');
  await at('prepared');
  const { payment, attempt } = prepared;
  const outcome = await judge(platform, prepared, () =>
    attempt.state === 'action' && payment.intentId
      ? provider.retrieve(payment.intentId)
      : provider.pay(payRequest(prepared)),
  );
  return requirePaid(outcome);
}

/** Resolves an attempt without a response, without charging anything. */
export async function findOut(
  platform: Platform,
  prepared: Prepared,
  via: 'answer' | 'sweep',
): Promise<PaymentOutcome> {
  const provider = providerOf(platform);
  const { payment, attempt } = prepared;
  return judge(
    platform,
    prepared,
    () =>
      attempt.state === 'action' && payment.intentId
        ? provider.retrieve(payment.intentId)
        : provider.queryPayment(payRequest(prepared)),
    via,
  );
}

async function judge(
  platform: Platform,
  { payment, attempt }: Prepared,
  ask: () => ReturnType<PaymentProvider['pay']>,
  via: 'answer' | 'sweep' = 'answer',
): Promise<PaymentOutcome> {
  try {
    const intent = await ask();
    await at('asked');
    return await settlePayment(platform, payment, intent, via, attempt);
  } catch (error) {
    if (error instanceof ProviderSilent) throw new PaymentRefusal('network_down_retry');
    if (error instanceof KeyUsedUp) {
      const refused = { kind: 'network_down_retry' as const, code: 'key_used_up', intentId: null };
      return refuse(platform, payment, attempt, refused, via);
    }
    if (!(error instanceof ProviderRefused)) throw error;
    if (error.intent?.status === 'captured') return settlePayment(platform, payment, error.intent, via, attempt);
    return refuse(platform, payment, attempt, { ...error.refused, intentId: error.intent?.id ?? null }, via);
  }
}

const settledStates = ['captured', 'authorised', 'requires_action', 'part_refunded', 'refunded', 'disputed'];

/** Throws the refusal shown to the payer if the payment failed. */
export function requirePaid(outcome: PaymentOutcome): PaymentOutcome {
  const { state, errorKind } = outcome.payment;
  if (settledStates.includes(state)) return outcome;
  if (state === 'voided')
    throw new Refusal('conflict', {
      message: 'This purchase was closed before it was paid. You have not been charged.',
    });
  throw new PaymentRefusal(state === 'failed' ? (errorKind ?? 'unknown') : 'network_down_retry');
}

const payRequest = ({ payment, attempt }: Prepared): PayRequest => ({
  key: attempt.key,
  reference: payment.uuid,
  description: payment.subject,
  amount: payment.amount,
  method: attempt.method,
  customer: attempt.customerId,
  capture: payment.capture,
  // Taken from the stored attempt: the same key must always send the same request.
  intentId: attempt.intentId,
  saveMethod: attempt.saveMethod,
});
