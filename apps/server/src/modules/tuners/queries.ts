import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { containing, pageOf } from '../../platform/db/lists/page.ts';

type TunerFilter = {
  page: number;
  search?: string | undefined;
  state?: 'active' | 'suspended' | undefined;
  brand?: number | undefined;
};

const brandsOf = sql<{ id: number; name: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'name', b.name) order by b.name), '[]')
  from tuner_brand_members m join tuner_brands b on b.id = m.brand_id where m.tuner_id = tuners.id
)`;

export async function listTuners(db: Db, filter: TunerFilter) {
  let query = db.selectFrom('tuners');
  if (filter.search) {
    const pattern = containing(filter.search);
    query = query.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('slug', 'ilike', pattern)]));
  }
  if (filter.state) query = query.where('state', '=', filter.state);
  if (filter.brand)
    query = query.where(
      sql<boolean>`exists (select from tuner_brand_members m where m.tuner_id = tuners.id and m.brand_id = ${filter.brand})`,
    );
  const rows = query
    .selectAll()
    .select(sql<number>`(select count(*)::int from tuner_members m where m.tuner_id = tuners.id)`.as('member_count'))
    .select(brandsOf.as('brands'))
    .orderBy('name')
    .orderBy('id');
  return pageOf(query, rows, filter);
}

export const tunerById = (db: Db, id: number) =>
  db.selectFrom('tuners').selectAll().select(brandsOf.as('brands')).where('id', '=', id).executeTakeFirst();

export const ownTuners = async (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('tuners')
        .selectAll()
        .select(brandsOf.as('brands'))
        .where('id', 'in', [...ids])
        .orderBy('name')
        .orderBy('id')
        .execute();

export const lockTuner = (db: Db, id: number) =>
  db.selectFrom('tuners').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const tunerMembers = (db: Db, tunerId: number) =>
  db
    .selectFrom('tuner_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.name', 'u.email', 'm.created_at as since'])
    .where('m.tuner_id', '=', tunerId)
    .orderBy('u.name')
    .execute();

export const brandMembers = (db: Db, brandId: number) =>
  db
    .selectFrom('tuner_brand_members as m')
    .innerJoin('tuners as t', 't.id', 'm.tuner_id')
    .select(['m.tuner_id', 't.name', 't.slug', 'm.created_at as since'])
    .where('m.brand_id', '=', brandId)
    .orderBy('t.name')
    .execute();

/** Whether another tuner has this URL slug. */
export async function slugTaken(db: Db, slug: string, exceptId: number | null): Promise<boolean> {
  const found = await db.selectFrom('tuners').select('id').where('slug', '=', slug).executeTakeFirst();
  return found !== undefined && found.id !== exceptId;
}

/** Whether a user works as a tuner: for an active tuner, or by flag t unless all their tuners are suspended. */
export async function worksAsTuner(db: Db, user: { readonly id: number; readonly flags: readonly string[] }) {
  const tuners = await db
    .selectFrom('tuner_members as m')
    .innerJoin('tuners as t', 't.id', 'm.tuner_id')
    .select('t.state')
    .where('m.user_id', '=', user.id)
    .execute();
  return tuners.length === 0 ? user.flags.includes('t') : tuners.some(({ state }) => state === 'active');
}
