import { parseTuneQuery } from '@tuneport/domain/catalog/selection/tune-query';
import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { looksLikeVin } from '@tuneport/domain/catalog/vin/vin-text';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing } from '../../../platform/db/lists/page.ts';
import type { Region } from '../../../platform/http/context.ts';
import { findInTransaction } from './search-vehicles.ts';

const vehiclesMax = 20;

/** A text as a tune search: tunes with its words in their name, and tunes of the kind and vehicle it names. */
export type TuneSearch = {
  readonly text: string;
  readonly kinds: readonly string[];
  /** Records of the vehicles that match the text. */
  readonly engineIds: readonly number[];
  readonly modelIds: readonly number[];
  readonly yearIds: readonly number[];
};

type VehicleHit = Awaited<ReturnType<typeof findInTransaction>>[number];

const idsOf = (records: readonly ({ id: number } | null)[]) => [
  ...new Set(records.flatMap((one) => (one ? [one.id] : []))),
];

/** Must run within `boundedSearch`. Vehicles already found for the whole text are reused. */
export async function readTuneSearch(
  db: Db,
  region: Region,
  text: string,
  found?: readonly VehicleHit[],
): Promise<TuneSearch> {
  const types = await db.selectFrom('tune_types').select('name').execute();
  const { kinds, rest } = parseTuneQuery(
    text,
    types.map(({ name }) => name),
  );
  const isVehicle = rest !== '' && !looksLikeVin(rest);
  const known = kinds.length === 0 ? found : undefined;
  const vehicles = isVehicle ? (known ?? (await findInTransaction(db, region, rest, vehiclesMax))) : [];
  return {
    text,
    // Without a vehicle, the kind alone would match every tune of that kind, ignoring the other words.
    kinds: rest === '' || vehicles.length > 0 ? kinds : [],
    engineIds: idsOf(vehicles.map(({ engine }) => engine)),
    modelIds: idsOf(vehicles.map(({ model }) => model)),
    yearIds: idsOf(vehicles.map(({ year }) => year)),
  };
}

/** The condition on `tunes t`. */
export function tuneSearchCondition({ text, kinds, engineIds }: TuneSearch): RawBuilder<unknown> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, 12).map(containing);
  const ofKinds = sql.join([sql`true`, ...kinds.map((kind) => sql`x.name ilike ${containing(kind)}`)], sql` and `);
  return sql`t.id in (
    select x.id from tunes x where (x.name ilike all(${words}::text[]) or x.part_number ilike ${containing(text)})
    ${
      engineIds.length > 0
        ? sql`union select x.id from engine_tunes e join tunes x on x.id = e.tune_id
            where e.engine_id = any(${[...engineIds]}::integer[]) and ${ofKinds}`
        : kinds.length > 0
          ? sql`union select x.id from tunes x where ${ofKinds}`
          : sql``
    })`;
}

type VehicleNameRow = {
  make: string;
  makeName: string;
  year: string;
  model: string;
  modelName: string;
  engine: string;
};
type FoundTuneRow = { id: number; slug: string; name: string; part_number: string; vehicle: VehicleNameRow | null };

/** A few tunes for a search box, each with one of its vehicles, preferably one that was searched for. */
export async function suggestTunes(db: Db, region: Region, search: TuneSearch, limit: number) {
  const here = sql`array[${region}]::smallint[]`;
  const { rows } = await sql<FoundTuneRow>`
    select t.id, t.slug, t.name, t.part_number, (
      select json_build_object('make', m.slug, 'makeName', m.name, 'year', y.year, 'model', o.slug, 'modelName', o.name,
        'engine', v.engine_slug)
      from engine_tunes x join vehicles v on v.engine_id = x.engine_id and v.regions @> ${here}
        join years y on y.id = v.year_id join models o on o.id = v.model_id join makes m on m.id = o.make_id
      where x.tune_id = t.id
      order by ${matchingVehicleFirst(search)}, y.rank desc, v.id limit 1
    ) as vehicle
    from tunes t
    where not t.is_stock and t.regions @> ${here} and ${tuneSearchCondition(search)}
    order by t.position, t.id limit ${limit}`.execute(db);
  return rows.map(({ vehicle, slug, ...tune }) => {
    if (!vehicle) return { ...tune, label: '', path: `/catalog/all-tunes?search=${encodeURIComponent(tune.name)}` };
    const { make, year, model, engine } = vehicle;
    return {
      ...tune,
      label: `${vehicle.year} ${vehicle.makeName} ${vehicle.modelName}`,
      path: `${vehiclePath('/catalog', { make, year, model, engine })}?tune=${encodeURIComponent(slug)}`,
    };
  });
}

/** Orders `vehicles v` so that the vehicle that was searched for comes first; an engine is in many. */
const matchingVehicleFirst = ({ modelIds, yearIds }: Pick<TuneSearch, 'modelIds' | 'yearIds'>) =>
  sql`(v.model_id = any(${[...modelIds]}::integer[]) and v.year_id = any(${[...yearIds]}::integer[])) desc`;
