import type { PurchaseApprovalState } from '@tuneport/domain/dealers/purchase-approval-states';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';

export const approvalById = (db: Db, id: number, lock?: 'lock') => {
  const query = db.selectFrom('dealer_purchase_approvals').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};
export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof approvalById>>>;

const Lines = z.array(z.object({ label: z.string(), amount_minor: z.string() }));
export const approvalLines = (row: Pick<ApprovalRow, 'lines'>) =>
  Lines.parse(row.lines).map(({ label, amount_minor }) => ({ label, amountMinor: BigInt(amount_minor) }));

export async function managerCount(db: Db, dealerId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from dealer_members where dealer_id = ${dealerId} and kind = 'manager'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The waiting request of a member for a selection or a tune request. */
export const waitingApproval = (
  db: Db,
  of: { dealerId: number; userId: number; requestId: number | null; estimateHash: string },
) => {
  const query = db.selectFrom('dealer_purchase_approvals').select('id').where('state', '=', 'waiting');
  return (
    of.requestId === null
      ? query
          .where('dealer_id', '=', of.dealerId)
          .where('user_id', '=', of.userId)
          .where('estimate_hash', '=', of.estimateHash)
          .where('request_id', 'is', null)
      : query.where('request_id', '=', of.requestId)
  ).executeTakeFirst();
};

export async function waitingCount(db: Db, dealerId: number, userId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from dealer_purchase_approvals
    where dealer_id = ${dealerId} and state = 'waiting' and (${userId}::integer is null or user_id = ${userId})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

type Filter = { page: number; state?: PurchaseApprovalState | undefined };

/** Newest first; of one member, or of all. */
export function listApprovals(db: Db, dealerId: number, userId: number | null, filter: Filter) {
  let query = db.selectFrom('dealer_purchase_approvals').where('dealer_id', '=', dealerId);
  if (userId !== null) query = query.where('user_id', '=', userId);
  if (filter.state) query = query.where('state', '=', filter.state);
  return pageOf(query, query.selectAll().orderBy('id', 'desc'), filter.page);
}
