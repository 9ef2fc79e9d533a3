import { sql } from 'kysely';
import type { Platform } from '../platform/platform.ts';

export type DemoCar = { readonly path: string; readonly tune_id: number };

/** Cars of different makes and years with a tune of the demo tuner, in the same order on every load. */
export async function demoCars({ db }: Platform): Promise<readonly DemoCar[]> {
  const { rows } = await sql<DemoCar>`
    with cars as (
      select distinct on (o.id) m.name as make, o.slug,
        '/catalog/' || m.slug || '/' || y.year || '/' || o.slug || '/' || n.slug as path, t.id as tune_id
      from engine_tunes e join tunes t on t.id = e.tune_id join engines n on n.id = e.engine_id
      join vehicles v on v.engine_id = n.id join models o on o.id = v.model_id join makes m on m.id = o.make_id
      join years y on y.id = v.year_id
      where not t.is_stock and not t.optional and t.tuner_id is not null and m.prominence = 'popular'
        and exists (select from tune_tools x where x.tune_id = t.id)
        and y.year::text between '2008' and '2021'
      order by o.id, md5(o.slug || y.year), t.id
    ), ranked as (
      select c.*, row_number() over (partition by c.make order by md5(c.slug)) as nth from cars c
    )
    select path, tune_id from ranked where nth <= 2 order by nth, md5(make) limit 8`.execute(db);
  return rows;
}
