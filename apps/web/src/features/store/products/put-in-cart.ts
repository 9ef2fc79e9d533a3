import type { NewCartEntry, PricesByCurrency } from '@tuneport/domain/store/cart';
import { showPanel } from '../../../shell/panels/panel-store.ts';
import { addToCart, chooseCurrency } from '../cart/cart-store.ts';
import { type Choice, chosenOf } from './product-choice.ts';
import type { Product } from './product-types.ts';

type Prices = { pricesByCurrency: Record<string, string>; dealerPricesByCurrency?: Record<string, string> | undefined };

/** The buyer's price by currency: for a dealer the dealer price, if there is one. */
const payable = ({ pricesByCurrency, dealerPricesByCurrency }: Prices, isDealer: boolean): PricesByCurrency => ({
  ...pricesByCurrency,
  ...(isDealer ? dealerPricesByCurrency : {}),
});

export const cartEntry = (
  product: Pick<Product, 'slug' | 'name' | 'options' | 'pricesByCurrency' | 'dealerPricesByCurrency'>,
  choice: Choice,
  isDealer: boolean,
): NewCartEntry => ({
  product: { slug: product.slug, name: product.name, pricesByCurrency: payable(product, isDealer) },
  options: chosenOf(product, choice).map(({ option, selection }) => ({
    option: { id: option.id, name: option.name },
    selection: { id: selection.id, name: selection.name, pricesByCurrency: payable(selection, isDealer) },
  })),
  quantity: choice.quantity,
});

/** Adds to the cart and opens it, without a server request. */
export function putInCart(
  product: Product,
  choice: Choice,
  buyer: { isDealer: boolean; currency: string | null },
): void {
  addToCart(cartEntry(product, choice, buyer.isDealer));
  if (buyer.currency !== null) chooseCurrency(buyer.currency);
  showPanel('cart');
}
