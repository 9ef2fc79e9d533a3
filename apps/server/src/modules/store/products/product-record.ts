import type { ProductFields } from '@tuneport/contract/store/store-products-admin';
import { type Currency, currencies, isCurrency, money, parseMoney, toDecimal } from '@tuneport/domain/money/money';
import type { ProductArt, ShortageSwitch } from '@tuneport/domain/store/product';
import type { z } from 'zod';
import { type ProductRecordRow, stockSums } from './admin-queries.ts';
import { imageUrl } from './present-product.ts';

export type ProductInput = z.output<typeof ProductFields>;

type Amounts = Readonly<Record<string, { base: string; dealer: string | null; deposit?: string | null }>>;

const decimal = (minor: string | null | undefined, currency: string) =>
  minor === null || minor === undefined ? null : toDecimal(money(BigInt(minor), currency as Currency));

export const priceRows = (rows: Amounts) =>
  Object.entries(rows)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, row]) => ({
      currency,
      price: decimal(row.base, currency) ?? '0',
      dealer_price: decimal(row.dealer, currency),
      deposit: decimal(row.deposit, currency),
    }));

/** A product as its editors see it. */
export const presentRecord = (row: ProductRecordRow) => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  summary: row.summary,
  description: row.description,
  sku: row.sku,
  category: row.category,
  state: row.state,
  regions: [...row.regions].sort() as (1 | 2)[],
  shipping_class: row.shipping_class,
  weight_g: row.weight_g,
  is_digital: row.is_digital,
  tracks_stock: row.tracks_stock,
  back_orders: row.back_orders,
  low_stock_at: row.low_stock_at,
  shortage_switch: row.shortage_switch as ShortageSwitch | null,
  is_rental: row.is_rental,
  is_loaner: row.is_loaner,
  art: row.art as ProductArt,
  highlights: row.highlights,
  included: row.included,
  attributes: row.attributes,
  prices: priceRows(row.prices),
  options: row.options.map(({ name, selections }) => ({
    name,
    selections: selections.map((selection) => ({
      name: selection.name,
      prices: priceRows(selection.prices).map(({ currency, price, dealer_price }) => ({
        currency,
        price,
        dealer_price,
      })),
    })),
  })),
  images: row.images.map(({ id, alt, sizes, width, height }) => ({
    id,
    alt,
    url: imageUrl(id, sizes[0]?.width ?? width),
    width,
    height,
  })),
  position: row.position,
  stock: stockSums(row),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export type ProductRecord = ReturnType<typeof presentRecord>;

type PriceLine = { currency: string; price: string; dealer_price: string | null; deposit?: string | null };

/** An amount with more decimals than its currency has cannot be paid. */
export function priceProblem(rows: readonly PriceLine[]): string | null {
  for (const { currency, price, dealer_price, deposit = null } of rows) {
    if (!isCurrency(currency)) return 'Choose a currency from the list.';
    const amounts = [price, dealer_price, deposit].filter((amount) => amount !== null);
    if (amounts.some((amount) => parseMoney(amount, currency) === null)) {
      const places = currencies[currency];
      return `${currency} has ${places === 0 ? 'no decimals' : `at most ${places} decimals`}.`;
    }
  }
  return null;
}

export const minorOf = (amount: string | null | undefined, currency: string): bigint | null =>
  amount === null || amount === undefined || !isCurrency(currency)
    ? null
    : (parseMoney(amount, currency)?.amountMinor ?? null);
