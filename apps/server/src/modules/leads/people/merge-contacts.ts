import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { contactListMax } from '../imports/read-contact.ts';

export async function findDuplicates(db: Db, id: number) {
  const found = await db.selectFrom('lead_contacts').select('id').where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('not_found');
  const { rows } = await sql<{ id: number; name: string; because: string }>`
    select x.id, x.name, case
      when x.emails && r.emails then 'Same e-mail address'
      when x.phone_keys && r.phone_keys then 'Same phone number'
      else 'Same name' end as because
    from lead_contacts r join lead_contacts x on x.id <> r.id
      and (lower(x.name) = lower(r.name) or (r.emails <> '{}' and x.emails && r.emails) or (r.phone_keys <> '{}' and x.phone_keys && r.phone_keys))
    where r.id = ${id} order by x.id limit 50`.execute(db);
  return rows;
}

const phoneKey = (phone: string): string => phone.replace(/\D/g, '').replace(/^00/, '') || phone;

/** Both lists without repetitions, in their order. */
function united(own: readonly string[], more: readonly string[], keyOf: (text: string) => string): string[] {
  const byKey = new Map<string, string>();
  for (const text of [...own, ...more]) if (!byKey.has(keyOf(text))) byKey.set(keyOf(text), text);
  return [...byKey.values()];
}

/** A contact with more than its form can save could no longer be changed. */
function requireRoom(
  own: readonly string[],
  more: readonly string[],
  what: string,
  keyOf: (text: string) => string,
): void {
  const { length } = united(own, more, keyOf);
  if (length > contactListMax)
    throw fieldRefusal({
      contactId: [
        `Together they have ${length} ${what}, and a contact can have at most ${contactListMax}. Remove some first.`,
      ],
    });
}

/**
 * Moves everything of another contact to this one and deletes it. Fields of this contact stay; empty ones are filled.
 */
export async function mergeContacts(db: Db, actor: Actor, id: number, otherId: number, now: Date): Promise<void> {
  if (id === otherId) throw fieldRefusal({ contactId: ['Choose another contact.'] });
  const { rows } = await sql<{ id: number; name: string; emails: string[]; phones: string[] }>`
    select id, name, emails, phones from lead_contacts where id in (${id}, ${otherId}) order by id for update`.execute(
    db,
  );
  const own = rows.find((row) => row.id === id);
  if (!own) throw new Refusal('not_found');
  const other = rows.find((row) => row.id === otherId);
  if (!other) throw fieldRefusal({ contactId: ['This contact no longer exists.'] });
  requireRoom(own.emails, other.emails, 'e-mail addresses', (email) => email.toLowerCase());
  requireRoom(own.phones, other.phones, 'phone numbers', phoneKey);
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
      emails = ${united(own.emails, other.emails, (email) => email.toLowerCase())}::text[],
      phones = ${united(own.phones, other.phones, phoneKey)}::text[],
      custom = o.custom || k.custom,
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
