import { type CustomFilter, parseCustomFilters } from '@tuneport/domain/leads/custom-fields';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../../platform/db/lists/page.ts';

/** Shorter texts have no trigram to look up. */
const trigramMin = 3;

/** The records whose custom values are filtered: `d` is a deal, `r` a contact. */
const sources = {
  deal: { custom: sql.ref('d.custom'), id: sql.ref('d.id'), values: sql`select deal_id from lead_deal_values` },
  contact: {
    custom: sql.ref('r.custom'),
    id: sql.ref('r.id'),
    values: sql`select contact_id from lead_contact_values`,
  },
} as const;

/** The conditions of filters by custom fields. */
export function customConditions(record: keyof typeof sources, text: string): RawBuilder<boolean>[] {
  const { custom, id: recordId, values } = sources[record];
  const filters = parseCustomFilters(text) ?? [];
  return [
    ...rangesOf(filters).map((within) => sql<boolean>`${recordId} in (${values} where ${within})`),
    ...filters.flatMap(({ id, op, value }): RawBuilder<boolean>[] => {
      const has = (wanted: unknown) => sql<boolean>`${custom} @> ${JSON.stringify({ [id]: wanted })}::jsonb`;
      switch (op) {
        case 'contains':
          return [
            sql<boolean>`(${custom} ->> ${String(id)}) ilike ${containing(value)}`,
            // The same text in the whole column, which has an index; JSON writes quotes and backslashes differently.
            ...(value.length < trigramMin || /["\\\p{Cc}]/u.test(value)
              ? []
              : [sql<boolean>`${custom}::text ilike ${containing(value)}`]),
          ];
        case 'is':
          return [has(value)];
        case 'yes':
          return [value === 'true' ? has(true) : sql<boolean>`not ${has(true)}`];
        default:
          return [];
      }
    }),
  ];
}

/** How many fields are filtered by a range. */
export const rangeCount = (text: string): number => rangesOf(parseCustomFilters(text) ?? []).length;

/** JSON sorts texts before numbers and numbers before yes and no; no number is as small as this. */
const belowNumbers = '-99999999999999';
type Kind = 'number' | 'day';
const bounds: Readonly<Record<Kind, readonly [from: string, below: string]>> = {
  number: [belowNumbers, 'false'],
  day: ['""', belowNumbers],
};

/** One range of keys for each field, so that a lower and an upper limit are read together. */
function rangesOf(filters: readonly CustomFilter[]): RawBuilder<boolean>[] {
  const ranges = new Map<string, { id: number; kind: Kind; from?: string; to?: string }>();
  for (const { id, op, value } of filters) {
    if (op !== 'min' && op !== 'max' && op !== 'from' && op !== 'to') continue;
    const kind: Kind = op === 'min' || op === 'max' ? 'number' : 'day';
    // JSON has no leading zeros.
    const limit = JSON.stringify(kind === 'number' ? Number(value) : value);
    const name = `${id} ${kind}`;
    ranges.set(name, { ...ranges.get(name), id, kind, [op === 'min' || op === 'from' ? 'from' : 'to']: limit });
  }
  return [...ranges.values()].map(({ id, kind, from, to }) => {
    const [lowest, above] = bounds[kind];
    const key = (value: string) => sql`${`[${id}, ${value}]`}::jsonb`;
    return to === undefined
      ? sql<boolean>`key >= ${key(from ?? lowest)} and key < ${key(above)}`
      : sql<boolean>`key >= ${key(from ?? lowest)} and key <= ${key(to)}`;
  });
}
