import type { CallReply } from '@tuneport/contract/index';
import { toWire } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import type { useCart } from '../cart/cart-store.ts';
import type { Sums } from './Summary.tsx';
import type { Quote } from './use-quote.ts';

/** The sums of an order that was placed. */
export const sumsOfOrder = (order: CallReply<'GET /order/:id'>): Sums => ({
  list: order.list,
  discount: order.discount,
  discountName: order.discounts.map(({ name }) => name).join(', ') || t('Discount'),
  shipping: order.shipping_tier && { name: order.shipping_tier.name, price: order.shipping },
  shippingNeeded: order.shipping_tier !== null,
  tax: order,
  total: order.total,
});

/** The sums next to the form: those of the cart until the order has a price. */
export function shownSums(
  answer: Quote | null,
  tier: Quote['tiers'][number] | null,
  sums: NonNullable<Quote['sums']> | null,
  cart: ReturnType<typeof useCart>,
): Sums {
  const list = cart.subtotal ? toWire(cart.subtotal) : { amount: '0', currency: cart.currency };
  return {
    list: sums?.list ?? list,
    discount: sums?.discount ?? { amount: '0', currency: cart.currency },
    discountName: answer?.discounts.map(({ name }) => name).join(', ') || t('Discount'),
    shipping: tier ? { name: tier.name, price: tier.price } : null,
    shippingNeeded: answer?.shipping_needed ?? true,
    tax: sums,
    total: sums?.total ?? null,
  };
}
