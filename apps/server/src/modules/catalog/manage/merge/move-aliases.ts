import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';

/**
 * Redirects the paths of merged models to the kept ones. Must be called while the merged models still have their make.
 */
export async function moveAliases(db: Db, models: ReadonlyMap<number, number>): Promise<void> {
  const pairs = sql`unnest(${[...models.keys()]}::integer[], ${[...models.values()]}::integer[]) as x (old_id, new_id)`;
  await sql`update model_aliases a set model_id = x.new_id from ${pairs} where a.model_id = x.old_id and x.old_id <> x.new_id`.execute(
    db,
  );
  await sql`insert into model_aliases (make_slug, slug, name, model_id)
    select m.slug, o.slug, o.name, x.new_id
    from ${pairs} join models o on o.id = x.old_id join makes m on m.id = o.make_id where x.old_id <> x.new_id
    on conflict (make_slug, slug) do update set model_id = excluded.model_id, name = excluded.name`.execute(db);
}
