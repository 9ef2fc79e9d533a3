import { parseCustomFilters } from '@tuneport/domain/leads/custom-fields';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../../platform/db/lists/page.ts';

/** Shorter texts have no trigram to look up. */
const trigramMin = 3;

/** The conditions of filters by custom fields; `column` is the column with the values. */
export function customConditions(column: 'd.custom' | 'r.custom', text: string): RawBuilder<boolean>[] {
  const custom = sql.ref(column);
  return (parseCustomFilters(text) ?? []).flatMap(({ id, op, value }): RawBuilder<boolean>[] => {
    const shown = sql`(${custom} ->> ${String(id)})`;
    // As JSON, because a filter may name a field whose values are not numbers.
    const number = sql`(${custom} -> ${String(id)})`;
    const day = sql`${shown} collate "C"`;
    const has = (wanted: unknown) => sql<boolean>`${custom} @> ${JSON.stringify({ [id]: wanted })}::jsonb`;
    switch (op) {
      case 'contains':
        return [
          sql<boolean>`${shown} ilike ${containing(value)}`,
          // The same text in the whole column, which has an index; JSON writes quotes and backslashes differently.
          ...(value.length < trigramMin || /["\\\p{Cc}]/u.test(value)
            ? []
            : [sql<boolean>`${custom}::text ilike ${containing(value)}`]),
        ];
      case 'is':
        return [has(value)];
      case 'yes':
        return [value === 'true' ? has(true) : sql<boolean>`not ${has(true)}`];
      case 'min':
        return [sql<boolean>`${number} >= to_jsonb(${value}::numeric)`];
      case 'max':
        return [sql<boolean>`${number} <= to_jsonb(${value}::numeric) and jsonb_typeof(${number}) = 'number'`];
      case 'from':
        return [sql<boolean>`${day} >= ${value}`];
      case 'to':
        return [sql<boolean>`${day} <= ${value}`];
      default:
        return [];
    }
  });
}
