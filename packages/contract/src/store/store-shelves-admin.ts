import { z } from 'zod';
import { Slug } from '../dealers/dealers-admin.ts';
import type { ContractMap } from '../endpoint.ts';
import { Id, requiredText } from '../shapes.ts';

// Two short lists that are edited as a whole, in the order people see them. `version` is a fingerprint of what was read.

const Version = z.string().max(100);
const text = (label: string, max: number) => z.string().trim().max(max, `${label} can have at most ${max} characters.`);

const Category = z.object({
  /** Left out for a new one. */
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
  /** Orders of this region are served from here first. */
  region: z
    .union([z.literal(1), z.literal(2)], 'Choose a region or none.')
    .nullable()
    .default(null),
  /** Orders are sent from here at all. */
  ships: z.boolean().default(true),
});
export const LocationTableInput = z.object({ version: Version, rows: z.array(Location).max(200) });
const LocationTable = z
  .object({
    version: z.string(),
    rows: z.array(Location.extend({ id: z.number(), slug: z.string(), pieces: z.number() })),
  })
  .meta({ id: 'LocationTable' });

export const storeShelvesAdmin = {
  'GET /v1/admin/product-category-table': {
    summary: 'The categories of the store in their order.',
    access: 'products.read',
    reply: CategoryTable,
  },
  'PUT /v1/admin/product-category-table': {
    summary: 'Puts these categories in the place of those there are. One that still has products stays.',
    access: 'products.write',
    body: CategoryTableInput,
    reply: CategoryTable,
    refuses: ['invalid_fields', 'stale_record'],
  },
  'GET /v1/admin/stock-location-table': {
    summary: 'The stock locations in their order.',
    access: 'stock',
    reply: LocationTable,
  },
  'PUT /v1/admin/stock-location-table': {
    summary: 'Puts these locations in the place of those there are. One that ever had stock stays.',
    access: 'stock',
    body: LocationTableInput,
    reply: LocationTable,
    refuses: ['invalid_fields', 'stale_record'],
  },
} as const satisfies ContractMap;
