import type { SaleAmountType, SaleType } from '@tuneport/domain/promotions/sale';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/page.ts';

type Filter = {
  page: number;
  search?: string | undefined;
  state?: 'scheduled' | 'running' | 'ended' | undefined;
  affiliate?: number | undefined;
};

const codes = (db: Db) => db.selectFrom('discount_codes as c').leftJoin('affiliates as a', 'a.id', 'c.affiliate_id');

const columns = [
  'c.id',
  'c.code',
  'c.name',
  'c.affiliate_id',
  'a.name as affiliate_name',
  'c.type',
  'c.amount',
  'c.amount_type',
  'c.share_percent',
  'c.starts_at',
  'c.ends_at',
  'c.uses',
  'c.uses_max',
  'c.created_at',
  'c.updated_at',
] as const;

export const codeById = (db: Db, id: number) => codes(db).select(columns).where('c.id', '=', id).executeTakeFirst();
export type CodeRow = NonNullable<Awaited<ReturnType<typeof codeById>>>;

const usedUp = sql<boolean>`coalesce(c.uses >= c.uses_max, false)`;

export async function listCodes(db: Db, filter: Filter, now: Date) {
  let query = codes(db);
  if (filter.search) {
    const like = containing(filter.search);
    query = query.where((is) => is.or([is('c.code', 'ilike', like), is('c.name', 'ilike', like)]));
  }
  if (filter.affiliate) query = query.where('c.affiliate_id', '=', filter.affiliate);
  if (filter.state === 'ended') query = query.where((is) => is.or([is('c.ends_at', '<=', now), usedUp]));
  else if (filter.state)
    query = query
      .where((is) => is.or([is('c.ends_at', 'is', null), is('c.ends_at', '>', now)]))
      .where('c.starts_at', filter.state === 'scheduled' ? '>' : '<=', now)
      .where((is) => is.not(usedUp));
  return pageOf(query, query.select(columns).orderBy('c.id', 'desc'), filter.page);
}

export const presentCode = (row: CodeRow, now: Date) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  affiliate: row.affiliate_id === null ? null : { id: row.affiliate_id, name: row.affiliate_name ?? '' },
  type: row.type as SaleType,
  // The column has two decimals; trailing zeros are removed from percentages.
  amount: row.amount_type === 'percent' ? row.amount.replace(/\.?0+$/, '') : row.amount,
  amountType: row.amount_type as SaleAmountType,
  share_percent: row.share_percent.replace(/\.?0+$/, '') || '0',
  start: row.starts_at,
  end: row.ends_at,
  uses: row.uses,
  uses_max: row.uses_max,
  state: stateOf(row, now),
  created_at: row.created_at,
  updated_at: row.updated_at,
});

function stateOf(row: CodeRow, now: Date): 'scheduled' | 'running' | 'ended' {
  if ((row.ends_at !== null && row.ends_at <= now) || (row.uses_max !== null && row.uses >= row.uses_max))
    return 'ended';
  return row.starts_at > now ? 'scheduled' : 'running';
}
