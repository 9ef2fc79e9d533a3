import { currencyCodes } from '@tuneport/domain/money/money';
import { productArts, productStates, shortageSwitches } from '@tuneport/domain/store/product';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { anyOf, Id, IdParams, numberFrom, Page, PageQuery, requiredText, WireDate } from '../shapes.ts';

const text = (label: string, max: number) =>
  z.string().trim().max(max, `${label} can have at most ${max} characters.`).default('');
const unique = (values: readonly unknown[]) => new Set(values).size === values.length;
const lines = (label: string) =>
  z
    .array(z.string().trim().min(1).max(200, `${label}: each line can have at most 200 characters.`))
    .max(20)
    .default([]);

const Currency = z.enum(currencyCodes as [string, ...string[]], 'Choose a currency from the list.');
const amount = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,3})?$/, 'Enter an amount such as 499 or 499.50.');
const amountOrNone = z
  .string()
  .trim()
  .nullable()
  .default(null)
  .transform((value) => (value === '' ? null : value))
  .pipe(z.union([z.null(), amount]));

const SelectionPrice = z.strictObject({ currency: Currency, price: amount, dealer_price: amountOrNone });
const ProductPrice = z.strictObject({ ...SelectionPrice.shape, deposit: amountOrNone });
const once = <T extends z.ZodType<{ currency: string }>>(row: T) =>
  z
    .array(row)
    .max(currencyCodes.length)
    .refine((rows) => unique(rows.map(({ currency }) => currency)), 'Each currency can be listed only once.');

const Selection = z.strictObject({ name: requiredText('The name', 100), prices: once(SelectionPrice).default([]) });
const named = (rows: readonly { name: string }[]) => unique(rows.map(({ name }) => name.toLowerCase()));
const Option = z.strictObject({
  name: requiredText('The name', 100),
  selections: z
    .array(Selection)
    .min(1, 'An option needs at least one selection.')
    .max(40, 'An option can have at most 40 selections.')
    .refine(named, 'Each selection needs a unique name.'),
});

const Attribute = z.strictObject({
  name: requiredText('The name', 60),
  values: z
    .array(requiredText('The value', 60))
    .min(1, 'Enter at least one value.')
    .max(20)
    .refine((values) => unique(values), 'Each value can be listed only once.'),
});

/** All writable fields of a product. A save replaces all of them. */
export const ProductFields = z.strictObject({
  slug: z
    .string()
    .trim()
    .min(1, 'The URL slug is required.')
    .max(80, 'The URL slug can have at most 80 characters.')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single dashes.'),
  name: requiredText('The name', 120),
  summary: text('The summary', 300),
  description: text('The description', 10_000),
  sku: text('The SKU', 60),
  category: z.string().max(80).nullable().default(null),
  state: z.enum(productStates as [string, ...string[]]).default('draft'),
  regions: z
    .array(z.union([z.literal(1), z.literal(2)]))
    .min(1, 'Choose at least one region.')
    .refine(unique, 'Each region can be listed only once.')
    .default([1, 2]),
  shipping_class: z.string().max(80).nullable().default(null),
  weight_g: numberFrom(
    z
      .number({ error: 'The weight must be a whole number of grams.' })
      .int('The weight must be a whole number of grams.')
      .min(0, 'The weight cannot be negative.')
      .max(2_000_000, 'The weight must be at most 2,000,000 g.'),
  ).default(0),
  is_digital: z.boolean().default(false),
  tracks_stock: z.boolean().default(true),
  back_orders: z.boolean().default(false),
  /** Stock at a location counts as low at this number. Null: the threshold of the settings. */
  low_stock_at: numberFrom(
    z
      .number({ error: 'The threshold must be a whole number.' })
      .int('The threshold must be a whole number.')
      .min(0, 'The threshold cannot be negative.')
      .max(100_000, 'The threshold must be at most 100,000.'),
  )
    .nullable()
    .default(null),
  shortage_switch: z.enum(shortageSwitches).nullable().default(null),
  is_rental: z.boolean().default(false),
  is_loaner: z.boolean().default(false),
  art: z.enum(productArts).default('parcel'),
  highlights: lines('Highlights'),
  included: lines('In the box'),
  attributes: z.array(Attribute).max(20).refine(named, 'Each filter needs a unique name.').default([]),
  prices: once(ProductPrice).default([]),
  options: z.array(Option).max(10).refine(named, 'Each option needs a unique name.').default([]),
  images: z
    .array(z.strictObject({ id: Id, alt: text('The image description', 200) }))
    .max(20, 'A product can have at most 20 images.')
    .refine((rows) => unique(rows.map(({ id }) => id)), 'Each image can be listed only once.')
    .default([]),
  position: numberFrom(z.number().int().min(0).max(1_000_000)).default(0),
});

const PriceOut = z.object({
  currency: z.string(),
  price: z.string(),
  dealer_price: z.string().nullable(),
  deposit: z.string().nullable(),
});

const ImageOut = z.object({ id: z.number(), alt: z.string(), url: z.string(), width: z.number(), height: z.number() });

const AdminProduct = z
  .object({
    ...ProductFields.shape,
    id: z.number(),
    category: z.string().nullable(),
    shipping_class: z.string().nullable(),
    weight_g: z.number(),
    low_stock_at: z.number().nullable(),
    position: z.number(),
    prices: z.array(PriceOut),
    options: z.array(
      z.object({
        name: z.string(),
        selections: z.array(z.object({ name: z.string(), prices: z.array(PriceOut.omit({ deposit: true })) })),
      }),
    ),
    images: z.array(ImageOut),
    /** Totals over all locations. */
    stock: z.object({ on_hand: z.number(), allocated: z.number(), sellable: z.number() }),
    created_at: WireDate,
    updated_at: WireDate,
  })
  .meta({ id: 'AdminProduct' });

export const storeProductsAdmin = {
  'GET /v1/admin/products': {
    summary: 'Lists products.',
    access: 'products.read',
    query: PageQuery.extend({
      category: z.string().max(80).optional(),
      state: anyOf(z.enum(productStates as [string, ...string[]])).optional(),
    }),
    reply: Page(
      z.object({
        id: z.number(),
        slug: z.string(),
        name: z.string(),
        sku: z.string(),
        category: z.string().nullable(),
        state: z.string(),
        prices: z.array(z.object({ currency: z.string(), price: z.string() })),
        options: z.number(),
        images: z.number(),
        tracks_stock: z.boolean(),
        sellable: z.number(),
        updated_at: WireDate,
      }),
    ),
  },
  'POST /v1/admin/products': {
    summary: 'Creates a product.',
    access: 'products.write',
    body: ProductFields,
    reply: AdminProduct,
    status: 201,
    idempotent: 'accepts',
    refuses: ['invalid_fields'],
  },
  'GET /v1/admin/products/:id': {
    summary: 'Shows a product.',
    access: 'products.read',
    params: IdParams,
    reply: AdminProduct,
    refuses: ['not_found'],
  },
  'POST /v1/admin/products/:id': {
    summary: 'Replaces a product, unless someone else changed it.',
    access: 'products.write',
    params: IdParams,
    body: ProductFields,
    reply: AdminProduct,
    precondition: true,
    refuses: ['not_found', 'invalid_fields', 'stale_record'],
  },
  'GET /v1/admin/products/:id/changes': {
    summary: 'Lists the changes of a product: who, when, and each field before and after.',
    access: 'products.read',
    params: IdParams,
    query: z.object({ page: numberFrom(z.number().int().min(1).max(100_000)).default(1) }),
    reply: Page(
      z.object({
        id: z.string(),
        at: WireDate,
        by: z.string().nullable(),
        changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    refuses: ['not_found'],
  },
  'POST /v1/admin/product-images': {
    summary:
      'Uploads an image and encodes it in several widths. It belongs to a product once the product is saved with it.',
    access: 'products.write',
    body: z.object({ alt: text('The image description', 200) }),
    reply: ImageOut,
    status: 201,
    upload: { maxBytes: 15 * 1024 * 1024, maxFiles: 1 },
    transaction: 'none',
    refuses: ['invalid_fields', 'too_large'],
  },
  'DELETE /v1/admin/product-images/:id': {
    summary: 'Removes an image.',
    access: 'products.write',
    params: IdParams,
    reply: null,
    refuses: ['not_found'],
  },
  'GET /v1/admin/product-shipping-classes': {
    summary: 'Lists the shipping classes for products.',
    access: 'products.read',
    reply: z.array(z.object({ slug: z.string(), name: z.string(), description: z.string() })),
  },
  'GET /v1/admin/product-categories': {
    summary: 'Lists the categories of the store.',
    access: 'products.read',
    reply: z.array(z.object({ slug: z.string(), name: z.string(), description: z.string(), products: z.number() })),
  },
} as const satisfies ContractMap;
