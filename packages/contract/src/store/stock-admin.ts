import { bookableKinds, stockMovementKinds } from '@tuneport/domain/store/stock';
import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { numberFrom, Page, PageQuery, requiredText, WireDate, WireMoneyShape } from '../shapes.ts';

// Staff calls with unprefixed paths, as in the specification.

const Slug = z.string().min(1).max(120);
const PlaceParams = z.object({ productSlug: Slug, locationSlug: Slug });

const quantities = {
  on_hand: z.number(),
  allocated: z.number(),
  in_transit: z.number(),
  quarantine: z.number(),
  reserve: z.number(),
  /** On hand minus allocated and reserved. */
  sellable: z.number(),
};

const Named = z.object({ slug: z.string(), name: z.string() });

const Place = z.object({ product: Named, location: Named, ...quantities }).meta({ id: 'StockPlace' });

const whole = (label: string, tooLow: string, min: number) =>
  numberFrom(
    z
      .number({ error: `${label} must be a whole number.` })
      .int(`${label} must be a whole number.`)
      .min(min, tooLow)
      .max(1_000_000, `${label} must be at most 1,000,000.`),
  );

export const Booking = z.strictObject({
  kind: z.enum(bookableKinds).default('ADJUST'),
  /** Number of pieces; only a count may reduce stock. */
  change: whole('The quantity', 'The quantity must be at least -1,000,000.', -1_000_000).optional(),
  /** For ADJUST instead of `change`: the counted quantity. The difference is calculated on save. */
  counted: whole('The count', 'A count cannot be negative.', 0).optional(),
  /** Goods in bad condition go to quarantine, or are written off from there. */
  condition: z.enum(['good', 'bad']).default('good'),
  /** Destination of a move. */
  to: Slug.optional(),
  /** For RECEIVE: the unit cost. Default: the average cost of current stock. */
  unit_cost: z
    .object({ amount: z.string().trim().max(20), currency: z.string().trim().toUpperCase().length(3) })
    .nullable()
    .optional(),
  reference: z.string().trim().max(80).optional(),
  reason: requiredText('The reason', 200),
});

const places = z.object({
  product: Slug.optional(),
  location: Slug.optional(),
  /** "yes": nothing left to sell; "low": at or below the threshold of the product. */
  short: z.enum(['yes', 'low']).optional(),
});

export const stockAdmin = {
  'GET /stock': {
    summary: 'Lists stock by product and location.',
    access: 'stock',
    query: PageQuery.extend(places.shape),
    reply: Page(
      Place.extend({
        product_id: z.number(),
        low_at: z.number(),
        /** The threshold of the product itself; null: the one of the settings. */
        low_stock_at: z.number().nullable(),
      }),
    ),
  },
  'GET /stock/locations': {
    summary: 'Lists stock locations.',
    access: 'stock',
    reply: z.array(Named.extend({ region: z.number().nullable(), ships: z.boolean() })),
  },
  'GET /stock/product/:productSlug/location/:locationSlug': {
    summary: 'Shows the stock of a product at a location with its movements, newest first.',
    access: 'stock',
    params: PlaceParams,
    query: z.object({ page: numberFrom(z.number().int().min(1).max(100_000)).default(1) }),
    reply: Place.extend({
      movements: Page(
        z.object({
          id: z.string(),
          at: WireDate,
          kind: z.enum(stockMovementKinds as [string, ...string[]]),
          on_hand: z.number(),
          allocated: z.number(),
          in_transit: z.number(),
          quarantine: z.number(),
          reference: z.string().nullable(),
          reason: z.string(),
          by: z.string().nullable(),
          reverses: z.string().nullable(),
          /** Cost of the goods, with the same sign as the quantity. */
          cost: WireMoneyShape.nullable(),
          reversed: z.boolean(),
        }),
      ),
      back_orders: z.number(),
      /** All pieces of the product we own, at any location, and their value. */
      value: z.object({
        pieces: z.number(),
        /** Pieces without a known cost. They are neither in the value nor in the average. */
        unknown: z.number(),
        worth: WireMoneyShape.nullable(),
        average: WireMoneyShape.nullable(),
      }),
    }),
    refuses: ['not_found'],
  },
  'POST /stock/product/:productSlug/location/:locationSlug': {
    summary: 'Records a stock movement.',
    access: 'stock',
    params: PlaceParams,
    body: Booking,
    reply: Place,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields'],
  },
  'POST /stock/product/:productSlug/location/:locationSlug/reverse': {
    summary: 'Reverses a stock movement, once.',
    access: 'stock',
    params: PlaceParams,
    body: z.strictObject({ movement: z.string().regex(/^\d{1,18}$/), reason: requiredText('The reason', 200) }),
    reply: Place,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'conflict'],
  },
} as const satisfies ContractMap;
