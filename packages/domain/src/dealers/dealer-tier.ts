/** The prices of a group of dealers: percentages off list prices, as text. */
export type DealerTier = {
  readonly name: string;
  readonly tunesPercent: string;
  readonly productsPercent: string;
};

/** The part of a tier that one kind of article is priced with. */
export type TierDiscount = { readonly name: string; readonly percent: string };

type Member = { readonly id: number; readonly tier?: DealerTier | null };

/** The tier of the dealer that buys: the one named, else the first, which also decides about the currency shown. */
const tierOf = (dealers: readonly Member[], dealerId: number | undefined): DealerTier | null =>
  (dealerId === undefined ? dealers[0] : dealers.find(({ id }) => id === dealerId))?.tier ?? null;

export function tierDiscount(
  kind: 'tunes' | 'products',
  dealers: readonly Member[],
  dealerId?: number,
): TierDiscount | null {
  const tier = tierOf(dealers, dealerId);
  return tier && { name: tier.name, percent: kind === 'tunes' ? tier.tunesPercent : tier.productsPercent };
}
