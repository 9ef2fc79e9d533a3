import { discountCodes } from '@tuneport/contract/store/store-codes-admin';
import type { SaleAmountType, SaleType } from '@tuneport/domain/promotions/sale';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { DiscountCodes } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defineRecords } from '../../../platform/records/define-records.ts';
import { findRecord } from '../../../platform/records/records.ts';
import { lockRow, touchRows, updateRow } from '../../../platform/records/rows.ts';
import { affiliateById } from '../../affiliates/index.ts';
import { writeAudit } from '../../audit/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { saleCodeTaken } from '../../settings/index.ts';

type Row = Selectable<DiscountCodes> & { affiliate_name: string | null };
type RunState = 'scheduled' | 'running' | 'ended';
const nameTaken = 'Another code or sale has this name already.';

const ended = (now: Date) => sql`(coalesce(r.ends_at <= ${now}, false) or coalesce(r.uses >= r.uses_max, false))`;
const inState = (state: RunState, now: Date): RawBuilder<boolean> =>
  state === 'ended' ? sql`${ended(now)}` : sql`not ${ended(now)} and (r.starts_at > ${now}) = ${state === 'scheduled'}`;

export const codes = defineRecords(discountCodes, {
  table: 'discount_codes',
  subject: 'code',
  acts: 'codes',
  select: sql<Row>`r.*, a.name as affiliate_name`,
  join: sql`left join affiliates a on a.id = r.affiliate_id`,
  search: ['r.code', 'r.name'],
  filters: { affiliate: (affiliate) => sql`r.affiliate_id = ${affiliate}`, state: inState },
  sort: { code: 'r.code', uses: 'r.uses', end: 'r.ends_at' },
  order: 'r.id desc',
  constraints: {
    discount_codes_code_key: ['code', nameTaken],
    discount_codes_affiliate_id_fkey: ['affiliate_id', 'There is no such affiliate.'],
  },
  present,
  toRow: ({ start, end, amountType, ...same }, { actor }) => ({
    ...same,
    starts_at: start,
    ends_at: end,
    amount_type: amountType,
    changed_by: actor.userId,
  }),
  async initial(db, { affiliate_id, share_percent, start }, { now }) {
    const affiliate = affiliate_id === null ? undefined : await affiliateById(db, affiliate_id);
    return { starts_at: start ?? now, share_percent: share_percent ?? affiliate?.share_percent ?? '0' };
  },
  async check(db, change, before, { actor, now }) {
    const code = { ...before, ...withoutUndefined(change) };
    const owner = change.affiliate_id === undefined ? (before?.affiliate?.id ?? null) : change.affiliate_id;
    await requireNotOwnBusiness(db, actor, { affiliate: before?.affiliate?.id }, { affiliate: owner });
    const isTooMuch = code.amountType === 'percent' && Number(code.amount) > 100;
    const isTaken = change.code !== undefined && (await saleCodeTaken(db, change.code, null));
    return {
      end: code.end && code.end <= (code.start ?? now) ? ['The end must be after the start.'] : undefined,
      amount: isTooMuch ? ['A code can take at most 100 percent off.'] : undefined,
      uses_max:
        before && code.uses_max != null && code.uses_max < before.uses
          ? [`This code was used ${before.uses} times already.`]
          : undefined,
      code: isTaken ? [nameTaken] : undefined,
    };
  },
});

/** It takes nothing off from now on; what it was used for stays. */
export async function endCode(db: Db, actor: Actor, id: number, now: Date) {
  await lockRow(db, 'discount_codes', id);
  const before = await findRecord(db, codes.kind, id, now);
  if (before.end !== null && before.end <= now) return before;
  // A code that has not started yet ends at its start.
  const start = before.start < now ? before.start : new Date(now.getTime() - 1000);
  await updateRow(db, 'discount_codes', id, { starts_at: start, ends_at: now, changed_by: actor.userId });
  await touchRows(db, 'discount_codes', [id], now);
  const change = { before: { start: before.start, end: before.end }, after: { start, end: now } };
  await writeAudit(db, actor, 'codes.end', `code:${id}`, change);
  return findRecord(db, codes.kind, id, now);
}

function present(row: Row, now: Date) {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    affiliate_id: row.affiliate_id,
    affiliate: row.affiliate_id === null ? null : { id: row.affiliate_id, name: row.affiliate_name ?? '' },
    type: row.type as SaleType,
    // The column keeps two decimals; a percentage reads better without empty ones.
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
  };
}

function stateOf(row: Row, now: Date): RunState {
  if ((row.ends_at !== null && row.ends_at <= now) || (row.uses_max !== null && row.uses >= row.uses_max))
    return 'ended';
  return row.starts_at > now ? 'scheduled' : 'running';
}

const withoutUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
