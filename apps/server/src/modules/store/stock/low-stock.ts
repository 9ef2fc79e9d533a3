import { sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import { settingsOf } from '../../settings/index.ts';

/** The threshold of products that have none of their own. */
export const defaultLowStock = async (platform: Pick<Platform, 'db' | 'versions'>): Promise<number> =>
  Number((await settingsOf(platform)).low_stock_at);

/** `p` is the product. */
export const lowStockAt = (byDefault: number) => sql<number>`coalesce(p.low_stock_at, ${byDefault}::integer)`;

/** Of a product `p` at a location with the levels `l`. */
export const isLowStock = (byDefault: number) =>
  sql<boolean>`(p.tracks_stock and l.on_hand - l.allocated - l.reserve <= ${lowStockAt(byDefault)})`;
