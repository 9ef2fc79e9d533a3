import { toWire } from '@tuneport/domain/money/money';
import { type ShippingOffer, shippingOffers } from '@tuneport/domain/store/shipping';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { tablesOf } from '../shipping/table-cache.ts';
import type { TaxPlace } from '../shipping/tax-terms.ts';
import { presentQuote, presentSums } from './present-order.ts';
import { type CartInput, type PricedCart, type PricingContext, priceCart } from './price-cart.ts';

/** Shipping tiers for a cart and destination; none if nothing is shipped. */
export async function offersFor(
  platform: Platform,
  cart: PricedCart,
  place: TaxPlace,
): Promise<readonly ShippingOffer[] | null> {
  if (cart.parcel.length === 0) return null;
  const { shipping } = await tablesOf(platform);
  const offers = shippingOffers(shipping, cart.parcel, place, cart.view);
  if (offers.length === 0) throw new Refusal('no_shipping_for_destination');
  return offers;
}

export async function quoteShipping(platform: Platform, context: PricingContext, input: CartInput, place: TaxPlace) {
  const cart = await priceCart(platform, context, input, place);
  const offers = await offersFor(platform, cart, place);
  const { currency } = cart.view;
  const without = cart.total(0n);
  return {
    ...presentQuote(cart, without),
    shipping_needed: offers !== null,
    tiers: (offers ?? []).map((offer) => ({
      key: offer.key,
      name: offer.name,
      days_min: offer.daysMin,
      days_max: offer.daysMax,
      price: toWire(offer.price),
      sums: presentSums(cart.total(offer.price.amountMinor), currency),
    })),
    sums: offers === null ? presentSums(without, currency) : null,
  };
}
