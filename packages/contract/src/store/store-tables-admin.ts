import { z } from 'zod';
import type { ContractMap } from '../endpoint.ts';
import { Id, requiredText, Slug } from '../shapes.ts';

// Two short lists that are edited as a whole, in display order. `version` is a fingerprint of the list as it was read.

const Version = z.string().max(100);
const text = (label: string, max: number) => z.string().trim().max(max, `${label} can have at most ${max} characters.`);

const Category = z.object({
  /** Omitted for a new entry. */
  id: Id.nullable().default(null),
  slug: Slug,
  name: requiredText('The name', 80),
  description: text('The description', 300).default(''),
});
export const CategoryTableInput = z.object({ version: Version, rows: z.array(Category).max(200) });
const CategoryTable = z
  .object({
    version: z.string(),
    rows: z.array(Category.extend({ id: z.number(), slug: z.string(), products: z.number() })),
  })
  .meta({ id: 'CategoryTable' });

const Location = z.object({
  id: Id.nullable().default(null),
  slug: Slug,
  name: requiredText('The name', 80),
  /** Orders of this region ship from here first. */
  region: z
    .union([z.literal(1), z.literal(2)], 'Choose a region or none.')
    .nullable()
    .default(null),
  /** Whether orders ship from here. */
  ships: z.boolean().default(true),
});
export const LocationTableInput = z.object({ version: Version, rows: z.array(Location).max(200) });
const LocationTable = z
  .object({
    version: z.string(),
    rows: z.array(Location.extend({ id: z.number(), slug: z.string(), pieces: z.number() })),
  })
  .meta({ id: 'LocationTable' });

export const storeTablesAdmin = {
  'GET /v1/admin/product-category-table': {
    summary: 'Lists the store categories in order.',
    access: 'products.read',
    reply: CategoryTable,
  },
  'PUT /v1/admin/product-category-table': {
    summary: 'Replaces the store categories. A category that still has products cannot be removed.',
    access: 'products.write',
    body: CategoryTableInput,
    reply: CategoryTable,
    refuses: ['invalid_fields', 'stale_record'],
  },
  'GET /v1/admin/stock-location-table': {
    summary: 'Lists the stock locations in order.',
    access: 'stock',
    reply: LocationTable,
  },
  'PUT /v1/admin/stock-location-table': {
    summary: 'Replaces the stock locations. A location that ever had stock cannot be removed.',
    access: 'stock',
    body: LocationTableInput,
    reply: LocationTable,
    refuses: ['invalid_fields', 'stale_record'],
  },
} as const satisfies ContractMap;
