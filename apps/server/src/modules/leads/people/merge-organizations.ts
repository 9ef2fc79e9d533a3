import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { cardNamesChanged } from '../deals/board.ts';

const nameKey = (table: string) => sql`lead_name_key(${sql.ref(`${table}.name`)})`;
const siteKey = (table: string) => sql`lead_site_key(${sql.ref(`${table}.website`)})`;
const phoneKeys = (table: string) => sql`lead_phone_keys(array[${sql.ref(`${table}.phone`)}])`;
const sameName = sql<boolean>`${nameKey('x')} = ${nameKey('r')}`;
const sameSite = sql<boolean>`(${siteKey('r')} <> '' and ${siteKey('x')} = ${siteKey('r')})`;
const samePhone = sql<boolean>`${phoneKeys('x')} && ${phoneKeys('r')}`;

/** Whether `x` may be the organization `r`. Case, spaces and punctuation of names, and "https://www." do not count. */
export const isSameOrganization = sql<boolean>`(${sameName} or ${sameSite} or ${samePhone})`;

export async function findSameOrganizations(db: Db, id: number) {
  const found = await db.selectFrom('lead_organizations').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const { rows } = await sql<{ id: number; name: string; because: string }>`
    select x.id, x.name, case when ${sameName} then 'Same name' when ${sameSite} then 'Same website'
      else 'Same phone number' end as because
    from lead_organizations r join lead_organizations x on x.id <> r.id and ${isSameOrganization}
    where r.id = ${id} order by x.id limit 50`.execute(db);
  return rows;
}

/** Moves contacts, deals and opportunities of another organization to this one and deletes it. Fields that are set stay. */
export async function mergeOrganizations(db: Db, actor: Actor, id: number, otherId: number, now: Date): Promise<void> {
  if (id === otherId) throw fieldRefusal({ organizationId: ['Choose another organization.'] });
  // Deals and contacts first: someone who gives them another organization has locked them already.
  for (const table of ['lead_deals', 'lead_contacts'] as const)
    await sql`select id from ${sql.table(table)} where organization_id = ${otherId} order by id for update`.execute(db);
  const { rows } = await sql<{ id: number; name: string; updated_at: Date }>`
    select id, name, updated_at from lead_organizations where id in (${id}, ${otherId}) order by id for update`.execute(
    db,
  );
  const own = rows.find((row) => row.id === id);
  if (!own) throw new Refusal('not_found');
  const other = rows.find((row) => row.id === otherId);
  if (!other) throw fieldRefusal({ organizationId: ['This organization no longer exists.'] });
  for (const table of ['lead_contacts', 'lead_deals', 'lead_opportunities'] as const)
    await sql`update ${sql.table(table)} set organization_id = ${id} where organization_id = ${otherId}`.execute(db);
  await sql`update lead_organizations k set
      website = coalesce(nullif(k.website, ''), o.website), phone = coalesce(nullif(k.phone, ''), o.phone),
      address = coalesce(nullif(k.address, ''), o.address), owner_id = coalesce(k.owner_id, o.owner_id),
      updated_at = ${nextUpdatedAt(own.updated_at, now)}
    from lead_organizations o where k.id = ${id} and o.id = ${otherId}`.execute(db);
  await db.deleteFrom('lead_organizations').where('id', '=', otherId).execute();
  await cardNamesChanged(db, sql`d.organization_id = ${id}`);
  await writeAudit(db, actor, 'lead-organizations.merge', `lead-organization:${id}`, {
    after: { merged: `${other.name} (${otherId})` },
  });
}
