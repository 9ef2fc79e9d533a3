import type { PriceTable } from '@tuneport/domain/catalog/pricing';
import { isCurrency } from '@tuneport/domain/money/money';
import type { ProductArt, ProductOption, ProductPrices, ShortageSwitch } from '@tuneport/domain/store/product';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ImageRow, listCategories, type ProductRow, publishedProducts } from './product-queries.ts';

/** A product as the store uses it: amounts in minor units; only stock is read from the database. */
export type CachedProduct = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly sku: string;
  readonly category: string | null;
  readonly categoryName: string | null;
  readonly shippingClass: { readonly id: number; readonly slug: string; readonly name: string } | null;
  readonly weightG: number;
  readonly isDigital: boolean;
  readonly tracksStock: boolean;
  readonly backOrders: boolean;
  readonly shortageSwitch: ShortageSwitch | null;
  readonly isRental: boolean;
  readonly isLoaner: boolean;
  readonly art: ProductArt;
  readonly highlights: readonly string[];
  readonly included: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[] }[];
  readonly position: number;
  readonly prices: ProductPrices;
  readonly deposit: PriceTable;
  readonly options: readonly ProductOption[];
  readonly images: readonly ImageRow[];
  readonly updatedAt: Date;
};

type ProductList = {
  readonly products: readonly CachedProduct[];
  readonly bySlug: ReadonlyMap<string, CachedProduct>;
  readonly categories: readonly { readonly slug: string; readonly name: string; readonly description: string }[];
};

type VersionedDb = Pick<Platform, 'db' | 'versions'>;

const productLists = new WeakMap<
  VersionedDb['versions'],
  Map<Region, { version: string; productList: Promise<ProductList> }>
>();

/** The products of a region's store, cached until the store changes. Checkout prices orders from it. */
export function productListOf({ db, versions }: VersionedDb, region: Region): Promise<ProductList> {
  const version = versions.of('store');
  const regions =
    productLists.get(versions) ?? new Map<Region, { version: string; productList: Promise<ProductList> }>();
  productLists.set(versions, regions);
  const known = regions.get(region);
  if (known?.version === version) return known.productList;
  const entry = { version, productList: readProductList(db, region) };
  regions.set(region, entry);
  entry.productList.catch(() => {
    if (regions.get(region) === entry) regions.delete(region);
  });
  return entry.productList;
}

async function readProductList(db: VersionedDb['db'], region: Region): Promise<ProductList> {
  const [rows, categories] = await Promise.all([publishedProducts(db, region), listCategories(db)]);
  const products = rows.map(cachedProduct);
  return { products, bySlug: new Map(products.map((product) => [product.slug, product])), categories };
}

type Amounts = Readonly<Record<string, { readonly [Kind in 'base' | 'dealer' | 'deposit']?: string | null }>>;

const tableOf = (rows: Amounts, kind: 'base' | 'dealer' | 'deposit'): PriceTable =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([currency, row]) => {
      const amount = row[kind] ?? null;
      return isCurrency(currency) && amount !== null ? [[currency, BigInt(amount)]] : [];
    }),
  );

const pricesOf = (rows: Amounts): ProductPrices => ({ base: tableOf(rows, 'base'), dealer: tableOf(rows, 'dealer') });

const cachedProduct = (row: ProductRow): CachedProduct => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  summary: row.summary,
  description: row.description,
  sku: row.sku,
  category: row.category?.slug ?? null,
  categoryName: row.category?.name ?? null,
  shippingClass: row.shipping_class,
  weightG: row.weight_g,
  isDigital: row.is_digital,
  tracksStock: row.tracks_stock,
  backOrders: row.back_orders,
  shortageSwitch: row.shortage_switch as ShortageSwitch | null,
  isRental: row.is_rental,
  isLoaner: row.is_loaner,
  art: row.art as ProductArt,
  highlights: row.highlights,
  included: row.included,
  attributes: row.attributes,
  position: row.position,
  prices: pricesOf(row.prices),
  deposit: tableOf(row.prices, 'deposit'),
  options: row.options.map(({ id, name, selections }) => ({
    id,
    name,
    selections: selections.map((selection) => ({
      id: selection.id,
      name: selection.name,
      prices: pricesOf(selection.prices),
    })),
  })),
  images: row.images,
  updatedAt: row.updated_at,
});
