import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { sellable } from '@tuneport/domain/store/stock';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';
import { sortOf } from '../../../platform/db/lists/sort.ts';
import { isLowStock, lowStockAt } from './low-stock.ts';

export type LevelRow = {
  on_hand: number;
  allocated: number;
  in_transit: number;
  quarantine: number;
  reserve: number;
};

type PlaceRow = LevelRow & {
  product_slug: string;
  product_name: string;
  location_slug: string;
  location_name: string;
};

export const presentPlace = (row: PlaceRow) => ({
  product: { slug: row.product_slug, name: row.product_name },
  location: { slug: row.location_slug, name: row.location_name },
  on_hand: row.on_hand,
  allocated: row.allocated,
  in_transit: row.in_transit,
  quarantine: row.quarantine,
  reserve: row.reserve,
  sellable: sellable({ onHand: row.on_hand, allocated: row.allocated, reserve: row.reserve }),
});

type Filter = {
  page: number;
  search?: string | undefined;
  sort?: string | undefined;
  product?: string | undefined;
  location?: string | undefined;
  short?: 'yes' | 'low' | undefined;
};

const sortColumns: Readonly<Record<string, string>> = {
  product: 'lower(p.name)',
  location: 's.position',
  on_hand: 'l.on_hand',
  allocated: 'l.allocated',
  sellable: 'l.on_hand - l.allocated - l.reserve',
};

function ordered(wanted: string | undefined) {
  const sort = sortOf(sortColumns, wanted);
  const own = 'lower(p.name), s.position, s.id';
  return sql.raw(sort ? `${sort.by} ${sort.direction}, ${own}` : own);
}

/** `lowAt` is the threshold of products that have none of their own. */
export async function listStock(db: Db, filter: Filter, lowAt: number) {
  let query = db
    .selectFrom('stock_levels as l')
    .innerJoin('products as p', 'p.id', 'l.product_id')
    .innerJoin('stock_locations as s', 's.id', 'l.location_id');
  if (filter.product) query = query.where('p.slug', '=', filter.product);
  if (filter.location) query = query.where('s.slug', '=', filter.location);
  if (filter.short === 'low') query = query.where(isLowStock(lowAt));
  if (filter.short === 'yes') query = query.where(sql<boolean>`l.on_hand - l.allocated - l.reserve <= 0`);
  if (filter.search) {
    const like = containing(filter.search);
    query = query.where((is) =>
      is.or([is('p.name', 'ilike', like), is('p.slug', 'ilike', like), is('p.sku', 'ilike', like)]),
    );
  }
  const rows = query
    .select([
      'p.id as product_id',
      'p.low_stock_at',
      'p.slug as product_slug',
      'p.name as product_name',
      's.slug as location_slug',
      's.name as location_name',
      'l.on_hand',
      'l.allocated',
      'l.in_transit',
      'l.quarantine',
      'l.reserve',
      lowStockAt(lowAt).as('low_at'),
    ])
    .orderBy(ordered(filter.sort));
  const page = await pageOf(query, rows, filter);
  return {
    ...page,
    data: page.data.map((row) => ({
      ...presentPlace(row),
      product_id: row.product_id,
      low_at: row.low_at,
      low_stock_at: row.low_stock_at,
    })),
  };
}

export const listLocations = (db: Db) =>
  db
    .selectFrom('stock_locations')
    .select(['slug', 'name', 'region', 'ships'])
    .orderBy('position')
    .orderBy('id')
    .execute();

export const findLocation = (db: Db, slug: string) =>
  db.selectFrom('stock_locations').select(['id', 'slug', 'name']).where('slug', '=', slug).executeTakeFirst();

/** An existing product and location form a place; its levels are zero if nothing was booked. */
export async function findPlace(db: Db, productSlug: string, locationSlug: string) {
  const { rows } = await sql<
    PlaceRow & { product_id: number; location_id: number; tracks_stock: boolean; back_orders: number }
  >`
    select p.id as product_id, p.slug as product_slug, p.name as product_name, p.tracks_stock,
      s.id as location_id, s.slug as location_slug, s.name as location_name,
      coalesce(l.on_hand, 0) as on_hand, coalesce(l.allocated, 0) as allocated, coalesce(l.in_transit, 0) as in_transit,
      coalesce(l.quarantine, 0) as quarantine, coalesce(l.reserve, 0) as reserve,
      (select coalesce(sum(quantity), 0)::integer from stock_back_orders
        where product_id = p.id and filled_at is null and cancelled_at is null) as back_orders
    from products p cross join stock_locations s left join stock_levels l on l.product_id = p.id and l.location_id = s.id
    where p.slug = ${productSlug} and s.slug = ${locationSlug}`.execute(db);
  return rows[0];
}

/** Locks the levels until the transaction ends, creating empty ones if missing. */
export async function lockLevels(
  db: Db,
  productId: number,
  locationIds: readonly number[],
): Promise<Map<number, LevelRow>> {
  const ids = [...locationIds].sort((a, b) => a - b);
  await sql`insert into stock_levels (product_id, location_id)
    select ${productId}, x from unnest(${ids}::integer[]) x on conflict do nothing`.execute(db);
  const { rows } = await sql<LevelRow & { location_id: number }>`
    select location_id, on_hand, allocated, in_transit, quarantine, reserve from stock_levels
    where product_id = ${productId} and location_id = any(${ids}::integer[])
    order by product_id, location_id for update`.execute(db);
  return new Map(rows.map(({ location_id, ...level }) => [location_id, level]));
}

export async function listMovements(db: Db, productId: number, locationId: number, page: number) {
  const query = db
    .selectFrom('stock_movements as m')
    .leftJoin('users as u', 'u.id', 'm.actor_id')
    .where('m.product_id', '=', productId)
    .where('m.location_id', '=', locationId);
  const rows = query
    .select([
      'm.id',
      'm.at',
      'm.kind',
      'm.on_hand_change as on_hand',
      'm.allocated_change as allocated',
      'm.in_transit_change as in_transit',
      'm.quarantine_change as quarantine',
      'm.reference',
      'm.reason',
      'u.name as by',
      'm.reverses',
      'm.cost_minor',
      'm.cost_currency',
      sql<boolean>`exists (select from stock_movements r where r.reverses = m.id)`.as('reversed'),
    ])
    .orderBy('m.id', 'desc');
  const found = await pageOf(query, rows, page);
  return {
    ...found,
    data: found.data.map(({ cost_minor, cost_currency, ...row }) => ({
      ...row,
      id: String(row.id),
      cost: cost_currency === null ? null : toWire(money(cost_minor, cost_currency as Currency)),
      reverses: row.reverses === null ? null : String(row.reverses),
    })),
  };
}
