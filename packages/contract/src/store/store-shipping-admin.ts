import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { requiredText } from '../shapes.ts';

// Two small tables that are edited as a whole. `version` is a fingerprint of what was read: whoever saves over somebody else's
// change is refused and shown the table as it is now.

const Amount = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,3})?$/, 'Write an amount like 12.50.');
const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2}|\*)$/, 'Write a country as its two letters, or * for everywhere else.');
const State = z.string().trim().max(60).default('');

const Zone = z.object({
  name: requiredText('The name of a zone', 80),
  places: z.array(z.object({ country_code: Country, state: State })).max(400),
});
const Tier = z.object({
  key: z
    .string()
    .trim()
    .max(40)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'A key has small letters, digits and dashes.'),
  name: requiredText('The name of a tier', 80),
  days_min: z.number().int().min(0).max(365).nullable(),
  days_max: z.number().int().min(0).max(365).nullable(),
});
const Rate = z.object({
  /** The slug of a shipping class. */
  class: z.string(),
  zone: z.string(),
  tier: z.string(),
  currency: z.string().trim().toUpperCase().length(3),
  price: Amount,
  /** For each thing after the first. */
  extra: Amount.default('0'),
});

export const ShippingTableInput = z.object({
  version: z.string().max(100),
  zones: z.array(Zone).max(100),
  tiers: z.array(Tier).max(20),
  rates: z.array(Rate).max(5000),
});

export const ShippingTableRecord = ShippingTableInput.extend({
  classes: z.array(z.object({ slug: z.string(), name: z.string() })),
}).meta({ id: 'ShippingTable' });

const TaxRow = z.object({
  country_code: Country.refine((code) => code !== '*', 'Taxes are by country.'),
  state: State,
  name: requiredText('The name of a tax', 60),
  percent: z
    .string()
    .trim()
    .regex(/^\d{1,2}(\.\d{1,4})?$|^100$/, 'Write a percentage like 5 or 9.975.'),
});
export const TaxTableInput = z.object({ version: z.string().max(100), rows: z.array(TaxRow).max(2000) });

export const storeShippingAdmin = {
  'GET /v1/admin/shipping-table': {
    summary: 'Where parcels go, how fast, and what that costs.',
    access: 'products.read',
    reply: ShippingTableRecord,
  },
  'PUT /v1/admin/shipping-table': {
    summary: 'Puts this table in the place of the one there is. Orders keep what they were told.',
    access: 'products.write',
    body: ShippingTableInput,
    reply: ShippingTableRecord,
    refuses: ['invalid_fields', 'stale_record'],
  },
  'GET /v1/admin/tax-table': {
    summary: 'Taxes by country and state.',
    access: 'products.read',
    reply: TaxTableInput.meta({ id: 'TaxTable' }),
  },
  'PUT /v1/admin/tax-table': {
    summary: 'Puts this table in the place of the one there is. Orders keep what they were told.',
    access: 'products.write',
    body: TaxTableInput,
    reply: TaxTableInput,
    refuses: ['invalid_fields', 'stale_record'],
  },
} as const satisfies ContractMap;
