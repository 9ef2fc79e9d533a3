import type { AnyOf } from '@tuneport/contract/shapes';
import { sellable } from '@tuneport/domain/store/stock';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type ListOrder, notNull, type PagingQuery } from '../../../platform/db/lists/keyset.ts';
import { hasAnyOf } from '../../../platform/db/lists/list-filters.ts';
import { containing, listPage, pageOf } from '../../../platform/db/lists/page.ts';
import {
  type ImageRow,
  imagesOfProduct,
  optionsOfProduct,
  type ProductRow,
  pricesOfProduct,
} from './product-queries.ts';

export type ProductRecordRow = Omit<ProductRow, 'category' | 'shipping_class' | 'images'> & {
  category: string | null;
  shipping_class: string | null;
  state: string;
  regions: number[];
  low_stock_at: number | null;
  images: ImageRow[];
  on_hand: number;
  allocated: number;
  reserve: number;
  created_at: Date;
};

export async function findProductRecord(db: Db, id: number): Promise<ProductRecordRow | undefined> {
  const { rows } = await sql<ProductRecordRow>`
    select p.id, p.slug, p.name, p.summary, p.description, p.sku, p.state, p.regions, p.weight_g, p.is_digital, p.tracks_stock,
      p.back_orders, p.low_stock_at, p.shortage_switch, p.is_rental, p.is_loaner, p.art, p.highlights, p.included, p.attributes, p.position,
      p.created_at, p.updated_at, c.slug as category, k.slug as shipping_class,
      ${pricesOfProduct} as prices, ${optionsOfProduct} as options, ${imagesOfProduct} as images,
      coalesce(l.on_hand, 0) as on_hand, coalesce(l.allocated, 0) as allocated, coalesce(l.reserve, 0) as reserve
    from products p left join product_categories c on c.id = p.category_id
      left join product_shipping_classes k on k.id = p.shipping_class_id
      left join lateral (select sum(on_hand)::integer as on_hand, sum(allocated)::integer as allocated, sum(reserve)::integer as reserve
        from stock_levels where product_id = p.id) l on true
    where p.id = ${id}`.execute(db);
  return rows[0];
}

/** Does not lock the key, so that orders referencing it need not wait. */
export async function lockProduct(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select id from products where id = ${id} for no key update`.execute(db);
  return rows.length > 0;
}

type ListFilter = PagingQuery & {
  search?: string | undefined;
  category?: string | undefined;
  state?: AnyOf<string> | undefined;
};

const sellableSum = `(select coalesce(sum(greatest(0, on_hand - allocated - reserve)), 0)::integer
  from stock_levels where product_id = p.id)`;

const order: ListOrder = {
  columns: {
    name: notNull('lower(p.name)'),
    sku: 'p.sku',
    category: 'c.name',
    state: notNull('p.state'),
    sellable: notNull(sellableSum),
    updated_at: notNull('p.updated_at'),
  },
  first: 'p.position',
  id: 'p.id',
};

export async function listProductRecords(db: Db, filter: ListFilter) {
  let query = db.selectFrom('products as p').leftJoin('product_categories as c', 'c.id', 'p.category_id');
  if (filter.category) query = query.where('c.slug', '=', filter.category);
  if (filter.state) query = query.where(hasAnyOf('p.state', filter.state));
  if (filter.search) {
    const like = containing(filter.search);
    query = query.where((is) =>
      is.or([is('p.name', 'ilike', like), is('p.slug', 'ilike', like), is('p.sku', 'ilike', like)]),
    );
  }
  const rows = query.select([
    'p.id',
    'p.slug',
    'p.name',
    'p.sku',
    'c.name as category',
    'p.state',
    'p.tracks_stock',
    'p.updated_at',
    sql<ProductRow['prices']>`${pricesOfProduct}`.as('prices'),
    sql<number>`(select count(*)::integer from product_options where product_id = p.id)`.as('options'),
    sql<number>`(select count(*)::integer from product_images where product_id = p.id)`.as('images'),
    sql<number>`${sql.raw(sellableSum)}`.as('sellable'),
  ]);
  return listPage(db, query, rows, filter, order);
}

export const stockSums = (row: Pick<ProductRecordRow, 'on_hand' | 'allocated' | 'reserve'>) => ({
  on_hand: row.on_hand,
  allocated: row.allocated,
  sellable: sellable({ onHand: row.on_hand, allocated: row.allocated, reserve: row.reserve }),
});

export async function listChanges(db: Db, productId: number, page: number) {
  const query = db
    .selectFrom('product_changes as h')
    .leftJoin('users as u', 'u.id', 'h.actor_id')
    .where('h.product_id', '=', productId);
  const rows = query.select(['h.id', 'h.at', 'u.name as by', 'h.changes']).orderBy('h.id', 'desc');
  return pageOf(query, rows, page);
}

export const listShippingClasses = (db: Db) =>
  db
    .selectFrom('product_shipping_classes')
    .select(['slug', 'name', 'description'])
    .orderBy('position')
    .orderBy('id')
    .execute();

export const listCategoryRecords = (db: Db) =>
  db
    .selectFrom('product_categories as c')
    .select([
      'c.slug',
      'c.name',
      'c.description',
      sql<number>`(select count(*)::integer from products where category_id = c.id)`.as('products'),
    ])
    .orderBy('c.position')
    .orderBy('c.id')
    .execute();
