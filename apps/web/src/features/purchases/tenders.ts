import { compare, fromWire, subtract, toWire } from '@tuneport/domain/money/money';
import type { Quote, WireMoney } from './purchase-types.ts';

/** Payment methods available to the buyer of a quote. */
type Tenders = {
  /** The dealer account can pay the full amount. */
  readonly account: boolean;
  /** The amounts paid by the account and by card; null if a split is not possible. */
  readonly split: { readonly account: WireMoney; readonly card: WireMoney } | null;
};

const none: Tenders = { account: false, split: null };

/** How much of a price the account can pay: all, a part with a card for the rest, or nothing. */
export function tendersFor({ account, total }: Pick<Quote, 'account' | 'total'>): Tenders {
  if (!account || account.barred !== null) return none;
  const [whole, left] = [fromWire(total), fromWire(account.left)];
  if (!whole || !left || whole.currency !== left.currency || left.amountMinor <= 0n) return none;
  if (compare(left, whole) >= 0) return { account: true, split: null };
  return { account: false, split: { account: toWire(left), card: toWire(subtract(whole, left)) } };
}
