import { folded } from '@tuneport/domain/site/slug';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/**
 * The text that free-text search matches: the names in lower case, with and without punctuation, then words that occur
 * only in aliases.
 */
export function searchWords(make: string, family: string, model: string, aliases: readonly string[] = []): string {
  const all = folded(`${make} ${family} ${model}`);
  const plain = all.replace(/[^\p{L}\p{N} ]/gu, '');
  const words = new Set(`${all} ${plain}`.split(' '));
  const more = new Set(
    aliases.flatMap((alias) => folded(alias).split(/[\s/()]+/)).filter((word) => word !== '' && !words.has(word)),
  );
  return [all, plain, ...more].join(' ');
}

/** Stores the search text of the models (`o`) that match the condition. */
export async function storeSearchWords(db: Db, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; make: string; family: string; model: string; aliases: string[] }>`
    select o.id, m.name as make, o.family, o.name as model,
      array(select a.name from model_aliases a where a.model_id = o.id order by a.make_slug, a.slug) as aliases
    from models o join makes m on m.id = o.make_id where ${which}`.execute(db);
  await sql`insert into model_search (model_id, words)
    select * from unnest(${rows.map((row) => row.id)}::integer[],
      ${rows.map((row) => searchWords(row.make, row.family, row.model, row.aliases))}::text[])
    on conflict (model_id) do update set words = excluded.words`.execute(db);
}
