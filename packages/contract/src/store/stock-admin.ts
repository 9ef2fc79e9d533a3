import { bookableKinds, stockMovementKinds } from '@tuneport/domain/store/stock';
import { z } from 'zod';
import { WireMoneyShape } from '../catalog/catalog.ts';
import type { ContractMap } from '../endpoint.ts';
import { Page, PageQuery, requiredText, WireDate } from '../shapes.ts';

// Staff calls under bare names, as printed in the specification.

const Slug = z.string().min(1).max(120);
const PlaceParams = z.object({ productSlug: Slug, locationSlug: Slug });

const quantities = {
  on_hand: z.number(),
  allocated: z.number(),
  in_transit: z.number(),
  quarantine: z.number(),
  reserve: z.number(),
  /** What can still be promised: on hand without what is promised and kept back. */
  sellable: z.number(),
};

const Named = z.object({ slug: z.string(), name: z.string() });

const Place = z.object({ product: Named, location: Named, ...quantities }).meta({ id: 'StockPlace' });

const whole = (label: string) =>
  z.coerce
    .number({ error: `${label} is a whole number.` })
    .int(`${label} is a whole number.`)
    .min(-1_000_000, `${label} is at least -1,000,000.`)
    .max(1_000_000, `${label} is at most 1,000,000.`);

export const Booking = z.strictObject({
  kind: z.enum(bookableKinds).default('ADJUST'),
  /** So many pieces; only a count may take some away. */
  change: whole('The number of pieces').optional(),
  /** For ADJUST instead of a change: what was counted. The difference is made when it is stored. */
  counted: whole('The count').min(0, 'A count is not negative.').optional(),
  /** In bad order goods go to quarantine, or are written off from there. */
  order: z.enum(['good', 'bad']).default('good'),
  /** Where a move goes to. */
  to: Slug.optional(),
  /** For RECEIVE: what one piece cost us. Without it, what those there are cost on average. */
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
  /** Only what runs out: nothing to promise. */
  short: z.enum(['yes']).optional(),
});

export const stockAdmin = {
  'GET /stock': {
    summary: 'Stock by product and location.',
    access: 'stock',
    query: PageQuery.extend(places.shape),
    reply: Page(Place),
  },
  'GET /stock/locations': {
    summary: 'Lists stock locations.',
    access: 'stock',
    reply: z.array(Named.extend({ region: z.number().nullable(), ships: z.boolean() })),
  },
  'GET /stock/product/:productSlug/location/:locationSlug': {
    summary: 'Stock of one product at one location with its movements, newest first.',
    access: 'stock',
    params: PlaceParams,
    query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
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
          /** What its goods cost us, signed like the pieces. */
          cost: WireMoneyShape.nullable(),
          reversed: z.boolean(),
        }),
      ),
      back_orders: z.number(),
      /** All pieces of the product that are ours, wherever they are, and what they are worth. */
      value: z.object({ pieces: z.number(), worth: WireMoneyShape.nullable(), average: WireMoneyShape.nullable() }),
    }),
    refuses: ['not_found'],
  },
  'POST /stock/product/:productSlug/location/:locationSlug': {
    summary: 'Books a stock movement.',
    access: 'stock',
    params: PlaceParams,
    body: Booking,
    reply: Place,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields'],
  },
  'POST /stock/product/:productSlug/location/:locationSlug/reverse': {
    summary: 'Takes a movement back by another one, once.',
    access: 'stock',
    params: PlaceParams,
    body: z.strictObject({ movement: z.string().regex(/^\d{1,18}$/), reason: requiredText('The reason', 200) }),
    reply: Place,
    idempotent: 'accepts',
    refuses: ['not_found', 'invalid_fields', 'conflict'],
  },
} as const satisfies ContractMap;
