import type { RecordKindName } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { type RawBuilder, sql } from 'kysely';
import type { AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Db } from '../../../platform/db/db.ts';
import { writeAudit } from '../../audit/index.ts';
import type { Ref } from './links.ts';
import { toolless, unattached, unpriced } from './tune-lists.ts';

const counted = {
  makes: 'Makes',
  years: 'Years',
  models: 'Models',
  vehicles: 'Vehicles',
  engines: 'Engines',
  transmissions: 'Transmissions',
  tunes: 'Tunes',
  tune_types: 'Tune types',
  tune_pricing_tiers: 'Price tiers',
  tools: 'Tools',
  guides: 'Guides',
  dyno_csvs: 'Dyno runs',
} as const;

type Lack = { key: string; label: string; kind: RecordKindName; from: RawBuilder<unknown> };
const lacks: readonly Lack[] = [
  {
    key: 'tunes-without-tools',
    label: 'Tunes without tools',
    kind: 'tunes',
    from: sql`tunes u where not u.is_stock and ${toolless}`,
  },
  {
    key: 'tunes-without-prices',
    label: 'Tunes without a price',
    kind: 'tunes',
    from: sql`tunes u where not u.is_stock and ${unpriced}`,
  },
  {
    key: 'tunes-without-vehicles',
    label: 'Unattached tunes',
    kind: 'tunes',
    from: sql`tunes u where ${unattached}`,
  },
  {
    key: 'engines-without-vehicles',
    label: 'Engines without a vehicle',
    kind: 'engines',
    from: sql`engines u where not exists (select from vehicles where engine_id = u.id)`,
  },
  {
    key: 'engines-without-tunes',
    label: 'Engines without a tune',
    kind: 'engines',
    from: sql`engines u where not exists (select from engine_tunes where engine_id = u.id)`,
  },
  {
    key: 'models-without-years',
    label: 'Models without a year',
    kind: 'models',
    from: sql`models u where not exists (select from model_years where model_id = u.id)`,
  },
  {
    key: 'tiers-without-prices',
    label: 'Price tiers without a price',
    kind: 'tune-pricing-tiers',
    from: sql`tune_pricing_tiers u where not exists (select from tune_pricing_tier_prices where tier_id = u.id)`,
  },
];
const sampleMax = 10;

export async function catalogSystem(db: Db) {
  const counts = [];
  for (const [table, label] of Object.entries(counted)) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
      db,
    );
    counts.push({ key: table, label, count: rows[0]?.count ?? 0 });
  }
  const found = [];
  for (const { key, label, kind, from } of lacks) {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${from}`.execute(db);
    const sample = await sql<Ref>`select u.id, u.name from ${from} order by u.id limit ${sampleMax}`.execute(db);
    found.push({ key, label, kind, count: rows[0]?.count ?? 0, sample: sample.rows });
  }
  return { counts, lacks: found, version: await catalogVersion(db) };
}

/** Invalidates the response caches of all processes after the database was changed outside of this server. */
export async function refreshCatalog(db: Db, actor: AuditActor) {
  await bumpArea(db, 'catalog');
  await writeAudit(db, actor, 'catalog.refresh', 'catalog-settings:1');
  return { version: await catalogVersion(db) };
}

async function catalogVersion(db: Db): Promise<string> {
  const row = await db.selectFrom('area_versions').select('version').where('area', '=', 'catalog').executeTakeFirst();
  return String(row?.version ?? 0);
}
