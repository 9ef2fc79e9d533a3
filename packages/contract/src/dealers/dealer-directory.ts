import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Day, Email, Id, Page, PageQuery, PersonName, requiredText, Slug, WireMoneyShape } from '../shapes.ts';
import { Brand, DealerParams } from './dealer-shapes.ts';

const Named = z.object({ id: z.number(), name: z.string() });
const ListedDealer = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  about: z.string(),
  website: z.string(),
  phone: z.string(),
  address: z.object({
    line1: z.string(),
    line2: z.string(),
    city: z.string(),
    state: z.string(),
    postal_code: z.string(),
    country_code: z.string(),
  }),
  specializations: z.array(Named),
  tools: z.array(Named),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** From the place searched for, rounded; null without one. */
  distance_km: z.number().nullable(),
  brand: Brand.nullable(),
});

/** The public directory of dealers. */
export const dealerDirectory = {
  'GET /v1/dealers': {
    summary: 'Lists the dealers of the public directory, the nearest first if a place is given.',
    access: 'public',
    query: PageQuery.pick({ page: true, search: true }).extend({
      /** A town or postal code. */
      near: z.string().trim().max(120).optional(),
      country: z.string().trim().toUpperCase().length(2).optional(),
      specialization: Id.optional(),
      tool: Id.optional(),
    }),
    reply: Page(ListedDealer).extend({
      /** The place that was found; null if none was given or recognised. */
      near: z.object({ label: z.string(), latitude: z.number(), longitude: z.number() }).nullable(),
      /** Tools and specializations that listed dealers have, to filter by. */
      filters: z.object({ tools: z.array(Named), specializations: z.array(Named) }),
      /** All matching dealers for the map; those close together are one point without a slug. */
      places: z.array(
        z.object({
          latitude: z.number(),
          longitude: z.number(),
          count: z.number(),
          /** The dealer, or the town of several. */
          label: z.string(),
          slug: z.string().nullable(),
        }),
      ),
    }),
    publicCache: { area: 'dealers', maxAgeS: 60 },
  },
  'GET /v1/dealer-entries/:slug': {
    summary: 'Shows one dealer of the public directory.',
    access: 'public',
    params: z.object({ slug: Slug }),
    reply: ListedDealer,
    publicCache: { area: 'dealers', maxAgeS: 60 },
    refuses: ['not_found'],
  },
  'POST /v1/dealers/:id/contact': {
    summary: 'Mails a visitor’s message to a listed dealer. Links in it are removed.',
    access: 'public',
    params: DealerParams,
    body: z.object({
      name: PersonName(),
      email: Email,
      message: requiredText('The message', 2000),
      recaptcha_token: z.string().max(4000).optional(),
    }),
    reply: null,
    limit: { max: 5, windowS: 3600, by: 'address' },
    refuses: ['not_found', 'invalid_fields', 'too_many_requests'],
  },
  'GET /dealer-stats': {
    summary: 'Returns figures of all dealers in a date range: purchases, sales on account and members.',
    access: 'dealers.admin',
    query: PageQuery.pick({ page: true }).extend({
      from: Day.optional(),
      to: Day.optional(),
    }),
    reply: Page(
      z.object({
        id: z.number(),
        slug: z.string(),
        name: z.string(),
        members: z.number(),
        purchases: z.number(),
        orders: z.number(),
        /** In the dealer's currency. */
        sold: WireMoneyShape,
        owed: WireMoneyShape,
      }),
    ),
    refuses: ['invalid_fields'],
  },
} as const satisfies ContractMap;
