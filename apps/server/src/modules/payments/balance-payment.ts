import { type Account, type Owner, partyAccount, platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency, Money } from '@tuneport/domain/money/money';
import { type BalanceSource, balanceSources } from '@tuneport/domain/store/tenders';
import type { Db } from '../../platform/db/db.ts';
import { type Payment, paymentOf } from './payment.ts';

/** If a balance paid, its source takes the place of the provider's name. */
export const isBalance = (provider: string): provider is BalanceSource =>
  (balanceSources as readonly string[]).includes(provider);

/** The account behind a balance: a dealer's debt, or prepaid money. */
export const balanceAccount = (source: BalanceSource, owner: Owner, currency: Currency): Account =>
  partyAccount(source === 'account' ? 'ar' : 'prepay', owner, currency);

/** The source of a payment, which is also where a refund goes. */
export const sourceOf = ({ provider, payer, amount }: Pick<Payment, 'provider' | 'payer' | 'amount'>): Account =>
  isBalance(provider)
    ? balanceAccount(provider, payer as Owner, amount.currency)
    : platformAccount('cash', amount.currency);

/**
 * Records a payment from a balance next to card payments, so that lists, histories and refunds handle one kind of
 * payment. No provider is involved; the caller posts the money in the same transaction.
 */
export async function recordBalancePayment(
  db: Db,
  paid: {
    readonly subject: `${string}:${number}`;
    readonly source: BalanceSource;
    readonly owner: Owner;
    readonly amount: Money;
    readonly actorId: number | null;
  },
): Promise<Payment> {
  const row = await db
    .insertInto('payments')
    .values({
      subject: paid.subject,
      payer: paid.owner,
      amount_minor: paid.amount.amountMinor,
      captured_minor: paid.amount.amountMinor,
      currency: paid.amount.currency,
      provider: paid.source,
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
      detail: JSON.stringify({ [paid.source]: paid.owner }),
    })
    .execute();
  return paymentOf(row);
}
