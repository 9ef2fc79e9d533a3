import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { type Currency, money } from '@tuneport/domain/money/money';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Booking, Payment, PaymentSubject, Refund } from '../../payments/index.ts';
import { lockRental } from './rental-queries.ts';

/** The amount beyond the deposit. It is charged when the rental is closed, as a separate payment. */
export const restSubjectOf = (rentalId: number) => `rental-rest:${rentalId}` as const;

async function settle(db: Db, platform: Platform, payment: Payment): Promise<Booking | 'unwanted'> {
  const row = await lockRental(db, Number(payment.reference));
  if (!row || row.rest_paid_at !== null || row.rest_minor !== payment.amount.amountMinor) return 'unwanted';
  const paid = { rest_paid_at: platform.clock.now() };
  await db.updateTable('rentals').set(paid).where('id', '=', row.id).execute();
  return {
    legs: [{ account: platformAccount('rev.rent', payment.amount.currency), amountMinor: -payment.amount.amountMinor }],
    memo: `Damage and late fees of rental ${row.id}`,
  };
}

const refunded = async (_db: Db, _platform: Platform, payment: Payment, refund: Refund): Promise<Booking> => ({
  legs: [{ account: platformAccount('rev.rent', refund.amount.currency), amountMinor: refund.amount.amountMinor }],
  memo: `Damage and late fees of rental ${payment.reference} refunded`,
});

async function paid(db: Db) {
  const rows = await db
    .selectFrom('rentals')
    .select(['id', 'currency', 'rest_minor'])
    .where('rest_paid_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, currency, rest_minor }) => ({
    subject: restSubjectOf(id),
    amount: money(rest_minor, currency as Currency),
  }));
}

export const rentalRestSubject: PaymentSubject = {
  settle,
  refunded,
  paid,
  ledgerSubject: ({ reference }) => `rental:${reference}`,
};
