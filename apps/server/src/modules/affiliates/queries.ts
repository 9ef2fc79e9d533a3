import type { Db } from '../../platform/db/db.ts';

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
