import type { Db } from '../../../platform/db/db.ts';
import type { Beneficiary } from '../../ledger/index.ts';

export async function buyerOfOrder(db: Db, id: number): Promise<Beneficiary> {
  const row = await db.selectFrom('orders').select(['user_id', 'dealer_id']).where('id', '=', id).executeTakeFirst();
  return { user: row?.user_id, dealer: row?.dealer_id };
}

/** The names of a sale's buyer and dealer, for links to their pages. */
export async function buyerNames(db: Db, { user, dealer }: { user: number | null; dealer: number | null }) {
  const [userRow, dealerRow] = await Promise.all([
    user === null ? null : db.selectFrom('users').select(['id', 'name']).where('id', '=', user).executeTakeFirst(),
    dealer === null
      ? null
      : db.selectFrom('dealers').select(['id', 'name']).where('id', '=', dealer).executeTakeFirst(),
  ]);
  return { user: userRow ?? null, dealer: dealerRow ?? null };
}
