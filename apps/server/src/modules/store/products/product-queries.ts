import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';

type PriceRows = Readonly<Record<string, { base: string; dealer: string | null; deposit?: string | null }>>;

export type ImageRow = {
  id: number;
  alt: string;
  width: number;
  height: number;
  sizes: { width: number; file: string }[];
};

export type ProductRow = {
  id: number;
  slug: string;
  name: string;
  summary: string;
  description: string;
  sku: string;
  category: { slug: string; name: string } | null;
  shipping_class: { id: number; slug: string; name: string } | null;
  weight_g: number;
  is_digital: boolean;
  tracks_stock: boolean;
  back_orders: boolean;
  shortage_switch: string | null;
  is_rental: boolean;
  is_loaner: boolean;
  art: string;
  highlights: string[];
  included: string[];
  attributes: { name: string; values: string[] }[];
  position: number;
  updated_at: Date;
  prices: PriceRows;
  options: { id: number; name: string; selections: { id: number; name: string; prices: PriceRows }[] }[];
  images: ImageRow[];
};

// Amounts are sent as text, because a JSON number would lose precision.
export const pricesOfProduct = sql.raw(`(select coalesce(json_object_agg(x.currency, json_build_object(
  'base', x.base_minor::text, 'dealer', x.dealer_minor::text, 'deposit', x.deposit_minor::text)), '{}')
  from product_prices x where x.product_id = p.id)`);

export const optionsOfProduct =
  sql.raw(`(select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'selections', (
    select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'prices', (
      select coalesce(json_object_agg(x.currency, json_build_object('base', x.base_minor::text, 'dealer', x.dealer_minor::text)), '{}')
      from product_selection_prices x where x.selection_id = s.id)) order by s.position, s.id), '[]')
    from product_selections s where s.option_id = o.id)) order by o.position, o.id), '[]')
  from product_options o where o.product_id = p.id)`);

export const imagesOfProduct =
  sql.raw(`(select coalesce(json_agg(json_build_object('id', i.id, 'alt', i.alt, 'width', i.width,
    'height', i.height, 'sizes', i.sizes) order by i.position, i.id), '[]')
  from product_images i where i.product_id = p.id)`);

const productsMax = 5000;

/** All products of a region's store with prices and options, in one statement. */
export async function publishedProducts(db: Db, region: Region): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select p.id, p.slug, p.name, p.summary, p.description, p.sku, p.weight_g, p.is_digital, p.tracks_stock, p.back_orders,
      p.shortage_switch, p.is_rental, p.is_loaner, p.art, p.highlights, p.included, p.attributes, p.position, p.updated_at,
      case when c.id is null then null else json_build_object('slug', c.slug, 'name', c.name) end as category,
      case when k.id is null then null else json_build_object('id', k.id, 'slug', k.slug, 'name', k.name) end as shipping_class,
      ${pricesOfProduct} as prices, ${optionsOfProduct} as options, ${imagesOfProduct} as images
    from products p left join product_categories c on c.id = p.category_id
      left join product_shipping_classes k on k.id = p.shipping_class_id
    where p.state = 'published' and p.regions @> array[${region}]::smallint[]
    order by p.position, p.id limit ${productsMax}`.execute(db);
  return rows;
}

export const listCategories = (db: Db) =>
  db
    .selectFrom('product_categories')
    .select(['slug', 'name', 'description'])
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Available stock of each product over all shipping locations. */
export async function freeStock(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; free: number }>`
    select l.product_id as id, sum(greatest(0, l.on_hand - l.allocated - l.reserve))::integer as free
    from stock_levels l join stock_locations s on s.id = l.location_id
    where s.ships and l.product_id = any(${[...productIds]}::integer[]) group by l.product_id`.execute(db);
  return new Map(rows.map(({ id, free }) => [id, free]));
}

export const findImage = (db: Db, id: number) =>
  db.selectFrom('product_images').select(['id', 'sizes']).where('id', '=', id).executeTakeFirst();
