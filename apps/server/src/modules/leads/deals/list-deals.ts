import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import {
  countMax,
  keyset,
  notNull,
  type PagingQuery,
  type SortColumns,
  withCursorMessages,
} from '../../../platform/db/lists/keyset.ts';
import { countOf, pageFields } from '../../../platform/db/lists/page.ts';
import { rangeCount } from '../fields/custom-filters.ts';
import { customSort, indexedDealSort } from '../fields/custom-sort.ts';
import { onDays } from '../sql-parts.ts';
import { type DealFilters, dealsWhere, filterConditions, presentDeal } from './deal-queries.ts';

type DealListFilter = DealFilters & {
  mode: 'open' | 'won' | 'lost' | 'archived';
  archived?: 'true' | undefined;
  pipeline?: number | undefined;
  stage?: number | undefined;
  contact?: number | undefined;
  organization?: number | undefined;
  closedFrom?: string | undefined;
  closedTo?: string | undefined;
  lostReason?: string | undefined;
  enteredStage?: number | undefined;
  leftStage?: number | undefined;
  movedFrom?: string | undefined;
  movedTo?: string | undefined;
};

const sortable = {
  title: notNull('lower(d.title)'),
  value: notNull('d.value_minor'),
  expectedCloseDate: 'd.expected_close_date',
  closedAt: 'd.closed_at',
  createdAt: notNull('d.created_at'),
  id: notNull('d.id'),
};

/** Each counted row has to be compared with the search text or with a second range, so fewer are counted. */
const foundMax = 1_000;

/** So few are faster sorted than found by an index of all deals. */
const sortedMax = 5_000;

/** The ids of all deals that match, for an action on all of them. */
export async function matchingDeals(
  db: Db,
  filter: DealListFilter,
  { ids, max }: { ids: readonly number[] | undefined; max: number },
): Promise<number[]> {
  const conditions = conditionsOf(filter);
  if (ids) conditions.push(sql`d.id = any(${[...ids]}::integer[])`);
  const { rows } = await sql<{ id: number }>`select d.id from lead_deals d where ${sql.join(conditions, sql` and `)}
    order by d.id limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
}

const conditionsOf = (filter: DealListFilter): RawBuilder<unknown>[] => [
  sql`d.deleted_at is null`,
  ...modeConditions(filter),
  ...filterConditions(filter),
  ...(filter.pipeline === undefined ? [] : [sql`d.pipeline_id = ${filter.pipeline}`]),
  ...(filter.stage === undefined ? [] : [sql`d.stage_id = ${filter.stage}`]),
  ...(filter.contact === undefined ? [] : [sql`d.contact_id = ${filter.contact}`]),
  ...(filter.organization === undefined ? [] : [sql`d.organization_id = ${filter.organization}`]),
  onDays('d.closed_at', filter.closedFrom, filter.closedTo),
  ...(filter.lostReason === undefined ? [] : [sql`d.lost_reason = ${filter.lostReason}`]),
  ...moveConditions(filter),
];

export async function listDeals(db: Db, filter: DealListFilter & PagingQuery, now: Date) {
  const where = sql.join(conditionsOf(filter), sql` and `);
  const max = filter.search || rangeCount(filter.custom ?? '{}') > 1 ? foundMax : countMax;
  const [total, { keys, rows: found }] = await withCursorMessages(filter, () => {
    const counted = countOf(db, sql`select 1 from lead_deals d where ${where} limit ${max + 1}`);
    return Promise.all([counted, pageOfIds(db, filter, where, async () => (await counted) > Math.min(max, sortedMax))]);
  });
  const { data, ...cursors } = keys.finish(found);
  const wanted = data.map(({ id }) => id);
  const rows = wanted.length === 0 ? [] : await dealsWhere(db, sql`d.id = any(${wanted}::integer[])`, sql``);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    ...pageFields(total, filter.page, keys.size, max),
    ...cursors,
    data: wanted.flatMap((id) => byId.get(id) ?? []).map((row) => presentDeal(row, now)),
  };
}

/** The ids of a page and one more. */
async function pageOfIds(
  db: Db,
  filter: DealListFilter & PagingQuery,
  where: RawBuilder<unknown>,
  areMany: () => Promise<boolean>,
) {
  const first = filter.mode === 'won' || filter.mode === 'lost' ? '-closedAt' : '-id';
  const keysOf = (columns: SortColumns) => keyset({ columns: { ...sortable, ...columns }, first, id: 'd.id' }, filter);
  const read = async (from: RawBuilder<unknown>, columns: SortColumns) => {
    const keys = keysOf(columns);
    const here = keys.where ? sql`${where} and ${keys.where}` : where;
    const position = keys.position ? sql`, ${keys.position} as list_position` : sql``;
    const { rows } = await sql<{ id: number }>`select d.id${position} from ${from} where ${here}
      order by ${keys.orderBy} limit ${keys.size + 1} offset ${keys.offset}`.execute(db);
    return { keys, rows };
  };
  const indexed = await indexedDealSort(db, filter.sort);
  if (!indexed) return read(sql`lead_deals d`, customSort('d.custom', filter.sort));
  // Deals without a value are last: only a page that is not full can have some, or one that continues from such a deal.
  const isValued = !keysOf(indexed.columns).isBesideNull && (await areMany());
  const page = isValued ? await read(indexed.valued.from, indexed.valued.columns) : null;
  return page && page.rows.length > page.keys.size ? page : read(sql`lead_deals d`, indexed.columns);
}

function modeConditions({ mode, archived, enteredStage, leftStage }: DealListFilter): RawBuilder<unknown>[] {
  if (enteredStage !== undefined || leftStage !== undefined) return [];
  if (mode === 'archived') return [sql`d.archived_at is not null`];
  const state = sql`d.state = ${mode}`;
  return archived ? [state] : [state, sql`d.archived_at is null`];
}

/** The deals behind the figures of a stage in the report. */
function moveConditions({ enteredStage, leftStage, movedFrom, movedTo }: DealListFilter): RawBuilder<unknown>[] {
  const moved = (condition: RawBuilder<unknown>) =>
    sql`d.id in (select e.deal_id from lead_deal_events e where ${condition} and ${onDays('e.at', movedFrom, movedTo)})`;
  return [
    ...(enteredStage === undefined ? [] : [moved(sql`e.to_stage_id = ${enteredStage}`)]),
    ...(leftStage === undefined ? [] : [moved(sql`e.from_stage_id = ${leftStage} and e.event <> 'reopen'`)]),
  ];
}
