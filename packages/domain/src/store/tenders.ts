import { compare, type Money, subtract } from '../money/money.ts';

/** Balances held with us: a dealer's account (owed to us) and prepaid money (owed by us). */
export const balanceSources = ['account', 'prepaid'] as const;
export type BalanceSource = (typeof balanceSources)[number];

/** How a balance pays: the whole price, or a part of it with a card for the rest. */
type BalanceParts = { readonly balance: Money; readonly card: Money };

/** The part of a price a balance can pay; null if it is empty or in another currency. */
export function balancePartsOf(total: Money, available: Money): BalanceParts | null {
  if (total.currency !== available.currency || available.amountMinor <= 0n || total.amountMinor <= 0n) return null;
  const balance = compare(available, total) >= 0 ? total : available;
  return { balance, card: subtract(total, balance) };
}
