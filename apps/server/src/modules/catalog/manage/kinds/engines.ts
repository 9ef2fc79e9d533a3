import type { Change } from '@tuneport/contract/catalog/catalog-admin-shapes';
import { freeSlug } from '@tuneport/domain/site/slug';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { countOf } from '../../../../platform/db/lists/count-of.ts';
import { insertRow, updateRow } from '../../../../platform/records/rows.ts';
import { defaultRegions } from '../catalog-settings.ts';
import type { Kind } from '../kind.ts';
import { readLinks, storeLinks } from '../links.ts';
import { readUnitLists, storeUnitLists } from '../unit-lists.ts';
import { storeVehiclePairs, strangePairs, vehiclesOf } from '../vehicles/engine-vehicles.ts';

const transmissions = {
  table: 'engine_transmissions',
  owner: 'engine_id',
  other: 'transmission_id',
  alsoListedIn: 'transmissions',
} as const;

type Fields = Change<'engines'>;

export const engines: Kind<'engines'> = {
  name: 'engines',
  noun: 'an engine',
  table: 'engines',
  constraints: {
    engines_make_id_slug_generation_key: ['slug', 'This make already has an engine with this URL slug and generation.'],
    engines_make_id_fkey: ['make_id', 'This make no longer exists.'],
    vehicles_year_id_model_id_engine_slug_key: [
      'vehicles',
      'One of these vehicles already has another engine with the same URL slug.',
    ],
    engine_transmissions_transmission_id_fkey: ['transmissions', 'One of the transmissions no longer exists.'],
    engine_tunes_tune_id_fkey: ['tunes', 'One of the tunes no longer exists.'],
    engine_tool_restrictions_tool_id_fkey: ['tool_restrictions', 'One of the tools no longer exists.'],
  },
  async find(db, id) {
    const engine = await db
      .selectFrom('engines')
      .innerJoin('makes', 'makes.id', 'engines.make_id')
      .select([
        'engines.id',
        'engines.make_id',
        'makes.name as make_name',
        'engines.name',
        'engines.slug',
        'engines.generation',
        'engines.code',
        sql<string | null>`trim_scale(engines.displacement_l)::text`.as('displacement_l'),
        'engines.cylinders',
        'engines.fuel',
        'engines.aspiration',
        'engines.hybrid',
        sql<string | null>`trim_scale(engines.power_hp)::text`.as('power_hp'),
        sql<string | null>`trim_scale(engines.torque_nm)::text`.as('torque_nm'),
        'engines.description',
        'engines.notes',
        'engines.staff_notes',
        'engines.regions',
        'engines.updated_at',
      ])
      .where('engines.id', '=', id)
      .executeTakeFirst();
    return (
      engine && {
        ...engine,
        vehicles: await vehiclesOf(db, id),
        transmissions: await readLinks(db, transmissions, id, 'transmissions'),
        ...(await readUnitLists(db, 'engine', id)),
      }
    );
  },
  async check(db, { vehicles }) {
    if (vehicles === undefined || (await strangePairs(db, vehicles)) === 0) return {};
    return { vehicles: ['A vehicle needs a model and a year of the same make.'] };
  },
  async insert(db, fields, now) {
    const id = await insertRow(db, 'engines', {
      ...columnsOf(fields),
      slug: fields.slug ?? freeSlug(fields.name ?? '', new Set()),
      regions: fields.regions ?? (await defaultRegions(db)),
    });
    await storeLists(db, id, fields, now);
    return id;
  },
  async store(db, id, change, now) {
    await updateRow(db, 'engines', id, columnsOf(change));
    await storeLists(db, id, change, now);
  },
  uses: async (db, id) => [
    { count: await countOf(db, 'vehicles', 'engine_id', id), one: 'vehicle', many: 'vehicles' },
    { count: await countOf(db, 'engine_tunes', 'engine_id', id), one: 'tune', many: 'tunes' },
    { count: await countOf(db, 'guides', 'engine_id', id), one: 'guide', many: 'guides' },
    {
      count: await waitingFor(db, id),
      one: 'person waiting for news',
      many: 'people waiting for news',
    },
  ],
};

/** Subscribers who were already notified are not counted. */
async function waitingFor(db: Db, engineId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from catalog_subscriptions
    where engine_id = ${engineId} and notified_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

function columnsOf(fields: Fields) {
  const {
    vehicles: _v,
    transmissions: _tr,
    tunes: _tu,
    tool_restrictions: _re,
    other_role_discounts: _di,
    ...columns
  } = fields;
  return columns;
}

async function storeLists(db: Db, id: number, fields: Fields, now: Date): Promise<void> {
  if (fields.vehicles !== undefined) await storeVehiclePairs(db, id, fields.vehicles);
  await storeLinks(db, transmissions, id, fields.transmissions, now);
  await storeUnitLists(db, 'engine', id, fields, now);
}
