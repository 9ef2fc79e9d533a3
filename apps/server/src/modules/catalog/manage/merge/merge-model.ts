import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { removeRow } from '../../../../platform/records/rows.ts';
import { storeSearchWords } from '../../imports/search-words.ts';
import { moveAliases } from './move-aliases.ts';
import { moveModelYears } from './move-vehicles.ts';
import { type Moved, moveGuides, refuseWhen } from './moved.ts';

export async function mergeModel(db: Db, moved: Moved, survivor: number, merged: number): Promise<void> {
  await refuseWhen(
    db,
    sql`(select make_id from models where id = ${survivor}) <> (select make_id from models where id = ${merged})`,
    'Models of different makes cannot be merged. Merge the makes first.',
  );
  const rows = await db
    .selectFrom('model_years')
    .select(['year_id', 'make_id'])
    .where('model_id', '=', merged)
    .execute();
  const make = rows[0]?.make_id ?? 0;
  await moveModelYears(db, moved, {
    fromMake: make,
    toMake: make,
    years: new Map(rows.map(({ year_id }) => [year_id, year_id])),
    models: new Map([[merged, survivor]]),
  });
  await moveGuides(db, moved, 'model_id', survivor, merged);
  await moveAliases(db, new Map([[merged, survivor]]));
  await removeRow(db, 'models', merged);
  await storeSearchWords(db, sql`o.id = ${survivor}`);
}
