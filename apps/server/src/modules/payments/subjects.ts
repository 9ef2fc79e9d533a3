import type { PaymentErrorKind } from '@tuneport/domain/api/error-texts';
import type { Leg, StoredRate } from '@tuneport/domain/ledger/ledger-legs';
import type { Money } from '@tuneport/domain/money/money';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Payment, type Refund, subjectKind } from './payment.ts';

// Subjects belong to higher areas. Each registers at startup how its subjects are settled; payments calls them under
// the lock of the payment, in the transaction of the posting.

/** The counter entries of the cash; together the legs sum to zero. May include earnings and their cost. */
export type Booking = {
  readonly legs: readonly Leg[];
  readonly memo?: string;
  readonly rate?: StoredRate;
  readonly beyondLimits?: boolean;
};

export type PaymentSubject = {
  /** The ledger subject if several payments are for one sale; by default that of the payment. */
  readonly ledgerSubject?: (payment: Payment) => string;
  /**
   * The card was charged: perform the transition and return the counter entries. 'unwanted' if the subject is closed
   * (for example a cancelled order): the money is booked as owed and refunded immediately. Called once per payment.
   */
  settle(db: Db, platform: Platform, payment: Payment): Promise<Booking | 'unwanted'>;
  /** An attempt was declined; the payer may try again. */
  failed?(db: Db, platform: Platform, payment: Payment, kind: PaymentErrorKind): Promise<void>;
  /** Money was refunded to the card: return the counter entries of the cash. Called once per refund. */
  refunded(db: Db, platform: Platform, payment: Payment, refund: Refund): Promise<Booking>;
  /** The bank withdrew the money provisionally (open), returned it (won) or kept it (lost). */
  disputed?(db: Db, platform: Platform, payment: Payment, dispute: 'open' | 'won' | 'lost'): Promise<void>;
  /** For reconciliation: all subjects of this kind that count as paid by card, with their amounts. */
  paid?(db: Db): Promise<readonly { readonly subject: string; readonly amount: Money }[]>;
};

export type PaymentSubjects = Readonly<Record<string, PaymentSubject>>;

const known = new Map<string, PaymentSubject>();

/** Called once where the areas are registered. */
export function registerPaymentSubjects(subjects: PaymentSubjects): void {
  for (const [kind, subject] of Object.entries(subjects)) {
    if (!/^[a-z][a-z-]*$/.test(kind)) throw new Error(`${kind} is not a payment subject`);
    if (known.has(kind) && known.get(kind) !== subject) throw new Error(`${kind} is settled by two modules`);
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
