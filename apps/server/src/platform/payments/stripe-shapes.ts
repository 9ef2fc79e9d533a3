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

export function intentOf(given: Stripe.PaymentIntent): Intent {
  const status = statuses[given.status];
  if (!status) throw new TypeError(`an intent in a state we do not know: ${given.status}`);
  const failure = given.last_payment_error;
  const method = given.payment_method;
  return {
    id: given.id,
    reference: given.metadata?.[paymentNote] ?? null,
    amountMinor: BigInt(given.amount),
    currency: given.currency.toUpperCase(),
    status,
    capturedMinor: status === 'captured' ? BigInt(given.amount_received || given.amount) : 0n,
    refused: failure
      ? { kind: stripeErrorKind(failure.code, failure.decline_code), code: failure.decline_code ?? failure.code ?? '-' }
      : null,
    clientSecret: given.client_secret ?? null,
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

const idOf = (given: string | { id: string } | null | undefined): string | null =>
  typeof given === 'string' ? given : (given?.id ?? null);

export function refundOf(given: Stripe.Refund): ProviderRefund {
  const failed = given.status === 'failed' || given.status === 'canceled';
  return {
    id: given.id,
    intentId: idOf(given.payment_intent),
    reference: given.metadata?.[refundNote] ?? null,
    amountMinor: BigInt(given.amount),
    status: failed ? 'failed' : given.status === 'succeeded' ? 'settled' : 'pending',
    error: failed ? (given.failure_reason ?? given.status) : null,
  };
}

export function disputeOf(given: Stripe.Dispute): Dispute {
  const lost = given.status === 'lost';
  const won = given.status === 'won' || given.status === 'warning_closed';
  return {
    id: given.id,
    intentId: idOf(given.payment_intent),
    amountMinor: BigInt(given.amount),
    status: lost ? 'lost' : won ? 'won' : 'open',
  };
}

/** Only type and subject: the state is fetched, because events arrive late, twice and out of order. */
export function eventOf(given: unknown): ProviderEvent | null {
  const event = given as { id?: unknown; type?: unknown; data?: { object?: Record<string, unknown> } } | null;
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
