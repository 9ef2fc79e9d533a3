import type { WireMoney } from '../../../ui/text/money-text.ts';
import { totalOf } from './product-labels.ts';
import type { Product } from './product-types.ts';

/** The options selected on a product page. */
export type Choice = { readonly selections: Readonly<Record<number, number>>; readonly quantity: number };

/** The first selection of each option, as initially rendered. */
export const firstChoice = (product: Pick<Product, 'options'>): Choice => ({
  selections: Object.fromEntries(product.options.map(({ id, selections }) => [id, selections[0]?.id ?? 0])),
  quantity: 1,
});

export const chosenOf = (product: Pick<Product, 'options'>, choice: Choice) =>
  product.options.flatMap((option) => {
    const selection = option.selections.find(({ id }) => id === choice.selections[option.id]);
    return selection ? [{ option, selection }] : [];
  });

/** Price of one piece with the selected options, and its list price. A selection without a price adds nothing. */
export function chosenPrice(
  product: Pick<Product, 'options' | 'price' | 'baseprice' | 'currency'>,
  choice: Choice,
): { price: WireMoney | null; baseprice: WireMoney | null } {
  const chosen = chosenOf(product, choice).map(({ selection }) => selection);
  const priced = chosen.filter(({ pricesByCurrency }) => Object.keys(pricesByCurrency).length > 0);
  const price = totalOf([product.price, ...priced.map((one) => one.price)]);
  // The list price is shown only without paid selections; otherwise the struck-through price would not be comparable.
  return { price, baseprice: priced.length === 0 ? product.baseprice : null };
}
