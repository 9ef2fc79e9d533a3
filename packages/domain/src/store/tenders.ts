import { compare, type Money, subtract } from '../money/money.ts';

/** Money that is with us already: a dealer's account (owed to us) and prepaid money (owed by us). */
export const balanceSources = ['account', 'prepaid'] as const;
export type BalanceSource = (typeof balanceSources)[number];

/** How a balance could pay: all of a price, or a part of it beside a card. */
export type BalanceParts = { readonly balance: Money; readonly card: Money };

/** What a balance can pay of a price; null where it has nothing, or another currency. */
export function balancePartsOf(total: Money, available: Money): BalanceParts | null {
  if (total.currency !== available.currency || available.amountMinor <= 0n || total.amountMinor <= 0n) return null;
  const balance = compare(available, total) >= 0 ? total : available;
  return { balance, card: subtract(total, balance) };
}
