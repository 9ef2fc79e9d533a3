import { leadLimits } from '@tuneport/domain/leads/limits';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { cardNamesChanged } from '../deals/board.ts';

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

type Keyed = readonly (readonly [key: string, text: string])[];

/** Both lists in their order, each key once. A contact with more than its form can save could no longer be changed. */
function united(own: Keyed, more: Keyed, what: string): string[] {
  const byKey = new Map<string, string>();
  for (const [key, text] of [...own, ...more]) if (!byKey.has(key)) byKey.set(key, text);
  if (byKey.size > leadLimits.addresses)
    throw fieldRefusal({
      contactId: [
        `Together they have ${byKey.size} ${what}, and a contact can have at most ${leadLimits.addresses}. Remove some first.`,
      ],
    });
  return [...byKey.values()];
}

const keyedEmails = (emails: readonly string[]): Keyed => emails.map((email) => [email.toLowerCase(), email]);

/**
 * Moves everything of another contact to this one and deletes it. Fields of this contact stay; empty ones are filled.
 */
export async function mergeContacts(db: Db, actor: Actor, id: number, otherId: number, now: Date): Promise<void> {
  if (id === otherId) throw fieldRefusal({ contactId: ['Choose another contact.'] });
  // Deals first: someone who gives a deal another contact has locked the deal already.
  await sql`select id from lead_deals where contact_id = ${otherId} order by id for update`.execute(db);
  const { rows } = await sql<{ id: number; name: string; emails: string[]; phones: Keyed }>`
    select id, name, emails, coalesce((
      select jsonb_agg(jsonb_build_array(coalesce((lead_phone_keys(array[p.phone]))[1], p.phone), p.phone) order by p.nth)
      from unnest(phones) with ordinality as p (phone, nth)), '[]') as phones
    from lead_contacts where id in (${id}, ${otherId}) order by id for update`.execute(db);
  const own = rows.find((row) => row.id === id);
  if (!own) throw new Refusal('not_found');
  const other = rows.find((row) => row.id === otherId);
  if (!other) throw fieldRefusal({ contactId: ['This contact no longer exists.'] });
  const emails = united(keyedEmails(own.emails), keyedEmails(other.emails), 'e-mail addresses');
  const phones = united(own.phones, other.phones, 'phone numbers');
  for (const table of [
    'lead_deals',
    'lead_notes',
    'lead_activities',
    'lead_opportunities',
    'lead_mails',
    'lead_mail_replies',
  ] as const)
    await sql`update ${sql.table(table)} set contact_id = ${id} where contact_id = ${otherId}`.execute(db);
  await sql`insert into lead_deal_participants (deal_id, contact_id)
    select deal_id, ${id}::integer from lead_deal_participants where contact_id = ${otherId} on conflict do nothing`.execute(
    db,
  );
  // The contact of a deal is not one of its participants as well.
  await sql`delete from lead_deal_participants p using lead_deals d
    where p.contact_id = ${id} and d.id = p.deal_id and d.contact_id = ${id}`.execute(db);
  await sql`insert into lead_contact_labels (contact_id, label_id)
    select ${id}::integer, label_id from lead_contact_labels where contact_id = ${otherId} on conflict do nothing`.execute(
    db,
  );
  // A withdrawn consent of either stays withdrawn, with the time of the later withdrawal.
  await sql`update lead_contacts k set
      emails = ${emails}::text[],
      phones = ${phones}::text[],
      custom = o.custom || k.custom,
      organization_id = coalesce(k.organization_id, o.organization_id),
      owner_id = coalesce(k.owner_id, o.owner_id),
      consent = case when 'withdrawn' in (k.consent, o.consent) then 'withdrawn'
        when k.consent = 'unknown' then o.consent else k.consent end,
      consent_at = case
        when 'withdrawn' in (k.consent, o.consent) then greatest(
          case k.consent when 'withdrawn' then k.consent_at end, case o.consent when 'withdrawn' then o.consent_at end)
        when k.consent = 'unknown' then o.consent_at else k.consent_at end,
      updated_at = ${now}
    from lead_contacts o where k.id = ${id} and o.id = ${otherId}`.execute(db);
  await db.deleteFrom('lead_contacts').where('id', '=', otherId).execute();
  await cardNamesChanged(db, sql`d.contact_id = ${id}`);
  await writeAudit(db, actor, 'lead-contacts.merge', `lead-contact:${id}`, {
    after: { merged: `${other.name} (${otherId})` },
  });
}
