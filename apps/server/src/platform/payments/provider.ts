import type { PaymentErrorKind } from '@tuneport/domain/api/error-texts';
import type { Money } from '@tuneport/domain/money/money';

// What the product needs of a payment provider. An intent is the provider's record of one payment: however often it is tried, with
// however many cards, it is captured at most once. Every call that changes something carries a key, and the same key has one effect.

/** All that is ever known here of a card. */
export type Card = {
  readonly brand: string;
  readonly lastFour: string;
  readonly expMonth: number | null;
  readonly expYear: number | null;
};

/** waiting: nothing was charged and nothing is on its way, the next try may begin. */
export type IntentStatus = 'waiting' | 'requires_action' | 'processing' | 'authorised' | 'captured' | 'voided';

export type Refused = { readonly kind: PaymentErrorKind; readonly code: string };

export type Intent = {
  readonly id: string;
  /** The uuid of our payment, as we gave it. */
  readonly reference: string | null;
  readonly amountMinor: bigint;
  /** As the provider says it; compared, never trusted to be one of ours. */
  readonly currency: string;
  readonly status: IntentStatus;
  readonly capturedMinor: bigint;
  /** Why the last try was refused. */
  readonly refused: Refused | null;
  /** What the browser needs for the bank's question. */
  readonly clientSecret: string | null;
  readonly methodId: string | null;
  readonly card: Card | null;
};

export type PayRequest = {
  readonly key: string;
  readonly reference: string;
  /** What the provider's own screens show beside the amount. */
  readonly description: string;
  readonly amount: Money;
  readonly method: string;
  readonly customer: string | null;
  readonly capture: 'now' | 'later';
  /** Set from the second try on: the same intent is tried with another method. */
  readonly intentId: string | null;
  readonly keepMethod: boolean;
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

/** One intent with everything that came back of it, for reconciliation. */
export type JournalEntry = Intent & { readonly refunds: readonly ProviderRefund[] };

export type PaymentProvider = {
  readonly name: 'test' | 'stripe';
  /** For the browser. */
  readonly publicKey: string | null;
  /** Makes the intent and tries it at once, or tries a known one again. */
  pay(request: PayRequest): Promise<Intent>;
  /**
   * What became of a try whose answer was lost. Never charges: a key the provider has not seen is used up with an intent that waits,
   * so that the lost request has no effect even if it still arrives.
   */
  askAbout(request: PayRequest): Promise<Intent>;
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
  keepMethod(request: {
    readonly key: string;
    readonly customer: string;
    readonly method: string;
  }): Promise<StoredMethod>;
  listMethods(customer: string): Promise<readonly StoredMethod[]>;
  removeMethod(methodId: string): Promise<void>;
  /** Judges the signature over the bytes as they came, before anything reads them as JSON. */
  readEvent(bytes: Buffer, signature: string | undefined, now: Date): ProviderEvent;
  /** Every intent since a moment, oldest or newest first. */
  journal(since: Date): AsyncIterable<JournalEntry>;
  /** False while the breaker holds calls back. */
  readonly reachable: boolean;
};

/** The provider said no: nothing was charged, and the same card would be refused again. */
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

/** No answer, or none that tells what happened. Only asking again with the same key finds out. */
export class ProviderSilent extends Error {
  override name = 'ProviderSilent';
}

/** The key was used for something else meanwhile: this try will never charge anything. */
export class KeyUsedUp extends Error {
  override name = 'KeyUsedUp';
}

export class WrongSignature extends Error {
  override name = 'WrongSignature';
}
