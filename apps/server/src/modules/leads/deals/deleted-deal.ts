import type { Db } from '../../../platform/db/db.ts';

/** Errors of a form that adds something to a deal that was deleted. */
export async function deletedDealErrors(db: Db, dealId: number | null | undefined): Promise<{ dealId?: string[] }> {
  if (dealId === null || dealId === undefined) return {};
  const deal = await db.selectFrom('lead_deals').select('deleted_at').where('id', '=', dealId).executeTakeFirst();
  return deal?.deleted_at ? { dealId: ['This deal was deleted. Restore it first.'] } : {};
}
