import { compare, fromWire, subtract, toWire } from '@tuneport/domain/money/money';
import type { Quote, WireMoney } from './purchase-types.ts';

/** The ways to pay that are open to the buyer of a quote. */
export type Tenders = {
  /** The whole of it on the dealer's account. */
  readonly account: boolean;
  /** What is left there, and what a card would pay beside it; null where that is all or nothing. */
  readonly split: { readonly account: WireMoney; readonly card: WireMoney } | null;
};

const none: Tenders = { account: false, split: null };

/** What the account can bear of a price: all of it, a part beside a card, or nothing. */
export function tendersFor({ account, total }: Pick<Quote, 'account' | 'total'>): Tenders {
  if (!account || account.barred !== null) return none;
  const [whole, left] = [fromWire(total), fromWire(account.left)];
  if (!whole || !left || whole.currency !== left.currency || left.amountMinor <= 0n) return none;
  if (compare(left, whole) >= 0) return { account: true, split: null };
  return { account: false, split: { account: toWire(left), card: toWire(subtract(whole, left)) } };
}
