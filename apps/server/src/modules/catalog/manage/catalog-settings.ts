import { CatalogSettings } from '@tuneport/contract/catalog/catalog-admin';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { difference } from '../../../platform/records/difference.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';

type Values = z.output<typeof CatalogSettings>;
type StoredCatalogSettings = Values & { updated_at: Date };

const usual: Values = { default_regions: [1, 2], default_tier_id: null, horsepower_unit: 'hp', torque_unit: 'lb-ft' };

/** Defaults for new records. A deleted tier counts as none. */
export async function readCatalogSettings(db: Db): Promise<StoredCatalogSettings> {
  const row = await db.selectFrom('catalog_settings').select(['settings', 'updated_at']).executeTakeFirst();
  if (!row) return { ...usual, updated_at: new Date(0) };
  const values = { ...usual, ...(CatalogSettings.partial().safeParse(row.settings).data ?? {}) };
  const tier = values.default_tier_id === null ? null : await tierExists(db, values.default_tier_id);
  return { ...values, default_tier_id: tier ? values.default_tier_id : null, updated_at: row.updated_at };
}

export const defaultRegions = async (db: Db) => (await readCatalogSettings(db)).default_regions;

export async function updateCatalogSettings(
  db: Db,
  actor: AuditActor,
  values: Values,
  readAt: Date,
  now: Date,
): Promise<StoredCatalogSettings> {
  await sql`select pg_advisory_xact_lock(hashtext('catalog_settings'))`.execute(db);
  const before = await readCatalogSettings(db);
  if (isStale(before.updated_at, readAt)) throw new Refusal('stale_record', { current: before });
  if (values.default_tier_id !== null && !(await tierExists(db, values.default_tier_id)))
    throw fieldRefusal({ default_tier_id: ['This price tier no longer exists.'] });
  const detail = difference(Object.keys(values), before, values);
  if (!detail) return before;
  const row = { settings: JSON.stringify(values), updated_at: nextUpdatedAt(before.updated_at, now) };
  await db
    .insertInto('catalog_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
  await writeAudit(db, actor, 'catalog.settings', 'catalog-settings:1', detail);
  await bumpArea(db, 'catalog');
  return readCatalogSettings(db);
}

async function tierExists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('tune_pricing_tiers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
