import type { PaymentErrorKind } from '@tuneport/domain/api/error-texts';
import { type Currency, type Money, money } from '@tuneport/domain/money/money';
import type { PaymentState } from '@tuneport/domain/payments/payment-states';
import type { Card } from '../../platform/payments/provider.ts';

/** Who pays; a stored method belongs to the same one. */
export type Payer = 'guest' | `user:${number}` | `dealer:${number}`;

/** A payment as other areas see it. */
export type Payment = {
  readonly id: number;
  readonly uuid: string;
  /** `order:17` */
  readonly subject: string;
  /** `17` */
  readonly reference: string;
  readonly payer: string;
  readonly amount: Money;
  readonly state: PaymentState;
  readonly errorKind: PaymentErrorKind | null;
  readonly provider: string;
  readonly intentId: string | null;
  readonly capture: 'now' | 'later';
  readonly capturedMinor: bigint;
  readonly disputedMinor: bigint;
};

export type Attempt = {
  readonly id: number;
  readonly number: number;
  readonly key: string;
  readonly method: string;
  readonly storedMethodId: number | null;
  readonly customerId: string | null;
  readonly intentId: string | null;
  readonly keepMethod: boolean;
  readonly state: 'open' | 'action' | 'succeeded' | 'failed' | 'dropped';
};

export type Prepared = { readonly payment: Payment; readonly attempt: Attempt };

/** What a try came to. Everything that is not one of these is a refusal. */
export type PaymentOutcome = {
  readonly payment: Payment;
  /** Set while the bank wants an answer from the payer; then the same call is made again. */
  readonly action: { readonly clientSecret: string | null } | null;
  readonly card: Card | null;
  /** Somebody else (an event, another tab) had settled it before this call did. */
  readonly already: boolean;
  /** The card was charged, but what it was for had ended: the money goes back by itself. */
  readonly unwanted: boolean;
};

export type Refund = {
  readonly id: number;
  readonly uuid: string;
  readonly paymentId: number;
  readonly amount: Money;
  readonly reason: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly state: 'open' | 'pending' | 'settled' | 'failed';
  readonly actorId: number | null;
};

export const subjectKind = (subject: string): string => subject.slice(0, subject.indexOf(':'));

export type PaymentRow = {
  id: number;
  uuid: string;
  subject: string;
  payer: string;
  amount_minor: bigint;
  currency: string;
  capture: string;
  state: string;
  error_kind: string | null;
  provider: string;
  intent_id: string | null;
  captured_minor: bigint;
  disputed_minor: bigint;
};

export const paymentOf = (row: PaymentRow): Payment => ({
  id: row.id,
  uuid: row.uuid,
  subject: row.subject,
  reference: row.subject.slice(row.subject.indexOf(':') + 1),
  payer: row.payer,
  amount: money(row.amount_minor, row.currency as Currency),
  state: row.state as PaymentState,
  errorKind: row.error_kind as PaymentErrorKind | null,
  provider: row.provider,
  intentId: row.intent_id,
  capture: row.capture as 'now' | 'later',
  capturedMinor: row.captured_minor,
  disputedMinor: row.disputed_minor,
});
