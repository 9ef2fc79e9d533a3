import type { Account } from '@tuneport/domain/ledger/ledger-accounts';
import type { Currency } from '@tuneport/domain/money/money';

/** What the dealer owes us: debits above zero, stopped at the credit limit. */
export const receivable = (dealerId: number, currency: Currency): Account => ({
  kind: 'ar',
  owner: `dealer:${dealerId}`,
  unit: currency,
});
/** What we hold of the dealer's money. */
export const prepaid = (dealerId: number, currency: Currency): Account => ({
  kind: 'prepay',
  owner: `dealer:${dealerId}`,
  unit: currency,
});
