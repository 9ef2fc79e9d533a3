import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { containing, pageOf } from '../../platform/db/page.ts';

type Filter = { page: number; search?: string | undefined; state?: 'active' | 'suspended' | undefined };

export async function listAffiliates(db: Db, filter: Filter) {
  let query = db.selectFrom('affiliates');
  if (filter.search) query = query.where('name', 'ilike', containing(filter.search));
  if (filter.state) query = query.where('state', '=', filter.state);
  const rows = query
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from affiliate_members m where m.affiliate_id = affiliates.id)`.as(
        'member_count',
      ),
    )
    .orderBy('name')
    .orderBy('id');
  return pageOf(query, rows, filter.page);
}

export const affiliateById = (db: Db, id: number, lock?: 'lock') => {
  const query = db.selectFrom('affiliates').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

export const affiliateMembers = (db: Db, affiliateId: number) =>
  db
    .selectFrom('affiliate_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.name', 'u.email', 'm.created_at as since'])
    .where('m.affiliate_id', '=', affiliateId)
    .orderBy('u.name')
    .execute();
