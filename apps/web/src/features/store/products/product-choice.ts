import type { WireMoney } from '../../../ui/text/money-text.ts';
import { totalOf } from './product-labels.ts';
import type { Product } from './product-types.ts';

/** What a buyer has picked on a product page. */
export type Choice = { readonly selections: Readonly<Record<number, number>>; readonly quantity: number };

/** The first selection of each option, as the page comes. */
export const firstChoice = (product: Pick<Product, 'options'>): Choice => ({
  selections: Object.fromEntries(product.options.map(({ id, selections }) => [id, selections[0]?.id ?? 0])),
  quantity: 1,
});

export const chosenOf = (product: Pick<Product, 'options'>, choice: Choice) =>
  product.options.flatMap((option) => {
    const selection = option.selections.find(({ id }) => id === choice.selections[option.id]);
    return selection ? [{ option, selection }] : [];
  });

/** One piece as chosen: what is paid now, and what the list says. A selection without a price of its own adds nothing. */
export function chosenPrice(
  product: Pick<Product, 'options' | 'price' | 'baseprice' | 'currency'>,
  choice: Choice,
): { price: WireMoney | null; baseprice: WireMoney | null } {
  const chosen = chosenOf(product, choice).map(({ selection }) => selection);
  const priced = chosen.filter(({ pricesByCurrency }) => Object.keys(pricesByCurrency).length > 0);
  const price = totalOf([product.price, ...priced.map((one) => one.price)]);
  // Only the plain product tells its list price; with paid selections the struck-through price would not be comparable.
  return { price, baseprice: priced.length === 0 ? product.baseprice : null };
}
