import { productArts } from '@tuneport/domain/store/product';
import { productSorts } from '@tuneport/domain/store/product-list';
import { availabilities } from '@tuneport/domain/store/stock';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, numberFrom, Page, WireDate, WireMoneyShape } from '../shapes.ts';

// Store product lists. Visitors without a session share one cached response per region; logged-in users get their own
// because prices depend on the actor. Stock is shown as text that changes only when stock reaches zero or is
// replenished.

const storeCache = { area: 'store', maxAgeS: 30, also: ['settings'], cachedForS: 30, unless: 'session' } as const;

const ProductSlug = z.string().min(1).max(120);
const CurrencyQuery = z.object({ currency: z.string().trim().toUpperCase().length(3).optional() });

/** Decimal text by currency: { "CAD": "749.00" }. */
const PricesByCurrency = z.record(z.string(), z.string()).meta({ id: 'PricesByCurrency' });

const ProductImage = z
  .object({
    id: z.number(),
    alt: z.string(),
    width: z.number(),
    height: z.number(),
    /** Available sizes, narrowest first. */
    sizes: z.array(z.object({ width: z.number(), url: z.string() })),
  })
  .meta({ id: 'ProductImage' });

const prices = {
  pricesByCurrency: PricesByCurrency,
  /** Only present for actors who may see dealer material. */
  dealerPricesByCurrency: PricesByCurrency.optional(),
};

const listed = {
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  category: z.object({ slug: z.string(), name: z.string() }).nullable(),
  art: z.enum(productArts),
  image: ProductImage.nullable(),
  ...prices,
  /** The actor's current price for the product without options; null if there is none or it is hidden from them. */
  price: WireMoneyShape.nullable(),
  /** The list price before a running sale. */
  baseprice: WireMoneyShape.nullable(),
  availability: z.object({ state: z.enum(availabilities), month: z.string().nullable() }),
  is_digital: z.boolean(),
  is_rental: z.boolean(),
  is_loaner: z.boolean(),
  /** Rental or loan period; null for products that are sold. */
  days: z.number().nullable(),
  deposit: WireMoneyShape.nullable(),
  has_options: z.boolean(),
};

const ListedProduct = z.object(listed).meta({ id: 'ListedProduct' });

const Product = z
  .object({
    ...listed,
    description: z.string(),
    sku: z.string(),
    highlights: z.array(z.string()),
    included: z.array(z.string()),
    attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    weight_g: z.number(),
    shipping_class: z.object({ slug: z.string(), name: z.string() }).nullable(),
    options: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        /** Exactly one is chosen; its price is added. */
        selections: z.array(
          z.object({ id: z.number(), name: z.string(), ...prices, price: WireMoneyShape.nullable() }),
        ),
      }),
    ),
    images: z.array(ProductImage),
    /** The running sale that reduces the price. */
    sale: z.object({ name: z.string(), percent: z.string() }).nullable(),
    /** Set if the price is that of the dealer's tier. */
    dealer_tier: z.object({ name: z.string(), percent: z.string() }).nullable(),
    related: z.array(ListedProduct),
    currency: z.string(),
    prices_shown: z.boolean(),
    updated_at: WireDate,
  })
  .meta({ id: 'Product' });

export const storeProducts = {
  'GET /store/product': {
    summary: 'Lists products with the categories and filters to narrow them.',
    access: 'public',
    query: CurrencyQuery.extend({
      page: numberFrom(z.number().int().min(1).max(100_000)).default(1),
      category: ProductSlug.optional(),
      /** `connector:obd-ii,fits:diesel`: OR within a filter, AND between filters. */
      filters: z.string().max(500).default(''),
      search: z.string().trim().max(120).optional(),
      sort: z.enum(productSorts).default('featured'),
      /** Returns only these, in this order; used by the tool pages. */
      slugs: z.string().max(500).optional(),
    }),
    reply: Page(ListedProduct).extend({
      categories: z.array(z.object({ slug: z.string(), name: z.string(), description: z.string(), count: z.number() })),
      filters: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          values: z.array(z.object({ value: z.string(), label: z.string(), count: z.number() })),
        }),
      ),
      sale: z.object({ name: z.string(), percent: z.string() }).nullable(),
      currency: z.string(),
      prices_shown: z.boolean(),
    }),
    publicCache: storeCache,
  },
  'GET /store/product/:slug': {
    summary: 'Returns a product with its options.',
    access: 'public',
    params: z.object({ slug: ProductSlug }),
    query: CurrencyQuery,
    reply: Product,
    publicCache: storeCache,
    refuses: ['not_found', 'region_mismatch'],
  },
  'GET /store/product-images/:id/:width': {
    summary: 'Returns a product image in one of its widths. It is immutable under its URL.',
    access: 'public',
    params: z.object({ id: Id, width: numberFrom(z.number().int().min(1).max(10_000)) }),
    reply: null,
    raw: true,
    refuses: ['not_found'],
  },
} as const satisfies ContractMap;
