import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { type ListOrder, notNull, type PagingQuery } from '../../platform/db/lists/keyset.ts';
import { containing, listPage } from '../../platform/db/lists/page.ts';

type DealerFilter = PagingQuery & {
  search?: string | undefined;
  state?: 'active' | 'suspended' | undefined;
  tier?: number | undefined;
};

const memberCount = '(select count(*)::int from dealer_members m where m.dealer_id = dealers.id)';

const order: ListOrder = {
  columns: {
    name: notNull('name'),
    state: notNull('state'),
    created_at: notNull('created_at'),
    members: notNull(memberCount),
  },
  first: 'name',
  id: 'dealers.id',
};

export async function listDealers(db: Db, filter: DealerFilter) {
  let query = db.selectFrom('dealers');
  if (filter.search) {
    const pattern = containing(filter.search);
    query = query.where((eb) =>
      eb.or([eb('name', 'ilike', pattern), eb('slug', 'ilike', pattern), eb('legal_name', 'ilike', pattern)]),
    );
  }
  if (filter.state) query = query.where('state', '=', filter.state);
  if (filter.tier) query = query.where('tier_id', '=', filter.tier);
  const rows = query
    .selectAll()
    .select(sql<number>`${sql.raw(memberCount)}`.as('member_count'))
    .select(sql<string | null>`(select t.name from dealer_tiers t where t.id = dealers.tier_id)`.as('tier_name'));
  return listPage(db, query, rows, filter, order);
}

export const dealerById = (db: Db, id: number, lock?: 'lock') => {
  const query = db.selectFrom('dealers').selectAll().where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};
export type DealerRow = NonNullable<Awaited<ReturnType<typeof dealerById>>>;

export const tierById = (db: Db, id: number) =>
  db
    .selectFrom('dealer_tiers')
    .select(['id', 'name', 'terms'])
    .select(sql<string>`trim_scale(tunes_percent)::text`.as('tunes_percent'))
    .select(sql<string>`trim_scale(products_percent)::text`.as('products_percent'))
    .where('id', '=', id)
    .executeTakeFirst();

export async function slugTaken(db: Db, slug: string, exceptId: number | null): Promise<boolean> {
  const found = await db.selectFrom('dealers').select('id').where('slug', '=', slug).executeTakeFirst();
  return found !== undefined && found.id !== exceptId;
}

export const dealerMembers = (db: Db, dealerId: number) =>
  db
    .selectFrom('dealer_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.name', 'u.email', 'm.kind', 'm.created_at as since'])
    .where('m.dealer_id', '=', dealerId)
    .orderBy('m.kind')
    .orderBy('u.name')
    .execute();

export const dealerTools = (db: Db, dealerId: number) =>
  db
    .selectFrom('dealer_tools as d')
    .innerJoin('tools as t', 't.id', 'd.tool_id')
    .select(['t.id', 't.name', 'd.install_fee_minor'])
    .where('d.dealer_id', '=', dealerId)
    .where('t.is_dealer_ownable', '=', true)
    .orderBy('t.name')
    .execute();
