import type Stripe from 'stripe';
import type { Card, Dispute, Intent, IntentStatus, ProviderEvent, ProviderRefund } from './provider.ts';
import { stripeErrorKind } from './stripe-errors.ts';

// Converts Stripe's objects to ours. Reads defensively: other servers with this protocol may omit fields.

/** Metadata keys of our uuids in the provider's records. */
export const paymentNote = 'tuneport_payment';
export const refundNote = 'tuneport_refund';

const statuses: Readonly<Record<string, IntentStatus>> = {
  requires_payment_method: 'waiting',
  requires_confirmation: 'waiting',
  requires_action: 'requires_action',
  processing: 'processing',
  requires_capture: 'authorised',
  succeeded: 'captured',
  canceled: 'voided',
};

export function intentOf(paymentIntent: Stripe.PaymentIntent): Intent {
  const status = statuses[paymentIntent.status];
  if (!status) throw new TypeError(`an intent in a state we do not know: ${paymentIntent.status}`);
  const failure = paymentIntent.last_payment_error;
  const method = paymentIntent.payment_method;
  return {
    id: paymentIntent.id,
    reference: paymentIntent.metadata?.[paymentNote] ?? null,
    amountMinor: BigInt(paymentIntent.amount),
    currency: paymentIntent.currency.toUpperCase(),
    status,
    capturedMinor: status === 'captured' ? BigInt(paymentIntent.amount_received || paymentIntent.amount) : 0n,
    refused: failure
      ? { kind: stripeErrorKind(failure.code, failure.decline_code), code: failure.decline_code ?? failure.code ?? '-' }
      : null,
    clientSecret: paymentIntent.client_secret ?? null,
    methodId: typeof method === 'string' ? method : (method?.id ?? null),
    card: typeof method === 'object' && method ? cardOf(method) : null,
  };
}

export function cardOf(method: Stripe.PaymentMethod): Card | null {
  const { card } = method;
  if (!card) return null;
  return {
    brand: card.brand ?? 'card',
    lastFour: card.last4 ?? '????',
    expMonth: card.exp_month ?? null,
    expYear: card.exp_year ?? null,
  };
}

const idOf = (paymentIntent: string | { id: string } | null | undefined): string | null =>
  typeof paymentIntent === 'string' ? paymentIntent : (paymentIntent?.id ?? null);

export function refundOf(paymentIntent: Stripe.Refund): ProviderRefund {
  const failed = paymentIntent.status === 'failed' || paymentIntent.status === 'canceled';
  return {
    id: paymentIntent.id,
    intentId: idOf(paymentIntent.payment_intent),
    reference: paymentIntent.metadata?.[refundNote] ?? null,
    amountMinor: BigInt(paymentIntent.amount),
    status: failed ? 'failed' : paymentIntent.status === 'succeeded' ? 'settled' : 'pending',
    error: failed ? (paymentIntent.failure_reason ?? paymentIntent.status) : null,
  };
}

export function disputeOf(paymentIntent: Stripe.Dispute): Dispute {
  const lost = paymentIntent.status === 'lost';
  const won = paymentIntent.status === 'won' || paymentIntent.status === 'warning_closed';
  return {
    id: paymentIntent.id,
    intentId: idOf(paymentIntent.payment_intent),
    amountMinor: BigInt(paymentIntent.amount),
    status: lost ? 'lost' : won ? 'won' : 'open',
  };
}

/** Only type and subject: the state is fetched, because events arrive late, twice and out of order. */
export function eventOf(paymentIntent: unknown): ProviderEvent | null {
  const event = paymentIntent as { id?: unknown; type?: unknown; data?: { object?: Record<string, unknown> } } | null;
  if (typeof event?.id !== 'string' || typeof event.type !== 'string') return null;
  const object = event.data?.object ?? {};
  const id = typeof object.id === 'string' ? object.id : null;
  const intent = typeof object.payment_intent === 'string' ? object.payment_intent : null;
  const about = (): ProviderEvent['about'] => {
    if (object.object === 'payment_intent' && id) return { kind: 'intent', id };
    if (object.object === 'refund' && id) return { kind: 'refund', id };
    if (object.object === 'dispute' && id) return { kind: 'dispute', id };
    if (object.object === 'charge' && intent) return { kind: 'intent', id: intent };
    return null;
  };
  return { id: event.id, type: event.type, about: about() };
}
