import { affiliateTerms, affiliateTermsVersion } from '@tuneport/domain/affiliates/terms';
import { may } from '@tuneport/domain/identity/permissions';
import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Affiliates } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { containing, pageOf } from '../../../platform/db/lists/page.ts';

type Row = Selectable<Affiliates>;

const present = (row: Row, accepted: boolean) => ({
  id: row.id,
  name: row.name,
  state: row.state as 'active' | 'suspended',
  currency: row.currency,
  share_percent: row.share_percent,
  level: row.level,
  website: row.website,
  remittance_email: row.remittance_email,
  terms_due: accepted ? null : affiliateTermsVersion,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

const acceptedNow = sql<boolean>`exists (select from affiliate_terms t
  where t.affiliate_id = affiliates.id and t.version = ${affiliateTermsVersion})`.as('accepted');

export async function presentAffiliate(db: Db, id: number) {
  const { accepted, ...row } = await db
    .selectFrom('affiliates')
    .selectAll()
    .select(acceptedNow)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return present(row, accepted);
}

export async function listAffiliates(
  db: Db,
  actor: Actor,
  { page, search }: { page: number; search?: string | undefined },
) {
  let query = db.selectFrom('affiliates');
  if (!may(actor, 'affiliates.admin')) {
    const own = actor.affiliates.map(({ id }) => id);
    query = query.where('id', 'in', own.length > 0 ? own : [0]);
  }
  if (search) query = query.where('name', 'ilike', containing(search));
  const list = await pageOf(query, query.selectAll().select(acceptedNow).orderBy('name').orderBy('id'), page);
  return { ...list, data: list.data.map(({ accepted, ...row }) => present(row, accepted)) };
}

/** All versions with their acceptance, newest first. */
export async function presentTerms(db: Db, id: number) {
  const rows = await db
    .selectFrom('affiliate_terms as t')
    .leftJoin('users as u', 'u.id', 't.accepted_by')
    .select(['t.version', 't.accepted_at', 'u.name'])
    .where('t.affiliate_id', '=', id)
    .execute();
  return affiliateTerms.map(({ version }) => {
    const found = rows.find((row) => row.version === version);
    return { version, accepted_at: found?.accepted_at ?? null, accepted_by: found?.name ?? null };
  });
}
