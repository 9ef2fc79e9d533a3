import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { removeRow } from '../../../../platform/records/rows.ts';
import { storeSearchWords } from '../../imports/search-words.ts';
import { mergeEngine } from './merge-engine.ts';
import { mergeTransmission } from './merge-transmission.ts';
import { moveAliases } from './move-aliases.ts';
import { moveModelYears } from './move-vehicles.ts';
import { type Moved, moveColumn, moveGuides } from './moved.ts';

type Twin = { old_id: number; new_id: number | null };

/** Years, models, engines and transmissions that both makes have are merged; all others move to the kept make. */
export async function mergeMake(db: Db, moved: Moved, survivor: number, merged: number, now: Date): Promise<void> {
  const years = await twins(
    db,
    sql`select a.id as old_id, b.id as new_id from years a left join years b on b.make_id = ${survivor} and b.year = a.year
      where a.make_id = ${merged}`,
  );
  const models = await twins(
    db,
    sql`select a.id as old_id, (select b.id from models b where b.make_id = ${survivor}
        and (b.slug = a.slug or lower(b.name) = lower(a.name)) order by b.slug = a.slug desc limit 1) as new_id
      from models a where a.make_id = ${merged}`,
  );
  const engines = await twins(
    db,
    sql`select a.id as old_id, b.id as new_id from engines a
      left join engines b on b.make_id = ${survivor} and b.slug = a.slug and b.generation = a.generation
      where a.make_id = ${merged}`,
  );
  const transmissions = await twins(
    db,
    sql`select a.id as old_id, b.id as new_id from transmissions a
      left join transmissions b on b.make_id = ${survivor} and b.slug = a.slug where a.make_id = ${merged}`,
  );
  for (const { old_id, new_id } of engines) if (new_id !== null) await mergeEngine(db, moved, new_id, old_id, now);
  for (const { old_id, new_id } of transmissions)
    if (new_id !== null) await mergeTransmission(db, moved, new_id, old_id, now);

  const asMap = (list: readonly Twin[]) => new Map(list.map(({ old_id, new_id }) => [old_id, new_id ?? old_id]));
  await moveAliases(db, asMap(models));
  await moveModelYears(db, moved, { fromMake: merged, toMake: survivor, years: asMap(years), models: asMap(models) });
  for (const { old_id, new_id } of years) if (new_id !== null) await moveGuides(db, moved, 'year_id', new_id, old_id);
  for (const { old_id, new_id } of models) if (new_id !== null) await moveGuides(db, moved, 'model_id', new_id, old_id);
  await moveGuides(db, moved, 'make_id', survivor, merged);
  for (const { old_id, new_id } of years) if (new_id !== null) await removeRow(db, 'years', old_id);
  for (const { old_id, new_id } of models) if (new_id !== null) await removeRow(db, 'models', old_id);

  await moveColumn(db, moved, { table: 'engines', column: 'make_id', what: 'engines' }, survivor, merged);
  await moveColumn(db, moved, { table: 'transmissions', column: 'make_id', what: 'transmissions' }, survivor, merged);
  await sql`insert into seo_texts (make_id, title, description, text)
    select ${survivor}::integer, title, description, text from seo_texts where make_id = ${merged} on conflict do nothing`.execute(
    db,
  );
  await sql`update make_aliases set make_id = ${survivor} where make_id = ${merged}`.execute(db);
  await sql`insert into make_aliases (slug, make_id) select slug, ${survivor}::integer from makes where id = ${merged}
    on conflict (slug) do update set make_id = excluded.make_id`.execute(db);
  await removeRow(db, 'makes', merged);
  await storeSearchWords(db, sql`o.make_id = ${survivor}`);
}

async function twins(db: Db, query: ReturnType<typeof sql>): Promise<Twin[]> {
  return (await (query as ReturnType<typeof sql<Twin>>).execute(db)).rows;
}
