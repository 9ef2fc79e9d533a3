import type { CategoryTableInput, LocationTableInput } from '@tuneport/contract/store/store-tables-admin';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { fingerprint } from '../fingerprint.ts';

export async function readCategories(db: Db) {
  const rows = await db
    .selectFrom('product_categories as c')
    .select(['c.id', 'c.slug', 'c.name', 'c.description'])
    .select(sql<number>`(select count(*)::int from products p where p.category_id = c.id)`.as('products'))
    .orderBy('c.position')
    .orderBy('c.id')
    .execute();
  return { version: fingerprint(rows.map(({ products: _, ...row }) => row)), rows };
}

export async function readLocations(db: Db) {
  const rows = await db
    .selectFrom('stock_locations as s')
    .select(['s.id', 's.slug', 's.name', 's.region', 's.ships'])
    .select(
      sql<number>`(select coalesce(sum(l.on_hand + l.quarantine + l.in_transit), 0)::int from stock_levels l
        where l.location_id = s.id)`.as('pieces'),
    )
    .orderBy('s.position')
    .orderBy('s.id')
    .execute();
  return {
    version: fingerprint(rows.map(({ pieces: _, ...row }) => row)),
    rows: rows.map((row) => ({ ...row, region: row.region as 1 | 2 | null })),
  };
}

type Row = { readonly id: number | null; readonly slug: string; readonly name: string };

/** Invalid names and ids, reported at their rows. */
function rowErrors(rows: readonly Row[], known: readonly { id: number }[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  rows.forEach((row, at) => {
    if (rows.findIndex(({ slug }) => slug === row.slug) < at)
      errors[`rows.${at}.slug`] = ['Another row already has this URL slug.'];
    if (row.id !== null && !known.some(({ id }) => id === row.id))
      errors[`rows.${at}`] = ['This row no longer exists.'];
    if (row.id !== null && rows.findIndex(({ id }) => id === row.id) < at)
      errors[`rows.${at}`] = ['This row is listed twice.'];
  });
  return errors;
}

const gone = <T extends { id: number }>(before: readonly T[], rows: readonly Row[]): T[] =>
  before.filter(({ id }) => !rows.some((row) => row.id === id));

export async function saveCategories(db: Db, actor: Actor, input: z.output<typeof CategoryTableInput>) {
  await sql`select pg_advisory_xact_lock(hashtext('product_categories'))`.execute(db);
  const before = await readCategories(db);
  if (before.version !== input.version) throw new Refusal('stale_record', { current: before });
  const errors = rowErrors(input.rows, before.rows);
  const leaving = gone(before.rows, input.rows);
  const used = leaving.filter(({ products }) => products > 0);
  if (used.length > 0)
    errors.rows = used.map(({ name, products }) =>
      products === 1
        ? `${name} still has a product. Move it first.`
        : `${name} still has ${products} products. Move them first.`,
    );
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  if (leaving.length > 0)
    await db
      .deleteFrom('product_categories')
      .where(
        'id',
        'in',
        leaving.map(({ id }) => id),
      )
      .execute();
  await freeSlugs(db, 'product_categories');
  for (const [position, { id, ...fields }] of input.rows.entries()) {
    const row = { ...fields, position };
    if (id === null) await db.insertInto('product_categories').values(row).execute();
    else await db.updateTable('product_categories').set(row).where('id', '=', id).execute();
  }
  const after = await readCategories(db);
  await writeAudit(db, actor, 'store.save-categories', 'product-categories', {
    before: before.rows,
    after: after.rows,
  });
  await bumpArea(db, 'store');
  return after;
}

export async function saveLocations(db: Db, actor: Actor, input: z.output<typeof LocationTableInput>) {
  await sql`select pg_advisory_xact_lock(hashtext('stock_locations'))`.execute(db);
  const before = await readLocations(db);
  if (before.version !== input.version) throw new Refusal('stale_record', { current: before });
  const errors = rowErrors(input.rows, before.rows);
  const leaving = gone(before.rows, input.rows);
  const used = leaving.length > 0 ? await withLevels(db, leaving) : [];
  if (used.length > 0)
    errors.rows = used.map(
      ({ name }) => `${name} has stock history and cannot be deleted. Turn off shipping from it instead.`,
    );
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  if (leaving.length > 0) {
    const ids = leaving.map(({ id }) => id);
    await db.deleteFrom('stock_locations').where('id', 'in', ids).execute();
  }
  await freeSlugs(db, 'stock_locations');
  for (const [position, { id, ...fields }] of input.rows.entries()) {
    const row = { ...fields, position };
    if (id === null) await db.insertInto('stock_locations').values(row).execute();
    else await db.updateTable('stock_locations').set(row).where('id', '=', id).execute();
  }
  const after = await readLocations(db);
  await writeAudit(db, actor, 'store.save-locations', 'stock-locations', { before: before.rows, after: after.rows });
  await bumpArea(db, 'store');
  return after;
}

/** Two rows may swap slugs, so the old ones are replaced by temporary values first. */
const freeSlugs = (db: Db, table: 'product_categories' | 'stock_locations') =>
  sql`update ${sql.table(table)} set slug = 'changing-' || id`.execute(db);

/** A location that ever had stock keeps its level rows, even at zero. */
async function withLevels<T extends { id: number }>(db: Db, rows: readonly T[]): Promise<T[]> {
  const found = await db
    .selectFrom('stock_levels')
    .select('location_id')
    .distinct()
    .where(
      'location_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.filter(({ id }) => found.some(({ location_id }) => location_id === id));
}
