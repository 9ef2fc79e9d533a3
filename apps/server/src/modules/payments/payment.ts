import type { PaymentErrorKind } from '@tuneport/domain/api/error-texts';
import { type Currency, type Money, money } from '@tuneport/domain/money/money';
import type { PaymentState } from '@tuneport/domain/payments/payment-states';
import type { Card } from '../../platform/payments/provider.ts';

/** The payer, who also owns stored methods. */
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
  readonly saveMethod: boolean;
  readonly state: 'open' | 'action' | 'succeeded' | 'failed' | 'dropped';
};

export type Prepared = { readonly payment: Payment; readonly attempt: Attempt };

/** The result of an attempt. Every other result is a refusal. */
export type PaymentOutcome = {
  readonly payment: Payment;
  /** Set while the bank requires an action by the payer, after which the same call is repeated. */
  readonly action: { readonly clientSecret: string | null } | null;
  readonly card: Card | null;
  /** An event or another tab settled it before this call. */
  readonly already: boolean;
  /** The card was charged after its subject was closed; the money is refunded automatically. */
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
