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

const engines = {
  table: 'engine_transmissions',
  owner: 'transmission_id',
  other: 'engine_id',
  alsoListedIn: 'engines',
} as const;
const engineLabel = sql<string>`o.name || case when o.generation = '' then '' else ' (' || o.generation || ')' end`;

type Fields = Change<'transmissions'>;

export const transmissions: Kind<'transmissions'> = {
  name: 'transmissions',
  noun: 'a transmission',
  table: 'transmissions',
  constraints: {
    transmissions_make_id_slug_key: ['slug', 'This make already has a transmission with this URL slug.'],
    transmissions_make_id_fkey: ['make_id', 'This make no longer exists.'],
    engine_transmissions_engine_id_fkey: ['engines', 'One of the engines no longer exists.'],
    transmission_tunes_tune_id_fkey: ['tunes', 'One of the tunes no longer exists.'],
    transmission_tool_restrictions_tool_id_fkey: ['tool_restrictions', 'One of the tools no longer exists.'],
  },
  async find(db, id) {
    const transmission = await db
      .selectFrom('transmissions')
      .innerJoin('makes', 'makes.id', 'transmissions.make_id')
      .select([
        'transmissions.id',
        'transmissions.make_id',
        'makes.name as make_name',
        'transmissions.name',
        'transmissions.slug',
        'transmissions.kind',
        'transmissions.gears',
        'transmissions.awd',
        'transmissions.code',
        'transmissions.description',
        'transmissions.notes',
        'transmissions.staff_notes',
        'transmissions.regions',
        'transmissions.updated_at',
      ])
      .where('transmissions.id', '=', id)
      .executeTakeFirst();
    return (
      transmission && {
        ...transmission,
        engines: await readLinks(db, engines, id, 'engines', engineLabel),
        ...(await readUnitLists(db, 'transmission', id)),
      }
    );
  },
  async insert(db, fields, now) {
    const id = await insertRow(db, 'transmissions', {
      ...columnsOf(fields),
      slug: fields.slug ?? freeSlug(fields.name ?? '', new Set()),
      regions: fields.regions ?? (await defaultRegions(db)),
    });
    await storeLists(db, id, fields, now);
    return id;
  },
  async store(db, id, change, now) {
    await updateRow(db, 'transmissions', id, columnsOf(change));
    await storeLists(db, id, change, now);
  },
  uses: async (db, id) => [
    { count: await countOf(db, 'engine_transmissions', 'transmission_id', id), one: 'engine', many: 'engines' },
    { count: await countOf(db, 'vehicle_transmissions', 'transmission_id', id), one: 'vehicle', many: 'vehicles' },
    { count: await countOf(db, 'transmission_tunes', 'transmission_id', id), one: 'tune', many: 'tunes' },
    { count: await countOf(db, 'guides', 'transmission_id', id), one: 'guide', many: 'guides' },
  ],
};

function columnsOf(fields: Fields) {
  const { engines: _en, tunes: _tu, tool_restrictions: _re, other_role_discounts: _di, ...columns } = fields;
  return columns;
}

async function storeLists(db: Db, id: number, fields: Fields, now: Date): Promise<void> {
  await storeLinks(db, engines, id, fields.engines, now);
  await storeUnitLists(db, 'transmission', id, fields, now);
}
