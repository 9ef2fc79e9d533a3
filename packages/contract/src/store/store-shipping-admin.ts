import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { requiredText } from '../shapes.ts';

// Two small tables that are edited as a whole. `version` is a fingerprint of the table as it was read; a stale save is
// refused and returns the current table.

const Amount = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,3})?$/, 'Enter an amount such as 12.50.');
const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z]{2}|\*)$/, 'Enter a two-letter country code, or * for everywhere else.');
const State = z.string().trim().max(60).default('');

const Zone = z.object({
  name: requiredText('The zone name', 80),
  places: z.array(z.object({ country_code: Country, state: State })).max(400),
});
const Tier = z.object({
  key: z
    .string()
    .trim()
    .max(40)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and dashes for a key.'),
  name: requiredText('The tier name', 80),
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
  /** For each item after the first. */
  extra: Amount.default('0'),
});

export const ShippingTableInput = z.object({
  version: z.string().max(100),
  zones: z.array(Zone).max(100),
  tiers: z.array(Tier).max(20),
  rates: z.array(Rate).max(5000),
});

const ShippingTableRecord = ShippingTableInput.extend({
  classes: z.array(z.object({ slug: z.string(), name: z.string() })),
}).meta({ id: 'ShippingTable' });

const TaxRow = z.object({
  country_code: Country.refine((code) => code !== '*', 'Taxes must be by country.'),
  state: State,
  name: requiredText('The tax name', 60),
  percent: z
    .string()
    .trim()
    .regex(/^\d{1,2}(\.\d{1,4})?$|^100$/, 'Enter a percentage such as 5 or 9.975.'),
});
export const TaxTableInput = z.object({ version: z.string().max(100), rows: z.array(TaxRow).max(2000) });

export const storeShippingAdmin = {
  'GET /v1/admin/shipping-table': {
    summary: 'Returns shipping zones, tiers and prices.',
    access: 'products.read',
    reply: ShippingTableRecord,
  },
  'PUT /v1/admin/shipping-table': {
    summary: 'Replaces the tax table. Existing orders keep their taxes.',
    access: 'products.write',
    body: ShippingTableInput,
    reply: ShippingTableRecord,
    refuses: ['invalid_fields', 'stale_record'],
  },
  'GET /v1/admin/tax-table': {
    summary: 'Lists taxes by country and state.',
    access: 'products.read',
    reply: TaxTableInput.meta({ id: 'TaxTable' }),
  },
  'PUT /v1/admin/tax-table': {
    summary: 'Replaces the tax table. Existing orders keep their taxes.',
    access: 'products.write',
    body: TaxTableInput,
    reply: TaxTableInput,
    refuses: ['invalid_fields', 'stale_record'],
  },
} as const satisfies ContractMap;
