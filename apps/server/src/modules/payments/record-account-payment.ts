import { type Account, houseAccount, type Owner, partyAccount } from '@tuneport/domain/ledger-accounts';
import type { Money } from '@tuneport/domain/money';
import type { Db } from '../../platform/db/db.ts';
import { type Payment, paymentOf } from './payment.ts';

/** Stands in the place of a provider's name where a dealer's account paid. */
export const onAccount = 'account';

/** Where the money of a payment is: with the provider, or owed by the dealer. */
export const sourceOf = (payment: Pick<Payment, 'provider' | 'payer' | 'amount'>): Account =>
  payment.provider === onAccount
    ? partyAccount('ar', payment.payer as Owner, payment.amount.currency)
    : houseAccount('cash', payment.amount.currency);

/**
 * A dealer's account paid: written beside the payments by card, so that lists, histories and refunds know one kind of payment. No
 * provider is asked, and the caller has posted the money in this same transaction.
 */
export async function recordAccountPayment(
  db: Db,
  paid: {
    readonly subject: `${string}:${number}`;
    readonly dealerId: number;
    readonly amount: Money;
    readonly actorId: number | null;
  },
): Promise<Payment> {
  const row = await db
    .insertInto('payments')
    .values({
      subject: paid.subject,
      payer: `dealer:${paid.dealerId}`,
      amount_minor: paid.amount.amountMinor,
      captured_minor: paid.amount.amountMinor,
      currency: paid.amount.currency,
      provider: onAccount,
      state: 'captured',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('payment_history')
    .values({
      payment_id: row.id,
      event: 'capture',
      state_before: null,
      state_after: 'captured',
      via: 'answer',
      actor_id: paid.actorId,
      detail: JSON.stringify({ account: `dealer:${paid.dealerId}` }),
    })
    .execute();
  return paymentOf(row);
}
