import type { PaymentErrorKind } from '@tuneport/domain/api/error-texts';
import type { Leg, StoredRate } from '@tuneport/domain/ledger/ledger-legs';
import type { Money } from '@tuneport/domain/money/money';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Payment, type Refund, subjectKind } from './payment.ts';

// What is paid for belongs to areas above this one. Each says at start what settling means for its subjects; payments calls them
// under the lock of the payment, in the transaction that also holds the posting.

/** The other side of the cash: together with it the legs sum to zero. Earnings and their cost may ride along. */
export type Booking = {
  readonly legs: readonly Leg[];
  readonly memo?: string;
  readonly rate?: StoredRate;
  readonly beyondLimits?: boolean;
};

export type PaymentSubject = {
  /** The subject of its transfers in the ledger, where several payments are for one sale; else that of the payment. */
  readonly ledgerSubject?: (payment: Payment) => string;
  /**
   * The card was charged: take the next step and say where the money belongs. 'unwanted' when the subject is closed (an order cancelled
   * meanwhile): the money is kept as owed and paid back at once. Called once for each payment.
   */
  settle(db: Db, platform: Platform, payment: Payment): Promise<Booking | 'unwanted'>;
  /** A try was refused for good; the payer may try again. */
  failed?(db: Db, platform: Platform, payment: Payment, kind: PaymentErrorKind): Promise<void>;
  /** Money went back to the card: say where it came from (the legs opposite to the cash). Called once for each refund. */
  refunded(db: Db, platform: Platform, payment: Payment, refund: Refund): Promise<Booking>;
  /** The bank took the money back for now (open), returned it (won) or kept it (lost). */
  disputed?(db: Db, platform: Platform, payment: Payment, dispute: 'open' | 'won' | 'lost'): Promise<void>;
  /** For reconciliation: every subject of this kind that counts as paid by card, and with how much. */
  paid?(db: Db): Promise<readonly { readonly subject: string; readonly amount: Money }[]>;
};

export type PaymentSubjects = Readonly<Record<string, PaymentSubject>>;

const known = new Map<string, PaymentSubject>();

/** Called once where the areas are listed. */
export function registerPaymentSubjects(subjects: PaymentSubjects): void {
  for (const [kind, subject] of Object.entries(subjects)) {
    if (!/^[a-z][a-z-]*$/.test(kind)) throw new Error(`${kind} is no name for what is paid`);
    if (known.has(kind) && known.get(kind) !== subject) throw new Error(`${kind} is settled by two areas`);
    known.set(kind, subject);
  }
}

export function subjectFor(payment: Pick<Payment, 'subject'>): PaymentSubject {
  const subject = known.get(subjectKind(payment.subject));
  if (!subject) throw new Error(`nobody says how to settle ${subjectKind(payment.subject)}`);
  return subject;
}

export const ledgerSubjectOf = (payment: Payment): string =>
  subjectFor(payment).ledgerSubject?.(payment) ?? payment.subject;

export const registeredSubjects = (): ReadonlyMap<string, PaymentSubject> => known;
