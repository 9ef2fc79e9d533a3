import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** Whose data is exported. An unconfirmed address may belong to someone else, so nothing is found by it. */
export type Person = { readonly id: number; readonly confirmedEmail: string | null };

type Section = {
  /** The name of its JSON file. */
  readonly name: string;
  /** What the file contains, for the list of contents. */
  readonly about: string;
  /** Rows with a unique `key` to page by, and the exported object as `row`. */
  readonly rows: (person: Person) => RawBuilder<unknown>;
};

/** Messages of the person and replies to them: no internal notes, no messages of other members. */
const visibleMessage = (id: number, author: string) =>
  sql`(m.kind = 'house' or (m.kind = 'customer' and coalesce(${sql.ref(author)}, ${id}) = ${id}))`;

/**
 * Everything that belongs to a person, as SQL that names each exported column: a new column is not exported until it is
 * added here, so hashes, secrets and internal notes stay out. Records of a dealer belong to the dealer.
 */
export const exportSections: readonly Section[] = [
  {
    name: 'profile',
    about: 'Your name, e-mail address and settings, your passkeys and your memberships.',
    rows: ({ id }) => sql`
      select u.id as key, jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email, 'email_confirmed_at', u.email_confirmed_at,
        'pending_email', u.pending_email, 'preferred_display_currency', u.preferred_display_currency, 'language', u.language,
        'created_at', u.created_at, 'last_seen_at', u.last_seen_at, 'has_password', u.password_hash is not null,
        'authenticator_app_added_at', u.totp_confirmed_at, 'single_sign_on_linked_at', u.oidc_linked_at,
        'passkeys', (select coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'created_at', k.created_at,
          'last_used_at', k.last_used_at) order by k.id), '[]') from passkeys k where k.user_id = u.id),
        'dealers', (select coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'kind', m.kind, 'since', m.created_at) order by d.id), '[]')
          from dealer_members m join dealers d on d.id = m.dealer_id where m.user_id = u.id),
        'tuners', (select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'since', m.created_at) order by t.id), '[]')
          from tuner_members m join tuners t on t.id = m.tuner_id where m.user_id = u.id),
        'affiliates', (select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'since', m.created_at) order by a.id), '[]')
          from affiliate_members m join affiliates a on a.id = m.affiliate_id where m.user_id = u.id)) as row
      from users u where u.id = ${id}`,
  },
  {
    name: 'addresses',
    about: 'Your saved addresses.',
    rows: ({ id }) => sql`
      select a.id as key, jsonb_build_object('full_name', a.full_name, 'line1', a.line1, 'line2', a.line2, 'city', a.city, 'state', a.state,
        'postal_code', a.postal_code, 'country_code', a.country_code, 'email', a.email, 'phone', a.phone, 'vat_id', a.vat_id, 'is_default', a.is_default,
        'created_at', a.created_at) as row
      from addresses a where a.user_id = ${id}`,
  },
  {
    name: 'sessions',
    about: 'The devices on which you are logged in.',
    rows: ({ id }) => sql`
      select s.id as key, jsonb_build_object('method', s.method, 'address', s.address, 'device', s.user_agent, 'created_at', s.created_at,
        'last_seen_at', s.last_seen_at, 'expires_at', s.expires_at) as row
      from sessions s where s.user_id = ${id}`,
  },
  {
    name: 'api-keys',
    about: 'Your API keys, without the keys themselves.',
    rows: ({ id }) => sql`
      select k.id as key, jsonb_build_object('name', k.name, 'prefix', k.prefix, 'scopes', k.scopes, 'created_at', k.created_at,
        'expires_at', k.expires_at, 'last_used_at', k.last_used_at, 'last_used_from', k.last_used_from, 'revoked_at', k.revoked_at) as row
      from api_keys k where k.user_id = ${id}`,
  },
  {
    name: 'webhooks',
    about: 'Your webhooks, without their secrets.',
    rows: ({ id }) => sql`
      select w.id as key, jsonb_build_object('url', w.url, 'events', w.events, 'paused_at', w.paused_at, 'created_at', w.created_at) as row
      from webhooks w where w.user_id = ${id}`,
  },
  {
    name: 'notifications',
    about: 'Your notifications of the last 180 days.',
    rows: ({ id }) => sql`
      select n.id as key, jsonb_build_object('title', n.title, 'text', n.text, 'page', n.path, 'created_at', n.created_at,
        'read_at', n.read_at) as row
      from notifications n where n.user_id = ${id}`,
  },
  {
    name: 'tool-manifests',
    about: 'Manifests of tools that you wrote.',
    rows: ({ id }) => sql`
      select m.id as key, jsonb_build_object('manifest', m.manifest, 'version', m.version, 'state', m.state, 'created_at', m.created_at,
        'updated_at', m.updated_at) as row
      from tool_manifests m where m.user_id = ${id}`,
  },
  {
    name: 'tool-sessions',
    about: 'Simulated tool sessions.',
    rows: ({ id }) => sql`
      select s.id as key, jsonb_build_object('tool', s.tool, 'operation', s.operation, 'scenario', s.scenario, 'state', s.state,
        'created_at', s.created_at) as row
      from tool_sessions s where s.user_id = ${id}`,
  },
  {
    name: 'security-events',
    about: 'Logins and changes to the protection of your account.',
    // Network addresses and reasons of staff are not the person's data.
    rows: ({ id }) => sql`
      select l.id as key, jsonb_build_object('at', l.at, 'event', l.act,
        'by', case when l.actor_id = ${id} then 'you' when l.actor_id is null then 'unknown' else 'staff' end,
        'address', case when l.actor_id is null or l.actor_id = ${id} then l.address end, 'device', l.detail -> 'device') as row
      from audit_log l where l.subject = ${`user:${id}`} and l.act like 'identity.%'`,
  },
  {
    name: 'mail-preferences',
    about: 'Newsletters and notices you subscribed to.',
    rows: ({ id, confirmedEmail }) => sql`
      select n.key, n.row from (
        select 2 * s.id::bigint as key, jsonb_build_object('kind', 'newsletter', 'state', s.state, 'since', s.created_at,
          'confirmed_at', s.confirmed_at) as row
        from newsletter_subscribers s where lower(s.email) = lower(${confirmedEmail}::text)
        union all
        select 2 * c.id::bigint + 1, jsonb_build_object('kind', 'new tunes', 'vehicle', c.vehicle, 'since', c.created_at)
        from catalog_subscriptions c where lower(c.email) = lower(${confirmedEmail}::text)
        union all
        select 0, jsonb_build_object('kind', 'dealer blog posts', 'state', 'unsubscribed', 'since', b.created_at)
        from dealer_blog_unsubscribes b where b.user_id = ${id}
      ) n`,
  },
  {
    name: 'orders',
    about: 'Your orders with items, addresses, parcels, returns and payments.',
    rows: ({ id }) => sql`
      select o.id as key, jsonb_build_object('id', o.id, 'region', o.region, 'invoice_no', o.invoice_no, 'state', o.state, 'email', o.email, 'currency', o.currency, 'billing', o.billing,
        'shipping', o.shipping, 'shipping_tier', o.tier_name, 'list_minor', o.list_minor, 'discount_minor', o.discount_minor,
        'shipping_minor', o.shipping_minor, 'tax_included', o.tax_included, 'tax_minor', o.tax_minor, 'total_minor', o.total_minor, 'taxes', o.taxes,
        'placed_at', o.placed_at, 'paid_at', o.paid_at, 'shipped_at', o.shipped_at, 'delivered_at', o.delivered_at,
        'cancelled_at', o.cancelled_at,
        'lines', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'options', l.options, 'quantity', l.quantity,
          'unit_minor', l.unit_minor, 'net_minor', l.net_minor, 'contained_tax_minor', l.contained_minor) order by l.line), '[]')
          from order_lines l where l.order_id = o.id),
        'parcels', (select coalesce(jsonb_agg(jsonb_build_object('carrier', h.carrier, 'tracking_number', h.tracking_number,
          'shipped_at', h.shipped_at) order by h.id), '[]') from order_shipments h where h.order_id = o.id),
        'rentals', (select coalesce(jsonb_agg(jsonb_build_object('state', r.state, 'days', r.days, 'rent_minor', r.rent_minor,
          'deposit_minor', r.deposit_minor, 'due_at', r.due_at, 'returned_at', r.returned_at) order by r.id), '[]')
          from rentals r where r.order_id = o.id),
        'returns', (select coalesce(jsonb_agg(jsonb_build_object('state', r.state, 'reason', r.reason, 'note', r.note, 'answer', r.answer,
          'refund_minor', r.refund_minor, 'requested_at', r.requested_at, 'decided_at', r.decided_at) order by r.id), '[]')
          from order_returns r where r.order_id = o.id),
        'events', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'event', e.event, 'state', e.to_state) order by e.id), '[]')
          from order_events e where e.order_id = o.id)) as row
      from orders o where o.user_id = ${id} and o.dealer_id is null`,
  },
  {
    name: 'purchases',
    about: 'Tunes you bought.',
    rows: ({ id }) => sql`
      select p.id as key, jsonb_build_object('id', p.id, 'region', p.region, 'invoice_no', p.invoice_no, 'state', p.state, 'vehicle', p.vehicle, 'email', p.email, 'currency', p.currency,
        'billing', p.billing, 'list_minor', p.list_minor, 'discount_minor', p.discount_minor, 'tax_included', p.tax_included,
        'tax_minor', p.tax_minor,
        'total_minor', p.total_minor, 'request_id', p.request_id, 'placed_at', p.placed_at, 'paid_at', p.paid_at,
        'delivered_at', p.delivered_at,
        'lines', (select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'label', l.label, 'list_minor', l.list_minor,
          'net_minor', l.net_minor) order by l.line), '[]') from catalog_purchase_lines l where l.purchase_id = p.id),
        'events', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'event', e.event, 'state', e.to_state) order by e.id), '[]')
          from catalog_purchase_events e where e.purchase_id = p.id)) as row
      from catalog_purchases p where p.user_id = ${id} and p.dealer_id is null`,
  },
  {
    name: 'payment-methods',
    about: 'Cards you saved. Their numbers are stored by the payment provider only.',
    rows: ({ id }) => sql`
      select p.id as key, jsonb_build_object('brand', p.brand, 'last_four', p.last_four, 'exp_month', p.exp_month, 'exp_year', p.exp_year,
        'created_at', p.created_at) as row
      from payment_methods p where p.owner = ${`user:${id}`} and p.removed_at is null`,
  },
  {
    name: 'ledger',
    about: 'Every entry of your accounts with us: prepaid balance, deposits and tune credits.',
    rows: ({ id }) => sql`
      select e.transfer_id * 1000 + e.leg as key, jsonb_build_object('at', e.at, 'account', a.kind, 'unit', a.unit, 'kind', t.kind,
        'subject', t.subject, 'amount_minor', e.amount_minor, 'pending', e.pending) as row
      from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
      where a.owner = ${`user:${id}`}`,
  },
  {
    name: 'tune-credits',
    about: 'Tune credits you received and used.',
    rows: ({ id }) => sql`
      select c.id as key, jsonb_build_object('kind', c.kind, 'units', c.units, 'source', c.source, 'subject', c.subject,
        'issued_at', c.issued_at, 'expires_at', c.expires_at,
        'uses', (select coalesce(jsonb_agg(jsonb_build_object('at', u.at, 'what', u.what, 'subject', u.subject, 'units', u.units,
          'state', u.state) order by u.id), '[]') from tune_credit_uses u where u.lot_id = c.id)) as row
      from tune_credit_lots c where c.owner = ${`user:${id}`}`,
  },
  {
    name: 'tune-requests',
    about: 'Your tune requests with messages and receipts. Their files are in the folder of the same name.',
    rows: ({ id }) => sql`
      select r.id as key, jsonb_build_object('id', r.id, 'state', r.state, 'purpose', r.purpose, 'vehicle', r.vehicle,
        'information', r.information, 'wishes', r.wishes, 'created_at', r.created_at, 'delivered_at', r.delivered_at,
        'downloaded_at', r.downloaded_at,
        'tunes', (select coalesce(jsonb_agg(t.name order by t.id), '[]') from tunes t where t.id = any(r.tune_ids)),
        'messages', (select coalesce(jsonb_agg(jsonb_build_object('at', m.created_at, 'author', m.author, 'text', m.text) order by m.id), '[]')
          from tune_request_messages m where m.request_id = r.id and ${visibleMessage(id, 'm.user_id')}),
        'events', (select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'event', e.event, 'state', e.to_state) order by e.id), '[]')
          from tune_request_events e where e.request_id = r.id),
        'receipts', (select coalesce(jsonb_agg(c.signed order by c.created_at), '[]') from receipts c where c.request_id = r.id)) as row
      from tune_requests r where r.user_id = ${id} and r.dealer_id is null`,
  },
  {
    name: 'value-transfers',
    about: 'Values moved from one tune request to another.',
    rows: ({ id }) => sql`
      select v.id as key, jsonb_build_object('id', v.id, 'state', v.state, 'from_request', v.old_request_id, 'to_request', v.new_request_id,
        'cause', v.cause, 'evidence', v.evidence, 'currency', v.currency, 'value_minor', v.value_minor, 'fee_minor', v.fee_minor,
        'created_at', v.created_at, 'performed_at', v.performed_at) as row
      from value_transfers v where v.user_id = ${id} and v.dealer_id is null`,
  },
  {
    name: 'logs',
    about: 'Logs you uploaded. Their files are in the folder of the same name.',
    rows: ({ id }) => sql`
      select row_number() over (order by g.created_at, g.id) as key, jsonb_build_object('name', g.name, 'format', g.format,
        'rows', g.row_count, 'duration_s', g.duration_s, 'created_at', g.created_at, 'expires_at', g.expires_at) as row
      from graphs g where g.uploaded_by = ${id}`,
  },
  {
    name: 'garage',
    about: 'Your cars with their history, shared links and hand-overs. Photos are in the folder of the same name.',
    rows: ({ id }) => sql`
      select v.id as key, jsonb_build_object('id', v.id, 'vin', v.vin, 'title', v.title, 'detail', v.detail, 'nickname', v.nickname,
        'tool', v.tool, 'created_at', v.created_at, 'handed_over_at', v.handed_over_at,
        'shared_links', (select coalesce(jsonb_agg(jsonb_build_object('label', s.label, 'parts', s.parts, 'created_at', s.created_at,
          'expires_at', s.expires_at, 'ended_at', s.revoked_at, 'last_seen_at', s.last_seen_at) order by s.id), '[]')
          from passport_shares s where s.vehicle_id = v.id),
        'handovers', (select coalesce(jsonb_agg(jsonb_build_object('state', h.state, 'email', h.email, 'created_at', h.created_at,
          'expires_at', h.expires_at) order by h.id), '[]') from vehicle_transfers h where h.vehicle_id = v.id),
        'records', (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'title', r.title, 'detail', r.detail, 'at', r.at,
          'power_hp', r.power_hp, 'torque_nm', r.torque_nm) order by r.at), '[]') from vehicle_records r where r.vehicle_id = v.id)) as row
      from garage_vehicles v where v.user_id = ${id}`,
  },
  {
    name: 'tickets',
    about: 'Your tickets with all messages. Attachments are in the folder of the same name.',
    rows: ({ id }) => sql`
      select t.id as key, jsonb_build_object('id', t.id, 'state', t.state, 'title', t.title, 'description', t.description,
        'name', t.customer_name, 'email', t.email, 'created_at', t.created_at, 'resolved_at', t.resolved_at, 'helped', t.helped,
        'feedback', t.feedback,
        'messages', (select coalesce(jsonb_agg(jsonb_build_object('at', m.created_at, 'author', m.author_name, 'text', m.text)
          order by m.id), '[]') from ticket_messages m where m.ticket_id = t.id and ${visibleMessage(id, 'm.author_id')})) as row
      from tickets t where t.user_id = ${id} and t.dealer_id is null`,
  },
  {
    name: 'rescues',
    about: 'Rescues after a failed flash. Attachments are in the folder of the same name.',
    rows: ({ id }) => sql`
      select s.id as key, jsonb_build_object('id', s.id, 'state', s.state, 'name', s.contact_name, 'email', s.email, 'phone', s.phone,
        'tool', s.tool, 'tool_serial', s.tool_serial, 'vehicle', s.vehicle, 'symptom', s.symptom, 'description', s.description,
        'answers', s.answers, 'created_at', s.created_at,
        'steps', (select coalesce(jsonb_agg(jsonb_build_object('text', p.text, 'asked_at', p.asked_at, 'answer', p.answer) order by p.number), '[]')
          from rescue_steps p where p.session_id = s.id)) as row
      from rescue_sessions s where s.user_id = ${id}`,
  },
  {
    name: 'trade-ins',
    about: 'Tools you traded in. Photos are in the folder of the same name.',
    rows: ({ id }) => sql`
      select t.id as key, jsonb_build_object('id', t.id, 'state', t.state, 'name', t.full_name, 'email', t.email, 'phone', t.phone,
        'tool', t.tool, 'serial', t.serial, 'condition', t.condition, 'note', t.note, 'offer_minor', t.offer_minor,
        'offer_currency', t.offer_currency, 'created_at', t.created_at) as row
      from trade_ins t where t.user_id = ${id} and t.dealer_id is null`,
  },
  {
    name: 'applications',
    about: 'Your applications to become a partner.',
    rows: ({ id }) => sql`
      select a.id as key, jsonb_build_object('kind', a.kind, 'state', a.state, 'name', a.name, 'details', a.details,
        'created_at', a.created_at) as row
      from partner_applications a where a.user_id = ${id}`,
  },
  {
    name: 'purchase-approvals',
    about: 'Purchases on account for which you asked a manager of your dealer.',
    rows: ({ id }) => sql`
      select a.id as key, jsonb_build_object('dealer', d.name, 'state', a.state, 'vehicle', a.vehicle, 'lines', a.lines,
        'currency', a.currency, 'total_minor', a.total_minor, 'note', a.note, 'asked_at', a.asked_at, 'decided_at', a.decided_at) as row
      from dealer_purchase_approvals a join dealers d on d.id = a.dealer_id where a.user_id = ${id}`,
  },
  {
    name: 'beta-programs',
    about: 'Beta programs you took part in, with your feedback.',
    rows: ({ id }) => sql`
      select p.id as key, jsonb_build_object('program', g.name, 'state', p.state, 'answers', p.answers, 'joined_at', p.joined_at,
        'feedback', (select coalesce(jsonb_agg(jsonb_build_object('at', f.created_at, 'rating', f.rating, 'text', f.text,
          'incident', f.incident) order by f.id), '[]') from beta_feedback f where f.participant_id = p.id)) as row
      from beta_participants p join beta_programs g on g.id = p.program_id where p.user_id = ${id}`,
  },
  {
    name: 'data-exports',
    about: 'Exports you requested.',
    rows: ({ id }) => sql`
      select x.id as key, jsonb_build_object('requested_at', x.requested_at, 'state', x.state, 'expires_at', x.expires_at) as row
      from data_exports x where x.user_id = ${id}`,
  },
];

const rowsAtOnce = 200;

/** The JSON file of a section, a few rows at a time. */
export async function* sectionJson(db: Db, section: Section, person: Person): AsyncGenerator<string> {
  yield '[';
  let after: string | null = null;
  for (;;) {
    const page: { rows: { key: string; row: string }[] } = await sql<{ key: string; row: string }>`
      select s.key::text as key, s.row::text as row from (${section.rows(person)}) s
      where ${after}::bigint is null or s.key::bigint > ${after}::bigint order by s.key::bigint limit ${rowsAtOnce}`.execute(
      db,
    );
    for (const { key, row } of page.rows) {
      yield `${after === null ? '' : ','}\n${row}`;
      after = key;
    }
    if (page.rows.length < rowsAtOnce) break;
  }
  yield '\n]\n';
}
