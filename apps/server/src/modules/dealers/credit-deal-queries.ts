import type { CreditDealState } from '@tuneport/domain/dealers/credit-deal-states';
import type { Db } from '../../platform/db/db.ts';
import { containing, pageOf } from '../../platform/db/lists/page.ts';

type DealFilter = {
  page: number;
  search?: string | undefined;
  state?: CreditDealState | undefined;
  dealer?: number | undefined;
};

const withDealer = (db: Db) =>
  db.selectFrom('dealer_credit_deals as c').innerJoin('dealers as d', 'd.id', 'c.dealer_id');

export async function listDeals(db: Db, filter: DealFilter) {
  let query = withDealer(db);
  if (filter.search) {
    const pattern = containing(filter.search);
    query = query.where((eb) => eb.or([eb('c.title', 'ilike', pattern), eb('d.name', 'ilike', pattern)]));
  }
  if (filter.state) query = query.where('c.state', '=', filter.state);
  if (filter.dealer) query = query.where('c.dealer_id', '=', filter.dealer);
  const rows = query.selectAll('c').select(['d.name as dealer_name', 'd.slug as dealer_slug']).orderBy('c.id', 'desc');
  return pageOf(query, rows, filter);
}

export const dealById = (db: Db, id: number, lock?: 'lock') => {
  const query = withDealer(db)
    .selectAll('c')
    .select(['d.name as dealer_name', 'd.slug as dealer_slug'])
    .where('c.id', '=', id);
  return (lock ? query.forUpdate('c') : query).executeTakeFirst();
};
export type DealRow = NonNullable<Awaited<ReturnType<typeof dealById>>>;

export const dealHistory = (db: Db, id: number) =>
  db
    .selectFrom('dealer_credit_deal_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.event', 'e.to_state', 'u.name as actor_name', 'e.reason'])
    .where('e.deal_id', '=', id)
    .orderBy('e.id')
    .execute();
