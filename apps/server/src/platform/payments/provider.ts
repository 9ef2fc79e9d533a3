import type { PaymentErrorKind } from '@tuneport/domain/api/error-texts';
import type { Money } from '@tuneport/domain/money/money';

// What the product needs from a payment provider. An intent is the provider's record of one payment: with any number of
// attempts and cards it is captured at most once. Every call that changes something has an idempotency key.

/** The only card data stored here. */
export type Card = {
  readonly brand: string;
  readonly lastFour: string;
  readonly expMonth: number | null;
  readonly expYear: number | null;
};

/** waiting: nothing was charged and nothing is pending; the next attempt may start. */
export type IntentStatus = 'waiting' | 'requires_action' | 'processing' | 'authorised' | 'captured' | 'voided';

type Refused = { readonly kind: PaymentErrorKind; readonly code: string };

export type Intent = {
  readonly id: string;
  /** The uuid of our payment, as we sent it. */
  readonly reference: string | null;
  readonly amountMinor: bigint;
  /** As reported by the provider; compared, never assumed to be one of ours. */
  readonly currency: string;
  readonly status: IntentStatus;
  readonly capturedMinor: bigint;
  /** Why the last attempt was declined. */
  readonly refused: Refused | null;
  /** What the browser needs for 3-D Secure. */
  readonly clientSecret: string | null;
  readonly methodId: string | null;
  readonly card: Card | null;
};

export type PayRequest = {
  readonly key: string;
  readonly reference: string;
  /** Shown next to the amount in the provider's dashboard. */
  readonly description: string;
  readonly amount: Money;
  readonly method: string;
  readonly customer: string | null;
  readonly capture: 'now' | 'later';
  /** Set from the second attempt on: the intent is retried with another method. */
  readonly intentId: string | null;
  readonly saveMethod: boolean;
};

export type ProviderRefund = {
  readonly id: string;
  readonly intentId: string | null;
  /** The uuid of our refund. */
  readonly reference: string | null;
  readonly amountMinor: bigint;
  readonly status: 'pending' | 'settled' | 'failed';
  readonly error: string | null;
};

export type Dispute = {
  readonly id: string;
  readonly intentId: string | null;
  readonly amountMinor: bigint;
  readonly status: 'open' | 'won' | 'lost';
};

export type StoredMethod = { readonly id: string; readonly card: Card };

export type ProviderEvent = {
  readonly id: string;
  readonly type: string;
  readonly about:
    | { readonly kind: 'intent'; readonly id: string }
    | { readonly kind: 'refund'; readonly id: string }
    | { readonly kind: 'dispute'; readonly id: string }
    | null;
};

/** One intent with all its refunds, for reconciliation. */
export type JournalEntry = Intent & { readonly refunds: readonly ProviderRefund[] };

export type PaymentProvider = {
  readonly name: 'test' | 'stripe';
  /** For the browser. */
  readonly publicKey: string | null;
  /** Creates and confirms an intent, or retries a known one. */
  pay(request: PayRequest): Promise<Intent>;
  /**
   * Finds the outcome of an attempt whose response was lost. Never charges: an unknown key is used up with a waiting
   * intent, so that the lost request has no effect even if it still arrives.
   */
  queryPayment(request: PayRequest): Promise<Intent>;
  retrieve(intentId: string): Promise<Intent>;
  capture(intentId: string, key: string): Promise<Intent>;
  void(intentId: string, key: string): Promise<Intent>;
  refund(request: {
    readonly key: string;
    readonly reference: string;
    readonly intentId: string;
    readonly amount: Money;
  }): Promise<ProviderRefund>;
  retrieveRefund(refundId: string): Promise<ProviderRefund>;
  retrieveDispute(disputeId: string): Promise<Dispute>;
  makeCustomer(request: { readonly key: string; readonly owner: string }): Promise<string>;
  saveMethod(request: {
    readonly key: string;
    readonly customer: string;
    readonly method: string;
  }): Promise<StoredMethod>;
  listMethods(customer: string): Promise<readonly StoredMethod[]>;
  removeMethod(methodId: string): Promise<void>;
  /** Verifies the signature over the raw bytes before they are parsed as JSON. */
  readEvent(bytes: Buffer, signature: string | undefined, now: Date): ProviderEvent;
  /** Every intent since a moment, oldest or newest first. */
  journal(since: Date): AsyncIterable<JournalEntry>;
  /** False while the circuit breaker is open. */
  readonly reachable: boolean;
};

/** The provider declined: nothing was charged, and the same card would be declined again. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
  readonly refused: Refused;
  readonly intent: Intent | null;
  constructor(refused: Refused, intent: Intent | null = null) {
    super(`the payment provider refused: ${refused.code}`);
    this.refused = refused;
    this.intent = intent;
  }
}

/** No response, or an inconclusive one. Only a retry with the same key can tell. */
export class ProviderSilent extends Error {
  override name = 'ProviderSilent';
}

/** The key was used for something else meanwhile: this attempt will never charge anything. */
export class KeyUsedUp extends Error {
  override name = 'KeyUsedUp';
}

export class WrongSignature extends Error {
  override name = 'WrongSignature';
}
