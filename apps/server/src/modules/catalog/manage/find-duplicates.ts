import type { DuplicateEntity } from '@tuneport/contract/catalog/catalog-admin';
import { pageSize } from '@tuneport/contract/shapes';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

type Found = {
  id: number;
  name: string;
  detail: string;
  uses: number;
  updated_at: string;
};
type Group = { key: string; within: string | null; records: Found[]; total: number };

/** Normalizes a name: without case, spaces and punctuation. */
const normalized = (column: RawBuilder<unknown>) => sql`regexp_replace(lower(${column}), '[^[:alnum:]]+', '', 'g')`;

/** Per kind: what counts as a duplicate, within which scope, and details that help to choose. */
const candidates: Readonly<Record<DuplicateEntity, RawBuilder<unknown>>> = {
  makes: sql`
    select r.id, r.name, r.slug as detail, r.updated_at, null::text as within, ${normalized(sql`r.name`)} as key,
      (select count(*)::integer from models where make_id = r.id) as uses
    from makes r`,
  models: sql`
    select r.id, r.name, r.slug as detail, r.updated_at, m.name as within, m.id || ' ' || ${normalized(sql`r.name`)} as key,
      (select count(*)::integer from vehicles v join model_years my using (year_id, model_id) where my.model_id = r.id) as uses
    from models r join makes m on m.id = r.make_id`,
  engines: sql`
    select r.id, r.name, trim(r.slug || ' ' || r.generation || ' ' || r.code) as detail, r.updated_at, m.name as within,
      m.id || ' ' || ${normalized(sql`r.name`)} || ' ' || ${normalized(sql`r.generation`)} as key,
      (select count(*)::integer from vehicles where engine_id = r.id) as uses
    from engines r join makes m on m.id = r.make_id`,
  transmissions: sql`
    select r.id, r.name, trim(r.slug || ' ' || r.code) as detail, r.updated_at, m.name as within,
      m.id || ' ' || ${normalized(sql`r.name`)} as key,
      (select count(*)::integer from engine_transmissions where transmission_id = r.id) as uses
    from transmissions r join makes m on m.id = r.make_id`,
  // Hundreds of tunes share a name; two of them on one engine or transmission are duplicates.
  tunes: sql`
    select r.id, r.name, trim(r.slug || ' ' || r.part_number) as detail, r.updated_at, m.name || ' ' || e.name as within,
      'e' || e.id || ' ' || ${normalized(sql`r.name`)} as key,
      (select count(*)::integer from engine_tunes where tune_id = r.id) as uses
    from tunes r join engine_tunes et on et.tune_id = r.id join engines e on e.id = et.engine_id
    join makes m on m.id = e.make_id
    union all
    select r.id, r.name, trim(r.slug || ' ' || r.part_number), r.updated_at, m.name || ' ' || t.name,
      't' || t.id || ' ' || ${normalized(sql`r.name`)},
      (select count(*)::integer from transmission_tunes where tune_id = r.id)
    from tunes r join transmission_tunes tt on tt.tune_id = r.id join transmissions t on t.id = tt.transmission_id
    join makes m on m.id = t.make_id`,
};

export async function findDuplicates(db: Db, entity: DuplicateEntity, page: number) {
  const { rows } = await sql<Group>`
    with candidates as (${candidates[entity]}),
    groups as (
      select min(key) as key, min(within) as within, ids, (array_agg(records))[1] as records from (
        select key, min(within) as within, array_agg(id order by id) as ids,
          jsonb_agg(jsonb_build_object('id', id, 'name', name, 'detail', detail, 'uses', uses, 'updated_at', updated_at)
            order by uses desc, id) as records
        from candidates group by key having count(*) > 1) found
      group by ids)
    select key, within, records, (count(*) over ())::integer as total from groups
    order by lower(within) nulls first, key limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  const total = rows[0]?.total ?? (page > 1 ? await countAgain(db, entity) : 0);
  return {
    data: rows.map(({ key, within, records }) => ({
      key,
      within,
      records: records.map((record) => ({ ...record, updated_at: new Date(record.updated_at) })),
    })),
    page,
    page_count: Math.ceil(total / pageSize),
    total,
  };
}

async function countAgain(db: Db, entity: DuplicateEntity): Promise<number> {
  return (await findDuplicates(db, entity, 1)).total;
}
