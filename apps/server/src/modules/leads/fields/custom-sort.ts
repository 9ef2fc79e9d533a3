import { type CustomFieldKind, customFieldName } from '@tuneport/domain/leads/custom-fields';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { notNull, type SortColumns } from '../../../platform/db/lists/keyset.ts';

const sortedId = (wanted: string | undefined): number | null => {
  const [, id] = /^-?custom\.([1-9]\d{0,8})$/.exec(wanted ?? '') ?? [];
  return id === undefined ? null : Number(id);
};

/**
 * The column that a sort parameter such as "-custom.3" names, or none. JSON sorts numbers by their value; texts are
 * sorted without regard to case, like the other columns. Records without a value are last.
 */
export function customSort(column: 'd.custom' | 'r.custom', wanted: string | undefined): SortColumns {
  const id = sortedId(wanted);
  if (id === null) return {};
  const value = `${column} -> '${id}'`;
  const text = `to_jsonb(lower(${column} ->> '${id}'))`;
  return { [customFieldName(id)]: `(case jsonb_typeof(${value}) when 'string' then ${text} else ${value} end)` };
}

const indexedKinds: readonly CustomFieldKind[] = ['number', 'money', 'date'];

type IndexedSort = {
  /** Of all deals. */
  readonly columns: SortColumns;
  /** The deals that have a value, and the same order of them, read from the index of values. */
  readonly valued: { readonly from: RawBuilder<unknown>; readonly columns: SortColumns };
};

/** How deals are sorted by a number or a date, whose values are rows of `lead_deal_values`; null for any other sort. */
export async function indexedDealSort(db: Db, wanted: string | undefined): Promise<IndexedSort | null> {
  const id = sortedId(wanted);
  if (id === null) return null;
  const field = await db
    .selectFrom('lead_fields')
    .select('id')
    .where('id', '=', id)
    .where('record', '=', 'deal')
    .where('kind', 'in', indexedKinds)
    .executeTakeFirst();
  if (!field) return null;
  const name = customFieldName(id);
  // Both orders compare the same keys, so a cursor of one is a cursor of the other.
  const key = `(case when d.custom ? '${id}' then jsonb_build_array(${id}, d.custom -> '${id}') end)`;
  // JSON sorts null before texts and numbers, and yes and no after them.
  const [lowest, highest] = [JSON.stringify([id, null]), JSON.stringify([id, false])];
  const from = sql`(select * from lead_deal_values where key > ${lowest}::jsonb and key < ${highest}::jsonb) v
    join lead_deals d on d.id = v.deal_id`;
  return { columns: { [name]: key }, valued: { from, columns: { [name]: notNull('v.key') } } };
}
