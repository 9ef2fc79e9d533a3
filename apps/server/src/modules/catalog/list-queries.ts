import { type Selectable, sql } from 'kysely';
import type { DynoCsvs } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { batched } from '../../platform/db/writes/batched.ts';
import type { Region } from '../../platform/http/context.ts';
import type { DynoRow, Figure } from './tune-queries.ts';

const inRegion = (region: Region) => sql`array[${region}]::smallint[]`;

export const listCategories = (db: Db) =>
  db
    .selectFrom('catalog_categories')
    .select(['slug', 'name', 'title', 'description', 'text', 'updated_at'])
    .orderBy('position')
    .execute();

/** The most specific guide that matches the vehicle and does not name a different one. */
export async function bestGuide(
  db: Db,
  region: Region,
  ids: { make?: number; year?: number; model?: number; engine?: number; transmission?: number },
) {
  const fits = (column: string, id: number | undefined) =>
    id === undefined
      ? sql`${sql.ref(column)} is null`
      : sql`(${sql.ref(column)} is null or ${sql.ref(column)} = ${id})`;
  const { rows } = await sql<{ id: number; title: string; text: string; updated_at: Date }>`
    select id, title, text, updated_at from guides
    where ${fits('make_id', ids.make)} and ${fits('year_id', ids.year)} and ${fits('model_id', ids.model)}
      and ${fits('engine_id', ids.engine)} and ${fits('transmission_id', ids.transmission)} and regions @> ${inRegion(region)}
    order by (transmission_id is not null)::integer * 16 + (engine_id is not null)::integer * 8
      + (model_id is not null)::integer * 4 + (year_id is not null)::integer * 2 + (make_id is not null)::integer desc
    limit 1`.execute(db);
  return rows[0];
}

export async function dynosOfTune(
  db: Db,
  tuneId: number,
): Promise<{ dynos: DynoRow[]; regions: number[] } | undefined> {
  const { rows } = await sql<{ dynos: DynoRow[]; regions: number[] }>`
    select (select coalesce(json_agg(json_build_object('id', d.id, 'tune_id', d.tune_id, 'label', d.label,
      'source', d.source, ${dynoPeaks}) order by d.position, d.id), '[]') from dyno_csvs d where d.tune_id = t.id) as dynos,
      t.regions
    from tunes t where t.id = ${tuneId}`.execute(db);
  return rows[0];
}

type RunColumn = 'id' | 'tune_id' | 'label' | 'source' | 'rpm' | Figure | `${Figure}_unit`;
export type RunRow = Pick<Selectable<DynoCsvs>, RunColumn>;
type RegionalRun = RunRow & { readonly regions: readonly number[] };

const figures = ['horsepower', 'torque', 'torque_limit', 'crank_horsepower', 'crank_torque'] as const;
const dynoPeaks = sql.raw(
  figures
    .map((name) => `'${name}', (select max(x) from unnest(d.${name}) x), '${name}_unit', d.${name}_unit`)
    .join(', '),
);

const runColumns = sql.raw(
  ['id', 'tune_id', 'label', 'source', 'rpm', ...figures.flatMap((name) => [name, `${name}_unit`])].join(', '),
);

/** A page compares two runs. The ids are unnested in a subselect, so that their number does not cause a custom plan. */
export const dynoById = batched(async (db, ids: readonly number[]): Promise<readonly (RegionalRun | undefined)[]> => {
  const { rows } = await sql<RegionalRun>`${prepared}
    select ${runColumns}, (select regions from tunes where tunes.id = tune_id) as regions
    from dyno_csvs where id = any(array(select unnest(${ids}::integer[])))`.execute(db);
  return ids.map((id) => rows.find((row) => row.id === id));
});

/** Small enough that sending one part does not hold up other requests. */
const sitemapPart = 1000;

type SitemapRow = { make: string; year: string; model: string; engine: string; newYear: boolean; newModel: boolean };

/**
 * Sitemap parts are ranges of vehicle ids, so that every part costs the same to read; gaps only make a part shorter.
 * Parent pages are listed with their first vehicle, so each appears once.
 */
export async function sitemapVehicles(db: Db, region: Region, part: number) {
  const here = inRegion(region);
  const earlier = sql`from vehicles w join models p on p.id = w.model_id and p.regions @> ${here}
    where w.year_id = v.year_id and w.id < v.id and w.regions @> ${here}`;
  const { rows } = await sql<{ last: number | null } & Partial<SitemapRow>>`
    select (select max(id) from vehicles) as last, m.slug as make, y.year, o.slug as model, v.engine_slug as engine,
      not exists (select ${earlier}) as "newYear",
      not exists (select ${earlier} and w.model_id = v.model_id) as "newModel"
    from (select 1) one
    left join (vehicles v join years y on y.id = v.year_id join models o on o.id = v.model_id join makes m on m.id = o.make_id)
      on v.id > ${(part - 1) * sitemapPart} and v.id <= ${part * sitemapPart} and v.regions @> ${here}
        and m.regions @> ${here} and o.regions @> ${here}
    order by v.id`.execute(db);
  const parts = Math.ceil((rows[0]?.last ?? 0) / sitemapPart);
  return { parts, vehicles: rows.filter((row) => row.make !== null) as SitemapRow[] };
}
