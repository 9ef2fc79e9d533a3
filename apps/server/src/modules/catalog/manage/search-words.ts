import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { searchWords } from '../imports/store-vehicles.ts';

/** Writes what free text finds the models (`o`) of this condition by. */
export async function storeSearchWords(db: Db, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; make: string; family: string; model: string }>`
    select o.id, m.name as make, o.family, o.name as model
    from models o join makes m on m.id = o.make_id where ${which}`.execute(db);
  await sql`insert into model_search (model_id, words)
    select * from unnest(${rows.map((row) => row.id)}::integer[],
      ${rows.map((row) => searchWords(row.make, row.family, row.model))}::text[])
    on conflict (model_id) do update set words = excluded.words`.execute(db);
}
