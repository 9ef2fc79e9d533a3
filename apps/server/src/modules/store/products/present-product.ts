import type { PriceTable } from '@tuneport/domain/catalog/pricing';
import { type Currency, type Money, money, toDecimal, toWire } from '@tuneport/domain/money/money';
import {
  afterPercentOff,
  dealerTable,
  type ProductPrices,
  priceIn,
  tierOfPrice,
  unitPrice,
} from '@tuneport/domain/store/product';
import { availabilityOf } from '@tuneport/domain/store/stock';
import type { BuyerView } from './buyer-view.ts';
import type { CachedProduct } from './product-cache.ts';
import type { ImageRow } from './product-queries.ts';

export const imageUrl = (id: number, width: number) => `/api/store/product-images/${id}/${width}`;

const presentImage = ({ id, alt, width, height, sizes }: ImageRow) => ({
  id,
  alt,
  width,
  height,
  sizes: sizes.map((size) => ({ width: size.width, url: imageUrl(id, size.width) })),
});

const decimals = (table: PriceTable): Record<string, string> =>
  Object.fromEntries(
    Object.entries(table).map(([currency, minor]) => [currency, toDecimal(money(minor, currency as Currency))]),
  );

/** Dealer prices are sent only to those who may see dealer material. */
const tables = (view: BuyerView, prices: ProductPrices) => ({
  pricesByCurrency: view.shown ? decimals(prices.base) : {},
  ...(view.dealerMaterial ? { dealerPricesByCurrency: decimals(dealerTable(prices, view.tier)) } : {}),
});

const wire = (amount: Money | null) => (amount === null ? null : toWire(amount));

function paid(view: BuyerView, prices: ProductPrices): Money | null {
  const price = view.shown ? unitPrice(prices, view) : null;
  return price && view.sale ? afterPercentOff(price, view.sale.percent) : price;
}

export const presentListed = (view: BuyerView, product: CachedProduct, free: number) => ({
  id: product.id,
  slug: product.slug,
  name: product.name,
  summary: product.summary,
  category: product.category === null ? null : { slug: product.category, name: product.categoryName ?? '' },
  art: product.art,
  image: product.images[0] ? presentImage(product.images[0]) : null,
  ...tables(view, product.prices),
  price: wire(paid(view, product.prices)),
  baseprice: wire(view.shown ? priceIn(product.prices.base, view) : null),
  availability: availabilityOf(product, free, view.shortages),
  is_digital: product.isDigital,
  is_rental: product.isRental,
  is_loaner: product.isLoaner,
  days: product.isLoaner ? view.loanDays : product.isRental ? view.rentalDays : null,
  deposit: wire(view.shown ? priceIn(product.deposit, view) : null),
  has_options: product.options.length > 0,
});

export const presentProduct = (
  view: BuyerView,
  product: CachedProduct,
  related: readonly CachedProduct[],
  free: ReadonlyMap<number, number>,
) => ({
  ...presentListed(view, product, free.get(product.id) ?? 0),
  description: product.description,
  sku: product.sku,
  highlights: [...product.highlights],
  included: [...product.included],
  attributes: product.attributes.map(({ name, values }) => ({ name, values: [...values] })),
  weight_g: product.weightG,
  shipping_class: product.shippingClass && { slug: product.shippingClass.slug, name: product.shippingClass.name },
  options: product.options.map(({ id, name, selections }) => ({
    id,
    name,
    selections: selections.map((selection) => ({
      id: selection.id,
      name: selection.name,
      ...tables(view, selection.prices),
      price: wire(paid(view, selection.prices)),
    })),
  })),
  images: product.images.map(presentImage),
  sale: view.sale,
  dealer_tier: view.shown ? tierOfPrice(product.prices, view) : null,
  related: related.map((other) => presentListed(view, other, free.get(other.id) ?? 0)),
  currency: view.currency,
  prices_shown: view.shown,
  updated_at: product.updatedAt,
});
