import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

const placeholderName = 'Deleted user';
const placeholderContact = 'Deleted contact';
const erasedText = 'Deleted with the account.';

type Account = { readonly id: number; readonly email: string; readonly confirmed: boolean };
/** What has to be removed outside the database, after the commit. */
export type Leftovers = {
  readonly hashes: readonly Buffer[];
  readonly cards: readonly {
    readonly provider: string;
    readonly provider_method_id: string;
    readonly removed: boolean;
  }[];
};

/**
 * Replaces a person by a placeholder. Orders, purchases, invoices and ledger entries stay as the law requires, with the
 * name and address that are part of an invoice; everything else that describes the person is removed. Records of a
 * dealer stay with the dealer. Runs in a transaction that holds the lock of the user.
 */
export async function anonymise(tx: Db, user: Account, now: Date): Promise<Leftovers> {
  const hashes = await removeFiles(tx, user.id);
  // The row stays, because payments refer to it.
  const cards = await sql<Leftovers['cards'][number]>`
    with known as (select id, removed_at from payment_methods where owner = ${`user:${user.id}`})
    update payment_methods p set removed_at = coalesce(p.removed_at, now()), last_four = '????', exp_month = null, exp_year = null
    from known k where k.id = p.id
    returning p.provider, p.provider_method_id, k.removed_at is not null as removed`.execute(tx);
  await eraseTexts(tx, user.id);
  await removeRows(tx, user);
  await sql`update users set name = ${placeholderName}, email = ${`deleted-${user.id}-${randomBytes(8).toString('hex')}@deleted.invalid`},
    guest_email = null, email_confirmed_at = null, first_confirmed_at = null, pending_email = null, pending_email_at = null, password_hash = null,
    totp_secret = null, totp_confirmed_at = null, oidc_issuer = null, oidc_subject = null, oidc_linked_at = null,
    role = 0, flags = '{}', preferred_display_currency = null, language = null, last_seen_at = null,
    deletion_due_at = null, deleted_at = ${now}, updated_at = ${now} where id = ${user.id}`.execute(tx);
  return { hashes, cards: cards.rows.filter(({ removed }) => !removed) };
}

/** Removes the rows of all files of the person's own records and returns the hashes of their bytes. */
async function removeFiles(tx: Db, id: number): Promise<Buffer[]> {
  const { rows } = await sql<{ file_id: string }>`
    with requests as (
      delete from tune_request_files f using tune_requests r
      where r.id = f.request_id and r.user_id = ${id} and r.dealer_id is null returning f.file_id),
    logs as (delete from graphs where uploaded_by = ${id} returning file_id, packed_file_id),
    -- An open upload has no file yet; its parts are swept with other leftovers.
    uploaded as (delete from uploads where user_id = ${id} returning file_id),
    exports as (delete from data_exports where user_id = ${id} returning file_id),
    attachments as (
      select s.file_id from support_files s left join tickets t on t.id = s.ticket_id left join rescue_sessions r on r.id = s.session_id
      where (t.user_id = ${id} and t.dealer_id is null) or r.user_id = ${id}),
    photos as (
      delete from trade_in_photos p using trade_ins t
      where t.id = p.trade_in_id and t.user_id = ${id} and t.dealer_id is null returning p.sizes)
    select file_id::text from requests union select file_id::text from logs union select packed_file_id::text from logs
    union select file_id::text from uploaded where file_id is not null
    union select file_id::text from exports where file_id is not null
    union select file_id::text from attachments
    union select size ->> 'file' from photos, jsonb_array_elements(sizes) size
    union select size ->> 'file' from garage_vehicles v, jsonb_array_elements(v.photo -> 'sizes') size
      where v.user_id = ${id} and v.photo is not null
    union select s.id::text from partner_applications a join stored_files s on s.belongs_to = 'application:' || a.id
      where a.user_id = ${id} and a.state <> 'approved'`.execute(tx);
  const ids = rows.map(({ file_id }) => file_id);
  // A file that was also used in a request of a dealer stays there.
  const gone = await sql<{ sha256: Buffer }>`
    delete from stored_files s where s.id = any(${ids}::uuid[])
      and not exists (select from tune_request_files f where f.file_id = s.id)
      and not exists (select from uploads u where u.file_id = s.id)
    returning s.sha256`.execute(tx);
  return gone.rows.map(({ sha256 }) => sha256);
}

/** Removes names, contact data and free text from records that stay for the staff's own history. */
async function eraseTexts(tx: Db, id: number): Promise<void> {
  await sql`update tune_requests set information = '{}', wishes = '', sniffed = '{}', identified = '{}', proposals = '[]'
    where user_id = ${id} and dealer_id is null`.execute(tx);
  await sql`update tune_request_messages set text = ${erasedText}, author = ${placeholderName} where user_id = ${id}`.execute(
    tx,
  );
  await sql`update ticket_messages m set text = ${erasedText}, author_name = ${placeholderName}
    from tickets t where t.id = m.ticket_id and m.kind = 'customer'
      and (m.author_id = ${id} or (m.author_id is null and t.user_id = ${id} and t.dealer_id is null))`.execute(tx);
  await sql`update tickets set customer_name = ${placeholderName}, email = null, title = ${erasedText}, description = ${erasedText},
    feedback = null where user_id = ${id} and dealer_id is null`.execute(tx);
  await sql`update rescue_steps p set answer = ${erasedText} from rescue_sessions s
    where s.id = p.session_id and s.user_id = ${id} and p.answer is not null`.execute(tx);
  await sql`update rescue_sessions set contact_name = ${placeholderName}, email = null, phone = '', tool_serial = '', description = ''
    where user_id = ${id}`.execute(tx);
  await sql`update partner_applications set name = ${placeholderName}, details = '{}'
    where user_id = ${id} and state <> 'approved'`.execute(tx);
  // A credited trade-in is a purchase by us: its name is part of the books.
  await sql`update trade_ins set phone = '', note = '', email = 'deleted@deleted.invalid',
    full_name = case when state = 'credited' then full_name else ${placeholderName} end
    where user_id = ${id} and dealer_id is null`.execute(tx);
}

async function removeRows(tx: Db, { id, email, confirmed }: Account): Promise<void> {
  for (const table of [
    'sessions',
    'passkeys',
    'recovery_codes',
    'webauthn_challenges',
    'mail_tokens',
    'guest_links',
    'api_keys',
    'tool_sessions',
    'webhooks',
    'addresses',
    'garage_vehicles',
    'beta_participants',
    'dealer_members',
    'tuner_members',
    'affiliate_members',
    'dealer_blog_mails',
    'dealer_blog_unsubscribes',
    'list_view_defaults',
    'lead_calendar_feeds',
    'ticket_replying',
    'notifications',
  ])
    await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(tx);
  await sql`update vehicle_transfers set to_user_id = null where to_user_id = ${id}`.execute(tx);
  // A hand-over to this address can no longer take place.
  await sql`delete from vehicle_transfers where email = ${email} and state = 'offered'`.execute(tx);
  await sql`delete from list_views where owner_id = ${id}`.execute(tx);
  // Manifests that were submitted describe a tool and stay without their author.
  await sql`delete from tool_manifests where user_id = ${id} and state = 'draft'`.execute(tx);
  await sql`update tool_manifests set user_id = null where user_id = ${id}`.execute(tx);
  await sql`delete from report_schedules where owner_id = ${id}`.execute(tx);
  await sql`delete from payment_customers where owner = ${`user:${id}`}`.execute(tx);
  await sql`delete from idempotency_keys where scope = ${`user:${id}`}`.execute(tx);
  await sql`delete from staff_notes where record = ${`user:${id}`}`.execute(tx);
  await sql`update catalog_estimates set user_id = null where user_id = ${id}`.execute(tx);
  await sql`update order_returns r set note = '' from orders o
    where o.id = r.order_id and o.user_id = ${id} and o.dealer_id is null and r.note <> ''`.execute(tx);
  // The decision stays with the dealer; the text and the addresses the person entered are removed.
  await sql`with ended as (
      update dealer_purchase_approvals set state = 'withdrawn', decided_at = now(), updated_at = now()
      where user_id = ${id} and state = 'waiting' returning id)
    insert into dealer_purchase_approval_events (approval_id, at, event, from_state, to_state)
    select id, now(), 'withdraw', 'waiting', 'withdrawn' from ended`.execute(tx);
  await sql`update dealer_purchase_approvals set note = '', input = '{}' where user_id = ${id}`.execute(tx);
  await sql`delete from order_tokens t using orders o where o.id = t.order_id and o.user_id = ${id} and o.dealer_id is null`.execute(
    tx,
  );
  await sql`delete from catalog_purchase_tokens t using catalog_purchases p
    where p.id = t.purchase_id and p.user_id = ${id} and p.dealer_id is null`.execute(tx);
  await sql`delete from trade_in_tokens k using trade_ins t
    where t.id = k.trade_in_id and t.user_id = ${id} and t.dealer_id is null`.execute(tx);
  await sql`delete from tune_request_tokens where created_by = ${id}`.execute(tx);
  await sql`delete from ticket_tokens k using tickets t where t.id = k.ticket_id and t.user_id = ${id} and t.dealer_id is null`.execute(
    tx,
  );
  await eraseOpportunities(tx, sql`cause like ${`priced:${id}:%`}`);
  // Only a confirmed address is known to be the person's own.
  if (!confirmed) return;
  await eraseContacts(tx, email);
  await sql`delete from newsletter_subscribers where lower(email) = lower(${email})`.execute(tx);
  await sql`delete from catalog_subscriptions where email = ${email}`.execute(tx);
  await sql`delete from mail_languages where address_sha256 = sha256(convert_to(lower(${email}), 'UTF8'))`.execute(tx);
  await sql`delete from mail_outbox where lower(to_address) = lower(${email}) and state <> 'queued'`.execute(tx);
  await sql`update mail_outbox set shown_to = nullif(shown_to, ${email}), shown_cc = array_remove(shown_cc, ${email})
    where shown_to = ${email} or shown_cc && array[${email}]`.execute(tx);
}

/** Contacts of the sales pipeline with the address of the person. Deals stay for the reports of the staff. */
async function eraseContacts(tx: Db, email: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update lead_contacts set name = ${placeholderContact}, emails = '{}', phones = '{}', custom = '{}', consent = 'withdrawn', consent_at = now(),
      updated_at = now()
    where exists (select from unnest(emails) address where lower(address) = lower(${email})) returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await eraseOpportunities(tx, sql`contact_id = any(${ids}::integer[])`);
  await sql`update lead_mails set to_address = 'deleted@deleted.invalid', subject = ${erasedText}, text = ${erasedText}, file_name = ''
    where contact_id = any(${ids}::integer[]) or lower(to_address) = lower(${email})`.execute(tx);
  await sql`update lead_mail_replies set from_address = 'deleted@deleted.invalid', subject = ${erasedText}, text = ${erasedText}
    where contact_id = any(${ids}::integer[]) or lower(from_address) = lower(${email})`.execute(tx);
  await sql`delete from lead_notes where contact_id = any(${ids}::integer[])`.execute(tx);
  // The titles of deals often are the names of people.
  await sql`update lead_deals set title = ${placeholderContact}, updated_at = now(), version = version + 1
    where contact_id = any(${ids}::integer[]) and organization_id is null`.execute(tx);
}

const eraseOpportunities = (tx: Db, where: RawBuilder<unknown>) =>
  sql`update lead_opportunities set title = ${placeholderContact}, reason = ${erasedText}, updated_at = now() where ${where}`.execute(
    tx,
  );
