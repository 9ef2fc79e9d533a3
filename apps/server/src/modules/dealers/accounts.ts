import type { Account } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency } from '@tuneport/domain/money/money';

/** What the dealer owes us: a debit balance, capped at the credit limit. */
export const receivable = (dealerId: number, currency: Currency): Account => ({
  kind: 'ar',
  owner: `dealer:${dealerId}`,
  unit: currency,
});
/** The dealer's prepaid money. */
export const prepaid = (dealerId: number, currency: Currency): Account => ({
  kind: 'prepay',
  owner: `dealer:${dealerId}`,
  unit: currency,
});
