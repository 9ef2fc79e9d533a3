import type { FieldErrors } from '@tuneport/contract/errors';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { insertRow, updateRow } from '../../../../platform/records/rows.ts';
import { defaultRegions } from '../catalog-settings.ts';
import type { Kind } from '../kind.ts';

type Path = {
  make_id: number | null;
  year_id: number | null;
  model_id: number | null;
  engine_id: number | null;
  transmission_id: number | null;
};
const parts = ['make_id', 'year_id', 'model_id', 'engine_id', 'transmission_id'] as const;
const pathKey = 'guides_make_id_year_id_model_id_engine_id_transmission_id_key';

export const guides: Kind<'guides'> = {
  name: 'guides',
  noun: 'a guide',
  table: 'guides',
  constraints: {
    [pathKey]: ['make_id', 'This vehicle already has a guide.'],
    guides_make_id_fkey: ['make_id', 'This make no longer exists.'],
    guides_year_id_fkey: ['year_id', 'This year no longer exists.'],
    guides_model_id_fkey: ['model_id', 'This model no longer exists.'],
    guides_engine_id_fkey: ['engine_id', 'This engine no longer exists.'],
    guides_transmission_id_fkey: ['transmission_id', 'This transmission no longer exists.'],
  },
  async find(db, id) {
    return db
      .selectFrom('guides as g')
      .leftJoin('makes', 'makes.id', 'g.make_id')
      .leftJoin('years', 'years.id', 'g.year_id')
      .leftJoin('models', 'models.id', 'g.model_id')
      .leftJoin('engines', 'engines.id', 'g.engine_id')
      .leftJoin('transmissions', 'transmissions.id', 'g.transmission_id')
      .select([
        'g.id',
        'g.title',
        'g.text',
        'g.make_id',
        'makes.name as make_name',
        'g.year_id',
        'years.year as year_name',
        'g.model_id',
        'models.name as model_name',
        'g.engine_id',
        'engines.name as engine_name',
        'g.transmission_id',
        'transmissions.name as transmission_name',
        'g.regions',
        'g.updated_at',
      ])
      .where('g.id', '=', id)
      .executeTakeFirst();
  },
  check: (db, change, before) =>
    pathErrors(
      db,
      Object.fromEntries(
        parts.map((part) => [part, (change[part] === undefined ? before?.[part] : change[part]) ?? null]),
      ) as Path,
    ),
  async insert(db, fields) {
    return insertRow(db, 'guides', { ...fields, regions: fields.regions ?? (await defaultRegions(db)) });
  },
  store: (db, id, change) => updateRow(db, 'guides', id, change),
  uses: async () => [],
};

/** Year, model and engine must belong to the given make. */
async function pathErrors(db: Db, path: Path): Promise<FieldErrors> {
  const errors: Record<string, string[]> = {};
  if (path.make_id === null) {
    if (parts.some((part) => path[part] !== null)) errors.make_id = ['Choose a make first.'];
    return errors;
  }
  const { rows } = await sql<Record<string, boolean>>`select
    ${path.year_id}::integer is null or exists (select from years where id = ${path.year_id} and make_id = ${path.make_id})
      as year_id,
    ${path.model_id}::integer is null or exists (select from models where id = ${path.model_id} and make_id = ${path.make_id})
      as model_id`.execute(db);
  if (rows[0]?.year_id === false) errors.year_id = ['Choose a year of this make.'];
  if (rows[0]?.model_id === false) errors.model_id = ['Choose a model of this make.'];
  return errors;
}
