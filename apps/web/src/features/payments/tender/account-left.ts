import { compare, fromWire } from '@tuneport/domain/money/money';

type WireMoney = { readonly amount: string; readonly currency: string };
type Balance = { readonly currency: string; readonly credit_limit: WireMoney; readonly available: WireMoney };

/** What is left of the credit limit for a price; null if the account is in another currency. */
export function accountLeft(balances: readonly Balance[], price: WireMoney) {
  const balance = balances.find(({ currency }) => currency === price.currency);
  const [left, whole] = [balance && fromWire(balance.available), fromWire(price)];
  if (!balance || !left || !whole) return null;
  return { left: balance.available, limit: balance.credit_limit, isEnough: compare(left, whole) >= 0 };
}
