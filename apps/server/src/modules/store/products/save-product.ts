import { isDeepStrictEqual } from 'node:util';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { findStepTo } from '@tuneport/domain/states/machine';
import { productMachine } from '@tuneport/domain/store/product';
import { sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { findProductRecord, lockProduct } from './admin-queries.ts';
import { minorOf, type ProductInput, type ProductRecord, presentRecord, priceProblem } from './product-record.ts';

export async function findProduct(db: Db, id: number): Promise<ProductRecord> {
  const row = await findProductRecord(db, id);
  if (!row) throw new Refusal('not_found');
  return presentRecord(row);
}

export async function createProduct(db: Db, actor: AuditActor, input: ProductInput, now: Date): Promise<ProductRecord> {
  const refs = await requireFit(db, input, null);
  const id = await slugFree(async () => {
    const row = await db
      .insertInto('products')
      .values({ ...columnsOf(input, refs), created_at: now, updated_at: nextUpdatedAt(null, now) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  await storeParts(db, id, input);
  const record = await findProduct(db, id);
  await recordChange(db, actor, id, 'store.create-product', null, record, now);
  return record;
}

/** Replaces the whole product. A stale save is rejected with the current version. */
export async function updateProduct(
  db: Db,
  actor: AuditActor,
  id: number,
  input: ProductInput,
  readAt: Date,
  now: Date,
): Promise<ProductRecord> {
  if (!(await lockProduct(db, id))) throw new Refusal('not_found');
  const before = await findProduct(db, id);
  if (isStale(before.updated_at, readAt)) throw new Refusal('stale_record', { current: before });
  const refs = await requireFit(db, input, before);
  await slugFree(() => db.updateTable('products').set(columnsOf(input, refs)).where('id', '=', id).execute());
  await storeParts(db, id, input);
  const after = await findProduct(db, id);
  if (differences(before, after).length === 0) return after;
  await db
    .updateTable('products')
    .set({ updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', id)
    .execute();
  await recordChange(db, actor, id, 'store.update-product', before, after, now);
  return findProduct(db, id);
}

type Refs = { categoryId: number | null; shippingClassId: number | null };

async function requireFit(db: Db, input: ProductInput, before: ProductRecord | null): Promise<Refs> {
  const errors: Record<string, string[]> = {};
  const wrong = (field: string, message: string) => {
    errors[field] = [...(errors[field] ?? []), message];
  };
  const [category, shippingClass] = await Promise.all([
    input.category === null
      ? undefined
      : db.selectFrom('product_categories').select('id').where('slug', '=', input.category).executeTakeFirst(),
    input.shipping_class === null
      ? undefined
      : db
          .selectFrom('product_shipping_classes')
          .select('id')
          .where('slug', '=', input.shipping_class)
          .executeTakeFirst(),
  ]);
  if (input.category !== null && !category) wrong('category', 'Choose a category from the list.');
  if (input.shipping_class !== null && !shippingClass)
    wrong('shipping_class', 'Choose a shipping class from the list.');
  if (before && before.state !== input.state && !findStepTo(productMachine, before.state, input.state))
    wrong('state', `A ${before.state} product cannot become ${input.state}.`);
  if (input.is_digital && input.tracks_stock) wrong('tracks_stock', 'A digital product has no stock.');
  if (input.is_digital && (input.is_rental || input.is_loaner))
    wrong('is_rental', 'A digital product cannot be rented or lent.');
  if (input.state === 'published') {
    if (input.prices.length === 0) wrong('prices', 'A published product needs a price.');
    if (!input.is_digital && input.shipping_class === null)
      wrong('shipping_class', 'A published product that ships needs a shipping class.');
  }
  const inPrices = priceProblem(input.prices);
  if (inPrices) wrong('prices', inPrices);
  const inOptions = input.options.flatMap(({ selections }) => selections.map(({ prices }) => priceProblem(prices)));
  const optionProblem = inOptions.find((problem) => problem !== null);
  if (optionProblem) wrong('options', optionProblem);
  if (!(await imagesFit(db, input, before))) wrong('images', 'One of the images is missing. Upload it again.');
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return { categoryId: category?.id ?? null, shippingClassId: shippingClass?.id ?? null };
}

async function imagesFit(db: Db, input: ProductInput, before: ProductRecord | null): Promise<boolean> {
  if (input.images.length === 0) return true;
  const ids = input.images.map(({ id }) => id);
  const rows = await db
    .selectFrom('product_images')
    .select('id')
    .where('id', 'in', ids)
    .where((is) => is.or([is('product_id', 'is', null), ...(before ? [is('product_id', '=', before.id)] : [])]))
    .forUpdate()
    .execute();
  return rows.length === ids.length;
}

const columnsOf = (input: ProductInput, { categoryId, shippingClassId }: Refs) => ({
  slug: input.slug,
  name: input.name,
  summary: input.summary,
  description: input.description,
  sku: input.sku,
  category_id: categoryId,
  state: input.state,
  regions: [...input.regions].sort(),
  shipping_class_id: shippingClassId,
  weight_g: input.weight_g,
  is_digital: input.is_digital,
  tracks_stock: input.tracks_stock,
  back_orders: input.back_orders,
  low_stock_at: input.low_stock_at,
  shortage_switch: input.shortage_switch,
  is_rental: input.is_rental,
  is_loaner: input.is_loaner,
  art: input.art,
  highlights: input.highlights,
  included: input.included,
  attributes: JSON.stringify(input.attributes),
  position: input.position,
});

/** Options and selections keep their ids while their names stay the same, because carts in browsers refer to ids. */
async function storeParts(db: Db, id: number, input: ProductInput): Promise<void> {
  const prices = input.prices.map(({ currency, price, dealer_price, deposit }) => ({
    currency,
    base: `${minorOf(price, currency)}`,
    dealer: minorOf(dealer_price, currency)?.toString() ?? null,
    deposit: minorOf(deposit, currency)?.toString() ?? null,
  }));
  await sql`delete from product_prices where product_id = ${id}`.execute(db);
  await sql`insert into product_prices (product_id, currency, base_minor, dealer_minor, deposit_minor)
    select ${id}, x.currency, x.base, x.dealer, x.deposit
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as x (currency text, base bigint, dealer bigint, deposit bigint)`.execute(
    db,
  );
  const options = input.options.map(({ name, selections }, position) => ({
    name,
    position,
    selections: selections.map((selection, at) => ({
      name: selection.name,
      position: at,
      prices: selection.prices.map(({ currency, price, dealer_price }) => ({
        currency,
        base: `${minorOf(price, currency)}`,
        dealer: minorOf(dealer_price, currency)?.toString() ?? null,
      })),
    })),
  }));
  const optionsJson = sql`${JSON.stringify(options)}::jsonb`;
  await sql`delete from product_options o where o.product_id = ${id}
    and not exists (select from jsonb_array_elements(${optionsJson}) x where x ->> 'name' = o.name)`.execute(db);
  await sql`insert into product_options (product_id, name, position)
    select ${id}, x ->> 'name', (x ->> 'position')::integer from jsonb_array_elements(${optionsJson}) x
    on conflict (product_id, name) do update set position = excluded.position`.execute(db);
  await sql`delete from product_selections s using product_options o where o.id = s.option_id and o.product_id = ${id}
    and not exists (select from jsonb_array_elements(${optionsJson}) x, jsonb_array_elements(x -> 'selections') y
      where x ->> 'name' = o.name and y ->> 'name' = s.name)`.execute(db);
  await sql`insert into product_selections (option_id, name, position)
    select o.id, y ->> 'name', (y ->> 'position')::integer
    from jsonb_array_elements(${optionsJson}) x, jsonb_array_elements(x -> 'selections') y, product_options o
    where o.product_id = ${id} and o.name = x ->> 'name'
    on conflict (option_id, name) do update set position = excluded.position`.execute(db);
  await sql`delete from product_selection_prices p using product_selections s, product_options o
    where s.id = p.selection_id and o.id = s.option_id and o.product_id = ${id}`.execute(db);
  await sql`insert into product_selection_prices (selection_id, currency, base_minor, dealer_minor)
    select s.id, z ->> 'currency', (z ->> 'base')::bigint, (z ->> 'dealer')::bigint
    from jsonb_array_elements(${optionsJson}) x, jsonb_array_elements(x -> 'selections') y, jsonb_array_elements(y -> 'prices') z,
      product_options o, product_selections s
    where o.product_id = ${id} and o.name = x ->> 'name' and s.option_id = o.id and s.name = y ->> 'name'`.execute(db);
  await storeImages(db, id, input);
}

/** The files of a removed picture are deleted by the cleanup job. */
async function storeImages(db: Db, id: number, input: ProductInput): Promise<void> {
  const imageIds = input.images.map((image) => image.id);
  await sql`update stored_files set belongs_to = null where belongs_to in (
    select 'product-image:' || i.id from product_images i where i.product_id = ${id} and i.id <> all(${imageIds}::integer[]))`.execute(
    db,
  );
  await sql`delete from product_images where product_id = ${id} and id <> all(${imageIds}::integer[])`.execute(db);
  const optionsJson = JSON.stringify(input.images.map((image, position) => ({ ...image, position })));
  await sql`update product_images i set product_id = ${id}, alt = x.alt, position = x.position
    from jsonb_to_recordset(${optionsJson}::jsonb) as x (id integer, alt text, position integer) where i.id = x.id`.execute(
    db,
  );
  await sql`update stored_files f set belongs_to = 'product-image:' || i.id from product_images i
    where i.product_id = ${id} and i.id = any(${imageIds}::integer[])
      and f.id in (select (s ->> 'file')::uuid from jsonb_array_elements(i.sizes) s)`.execute(db);
}

async function slugFree<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'products_slug_key')
      throw fieldRefusal({ slug: ['Another product already has this URL slug.'] });
    throw error;
  }
}

const unkept = new Set(['id', 'stock', 'created_at', 'updated_at']);

function differences(before: ProductRecord | null, after: ProductRecord) {
  const fields = Object.keys(after).filter((field) => !unkept.has(field)) as (keyof ProductRecord)[];
  return fields
    .map((field) => ({ field, before: before ? before[field] : null, after: after[field] }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));
}

async function recordChange(
  db: Db,
  actor: AuditActor,
  id: number,
  act: string,
  before: ProductRecord | null,
  after: ProductRecord,
  now: Date,
): Promise<void> {
  const changes = differences(before, after);
  await db
    .insertInto('product_changes')
    .values({ product_id: id, at: now, actor_id: actor.userId, changes: JSON.stringify(changes) })
    .execute();
  const side = (name: 'before' | 'after') => Object.fromEntries(changes.map((change) => [change.field, change[name]]));
  await writeAudit(db, actor, act, `product:${id}`, {
    ...(before ? { before: side('before') } : {}),
    after: side('after'),
  });
  await bumpArea(db, 'store');
}
