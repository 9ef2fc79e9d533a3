import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';

export async function findDuplicates(db: Db, id: number) {
  const found = await db.selectFrom('lead_contacts').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const { rows } = await sql<{ id: number; name: string; because: string }>`
    select x.id, x.name, case
      when x.emails && r.emails then 'Same e-mail address'
      when x.phones && r.phones then 'Same phone number'
      else 'Same name' end as because
    from lead_contacts r join lead_contacts x on x.id <> r.id
      and (lower(x.name) = lower(r.name) or (r.emails <> '{}' and x.emails && r.emails) or (r.phones <> '{}' and x.phones && r.phones))
    where r.id = ${id} order by x.id limit 50`.execute(db);
  return rows;
}

/** Moves everything of another contact to this one and deletes it. Fields of this contact stay; empty ones are filled. */
export async function mergeContacts(db: Db, actor: Actor, id: number, otherId: number, now: Date): Promise<void> {
  if (id === otherId) throw fieldRefusal({ contactId: ['Choose another contact.'] });
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from lead_contacts where id in (${id}, ${otherId}) order by id for update`.execute(db);
  if (!rows.some((row) => row.id === id)) throw new Refusal('not_found');
  const other = rows.find((row) => row.id === otherId);
  if (!other) throw fieldRefusal({ contactId: ['This contact no longer exists.'] });
  for (const table of ['lead_deals', 'lead_notes', 'lead_activities', 'lead_opportunities', 'lead_mails'] as const)
    await sql`update ${sql.table(table)} set contact_id = ${id} where contact_id = ${otherId}`.execute(db);
  await sql`insert into lead_deal_participants (deal_id, contact_id)
    select deal_id, ${id}::integer from lead_deal_participants where contact_id = ${otherId} on conflict do nothing`.execute(
    db,
  );
  await sql`insert into lead_contact_labels (contact_id, label_id)
    select ${id}::integer, label_id from lead_contact_labels where contact_id = ${otherId} on conflict do nothing`.execute(
    db,
  );
  // A withdrawn consent of either stays withdrawn.
  await sql`update lead_contacts k set
      emails = array(select distinct e from unnest(k.emails || o.emails) e),
      phones = array(select distinct p from unnest(k.phones || o.phones) p),
      organization_id = coalesce(k.organization_id, o.organization_id),
      owner_id = coalesce(k.owner_id, o.owner_id),
      consent = case when 'withdrawn' in (k.consent, o.consent) then 'withdrawn'
        when k.consent = 'unknown' then o.consent else k.consent end,
      consent_at = coalesce(k.consent_at, o.consent_at),
      updated_at = ${now}
    from lead_contacts o where k.id = ${id} and o.id = ${otherId}`.execute(db);
  await db.deleteFrom('lead_contacts').where('id', '=', otherId).execute();
  await writeAudit(db, actor, 'lead-contacts.merge', `lead-contact:${id}`, {
    after: { merged: `${other.name} (${otherId})` },
  });
}
