import { membershipIn } from '@tuneport/domain/identity/permissions';
import { type Money, multiply } from '@tuneport/domain/money/money';
import { discountsInForce } from '@tuneport/domain/promotions/sale-discount';
import { cartQuantityMax, entryHash } from '@tuneport/domain/store/cart';
import { type OrderTotal, orderTotal } from '@tuneport/domain/store/order-total';
import { chosenSelections, configuredPrice } from '@tuneport/domain/store/product';
import { rentalPeriods } from '@tuneport/domain/store/rental-states';
import type { Parcel } from '@tuneport/domain/store/shipping';
import type { Actor } from '../../../platform/actor.ts';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { codesFor, salesFor } from '../../settings/index.ts';
import { type BuyerView, buyerView } from '../products/buyer-view.ts';
import { type CachedProduct, productListOf } from '../products/product-cache.ts';
import { type SaleTaxes, saleTaxes, type TaxPlace } from '../shipping/tax-terms.ts';

export type CartInput = {
  readonly entries: readonly {
    readonly slug: string;
    readonly options: readonly { readonly option: number; readonly selection: number }[];
    readonly quantity: number;
    /** The length of a rental that staff arrange; a customer rents for the days of the settings. */
    readonly days?: number | undefined;
  }[];
  readonly currency?: string | undefined;
  readonly codes: readonly string[];
  readonly dealer?: string | undefined;
};
export type PricingContext = {
  readonly actor: Actor;
  readonly region: Region;
  readonly now: Date;
  /** The visitor's choice, if the cart has no currency. */
  readonly chosenCurrency?: string | undefined;
  /** The last tracking tag by which the visitor came. */
  readonly tag?: string | undefined;
};

export type CartLine = {
  readonly key: string;
  readonly product: CachedProduct;
  readonly options: readonly { readonly option: string; readonly selection: string }[];
  readonly quantity: number;
  readonly unit: Money;
  /** Of a rental that staff arrange. */
  readonly days: number | null;
};

export type PricedCart = {
  readonly view: BuyerView;
  readonly dealerId: number | null;
  readonly lines: readonly CartLine[];
  readonly parcel: readonly Parcel[];
  /** Affiliates whose codes were used, by discount id. */
  readonly affiliates: ReadonlyMap<string, { readonly affiliateId: number; readonly sharePercent: string }>;
  readonly taxes: SaleTaxes;
  total(shippingMinor: bigint): OrderTotal;
};

/**
 * Contents and price of a cart for a destination, from server-side records only. The database is queried only for
 * unknown codes and for the VAT id of a dealer.
 */
export async function priceCart(
  platform: Platform,
  context: PricingContext,
  input: CartInput,
  place: TaxPlace,
): Promise<PricedCart> {
  const dealerId = dealerOf(context.actor, input.dealer);
  const [view, productList, sales, taxes] = await Promise.all([
    buyerView(platform, { ...context, dealerId, currency: input.currency ?? context.chosenCurrency }),
    productListOf(platform, context.region),
    salesFor(platform, context.actor),
    saleTaxes(platform, { region: context.region, dealerId, place }),
  ]);
  if (!view.shown) throw new Refusal('unauthenticated', { message: 'Log in to see prices and order.' });
  const lines = readLines(input, productList.bySlug, view, context.actor.signedIn);
  const running = discountsInForce(sales, context.now, view.defaultCurrency);
  const { actor, now } = context;
  const codes = await codesFor(platform.db, input.codes, running, actor, now, view.defaultCurrency);
  return {
    view,
    dealerId,
    lines,
    parcel: lines.flatMap(({ product, quantity }) =>
      product.shippingClass && !product.isDigital ? [{ classId: product.shippingClass.id, quantity }] : [],
    ),
    affiliates: codes.affiliates,
    taxes,
    total: (shippingMinor) =>
      orderTotal({
        currency: view.currency,
        defaultCurrency: view.defaultCurrency,
        rate: view.rate,
        lines: lines.map(({ key, unit, quantity }) => ({ key, unitMinor: unit.amountMinor, quantity })),
        discounts: [...running, ...codes.discounts],
        codes: input.codes,
        shippingMinor,
        taxes: taxes.taxes,
        taxTerms: taxes.terms,
      }),
  };
}

function dealerOf(actor: Actor, named: string | undefined): number | null {
  if (named === undefined) return actor.dealers[0]?.id ?? null;
  const membership = membershipIn(actor, /^\d+$/.test(named) ? Number(named) : named);
  if (!membership) throw fieldRefusal({ dealer: ['You are not a member of this dealer.'] });
  return membership.id;
}

/** How long a tool is rented or lent unless agreed otherwise; the price is for this time. */
export const standardDays = (product: Pick<CachedProduct, 'isLoaner'>, view: BuyerView): number =>
  product.isLoaner ? view.loanDays : view.rentalDays;

const depositKnown = ({ deposit }: CachedProduct, { currency }: BuyerView): boolean =>
  Object.keys(deposit).length === 0 || deposit[currency] !== undefined;

/** Reports every unsellable entry at its position; equal entries are merged. */
function readLines(
  input: CartInput,
  bySlug: ReadonlyMap<string, CachedProduct>,
  view: BuyerView,
  signedIn: boolean,
): CartLine[] {
  const errors: Record<string, string[]> = {};
  const lines = new Map<string, CartLine>();
  input.entries.forEach((entry, at) => {
    const field = `entries.${at}`;
    const product = bySlug.get(entry.slug);
    if (!product) {
      errors[field] = ['This item is no longer sold. Remove it to continue.'];
      return;
    }
    // Rentals last for weeks, so the customer must be known.
    if ((product.isRental || product.isLoaner) && !signedIn) {
      errors[field] = [`Log in to rent ${product.name}.`];
      return;
    }
    // The deposit is a separate payment in the currency of the order and is never converted.
    if ((product.isRental || product.isLoaner) && !depositKnown(product, view)) {
      errors[field] = [
        `${product.name} can only be rented in ${Object.keys(product.deposit).join(' or ')}, the currency of its deposit.`,
      ];
      return;
    }
    const chosen = chosenSelections(product.options, entry.options);
    if (!chosen) {
      errors[field] = [`The options of ${product.name} have changed. Choose them again.`];
      return;
    }
    const price = configuredPrice(
      product.prices,
      chosen.map(({ prices }) => prices),
      view,
    );
    if (!price) {
      errors[field] = [`${product.name} has no price in ${view.currency} right now.`];
      return;
    }
    const days = product.isRental || product.isLoaner ? (entry.days ?? null) : null;
    const unit =
      days === null
        ? price
        : multiply(price, { numerator: BigInt(rentalPeriods(days, standardDays(product, view))), denominator: 1n });
    const key = entryHash(
      entry.slug,
      entry.options.map(({ option, selection }) => ({ option: { id: option }, selection: { id: selection } })),
    );
    const quantity = (lines.get(key)?.quantity ?? 0) + entry.quantity;
    if (quantity > cartQuantityMax) {
      errors[field] = [`You can order at most ${cartQuantityMax} of ${product.name}.`];
      return;
    }
    const options = product.options.map((option, index) => ({
      option: option.name,
      selection: chosen[index]?.name ?? '',
    }));
    lines.set(key, { key, product, options, quantity, unit, days });
  });
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return [...lines.values()];
}
