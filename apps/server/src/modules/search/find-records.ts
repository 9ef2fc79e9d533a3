import type { foundKinds } from '@tuneport/contract/search/search-admin';
import { type ActorFacts, may, type Permission } from '@tuneport/domain/identity/permissions';
import { leadDealMachine } from '@tuneport/domain/leads/deal-states';
import { payoutRunMachine, payoutRunNumber } from '@tuneport/domain/ledger/payout-states';
import { parseInvoiceNumber } from '@tuneport/domain/payments/document-numbers';
import { purchaseMachine, purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { orderMachine, orderNumber } from '@tuneport/domain/store/order-states';
import { tradeInMachine, tradeInNumber } from '@tuneport/domain/store/trade-in-states';
import { ticketNumber } from '@tuneport/domain/support/ticket';
import { ticketMachine } from '@tuneport/domain/support/ticket-states';
import { tuneRequestMachine, tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { valueTransferMachine, valueTransferNumber } from '@tuneport/domain/tuning/value-transfer-states';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { containing } from '../../platform/db/lists/page.ts';

type FoundKind = (typeof foundKinds)[number];

type Row = {
  kind: FoundKind;
  id: number;
  title: string;
  detail: string;
  state: string | null;
  transaction_id: number | null;
};

type Source = {
  readonly right: Permission;
  readonly from: RawBuilder<unknown>;
  readonly title: RawBuilder<unknown>;
  readonly detail: RawBuilder<unknown>;
  readonly state?: RawBuilder<unknown>;
  /** Columns or expressions with a trigram index, or of a small table. */
  readonly search: readonly RawBuilder<unknown>[];
  /** Records with a number are found by it, with or without this prefix. */
  readonly prefix?: string;
  /** Found by the number of its invoice. */
  readonly isInvoiced?: boolean;
  /** Condition for one of these phone numbers, on the index of lead_phone_keys. */
  readonly hasPhone?: (numbers: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly transaction?: RawBuilder<unknown>;
};

// The indexed expressions are in migration 0119: a query must repeat them exactly.
const orderText = sql`(r.email || ' ' || coalesce(r.billing ->> 'full_name', '') || ' ' || r.tracking_number)`;
const purchaseText = sql`(r.email || ' ' || r.vehicle)`;
const ticketText = sql`(r.title || ' ' || r.customer_name || ' ' || coalesce(r.email, ''))`;

const paymentOf = (sale: string) =>
  sql`(select min(p.id) from payments p where p.captured_minor > 0
    and p.subject in (${sale} || ':' || r.id, ${sale} || '-account:' || r.id))`;

const sources: Readonly<Record<FoundKind, Source>> = {
  order: {
    right: 'tool-orders.read',
    from: sql`orders r`,
    title: sql`''`,
    detail: sql`coalesce(nullif(r.billing ->> 'full_name', ''), r.email)`,
    state: sql`r.state`,
    search: [orderText],
    prefix: 'tp',
    isInvoiced: true,
    transaction: paymentOf('order'),
  },
  purchase: {
    right: 'transactions.read',
    from: sql`catalog_purchases r`,
    title: sql`''`,
    detail: sql`r.vehicle || ' · ' || r.email`,
    state: sql`r.state`,
    search: [purchaseText],
    prefix: 'tn',
    isInvoiced: true,
    transaction: paymentOf('purchase'),
  },
  request: {
    right: 'tune-requests.admin',
    from: sql`tune_requests r`,
    title: sql`''`,
    detail: sql`r.vehicle`,
    state: sql`r.state`,
    search: [sql`r.vehicle`],
    prefix: 'tr',
  },
  ticket: {
    right: 'tickets.admin',
    from: sql`tickets r`,
    title: sql`r.title`,
    detail: sql`r.customer_name`,
    state: sql`r.state`,
    search: [ticketText],
    prefix: 't',
  },
  'trade-in': {
    right: 'trade-ins',
    from: sql`trade_ins r`,
    title: sql`''`,
    detail: sql`r.email`,
    state: sql`r.state`,
    search: [],
    prefix: 'ti',
  },
  'value-transfer': {
    right: 'value-transfers',
    from: sql`(select v.*, o.vehicle from value_transfers v join tune_requests o on o.id = v.old_request_id) r`,
    title: sql`''`,
    detail: sql`r.vehicle`,
    state: sql`r.state`,
    search: [],
    prefix: 'vt',
  },
  user: {
    right: 'users.read',
    from: sql`users r`,
    title: sql`r.name`,
    detail: sql`r.email::text`,
    search: [sql`r.name`, sql`(r.email::text)`],
    hasPhone: (numbers) =>
      sql`r.id in (select a.user_id from addresses a where lead_phone_keys(array[a.phone]) && ${numbers})`,
  },
  dealer: {
    right: 'dealers.admin',
    from: sql`dealers r`,
    title: sql`r.name`,
    detail: sql`r.billing_email`,
    search: [sql`r.name`, sql`r.slug`, sql`r.legal_name`, sql`r.billing_email`],
    hasPhone: (numbers) => sql`lead_phone_keys(array[r.phone]) && ${numbers}`,
  },
  tuner: {
    right: 'tuners.admin',
    from: sql`tuners r`,
    title: sql`r.name`,
    detail: sql`''`,
    search: [sql`r.name`, sql`r.slug`],
  },
  affiliate: {
    right: 'affiliates.admin',
    from: sql`affiliates r`,
    title: sql`r.name`,
    detail: sql`''`,
    search: [sql`r.name`],
  },
  product: {
    right: 'products.read',
    from: sql`products r`,
    title: sql`r.name`,
    detail: sql`r.sku`,
    search: [sql`r.name`, sql`r.sku`],
  },
  engine: {
    right: 'catalog.read',
    from: sql`(select e.id, m.name || ' ' || e.name as title, e.code, e.generation from engines e join makes m on m.id = e.make_id) r`,
    title: sql`r.title`,
    detail: sql`concat_ws(' · ', nullif(r.code, ''), nullif(r.generation, ''))`,
    search: [sql`r.title`, sql`r.code`],
  },
  tune: {
    right: 'catalog.read',
    from: sql`tunes r`,
    title: sql`r.name`,
    detail: sql`concat_ws(' · ', nullif(r.part_number, ''), (select m.name || ' ' || e.name from engine_tunes et
      join engines e on e.id = et.engine_id join makes m on m.id = e.make_id where et.tune_id = r.id limit 1))`,
    search: [sql`r.name`, sql`r.part_number`],
  },
  'discount-code': {
    right: 'sales.read',
    from: sql`discount_codes r`,
    title: sql`r.code`,
    detail: sql`r.name`,
    search: [sql`r.code`, sql`r.name`],
  },
  'credit-code': {
    right: 'credit-deals.admin',
    from: sql`tune_credit_codes r`,
    title: sql`'…' || r.hint`,
    detail: sql`coalesce(r.recipient, r.note)`,
    search: [sql`r.hint`, sql`r.recipient`],
  },
  'payout-group': {
    right: 'payouts',
    from: sql`payout_runs r`,
    title: sql`''`,
    detail: sql`r.note`,
    state: sql`r.state`,
    search: [],
    prefix: 'pr',
  },
  deal: {
    right: 'leads',
    from: sql`(select * from lead_deals where deleted_at is null) r`,
    title: sql`r.title`,
    detail: sql`concat_ws(' · ', (select o.name from lead_organizations o where o.id = r.organization_id),
      (select c.name from lead_contacts c where c.id = r.contact_id))`,
    state: sql`r.state`,
    search: [sql`r.title`],
  },
  contact: {
    right: 'leads',
    from: sql`lead_contacts r`,
    title: sql`r.name`,
    detail: sql`concat_ws(' · ', (select o.name from lead_organizations o where o.id = r.organization_id),
      r.emails[1], r.phones[1])`,
    search: [sql`r.name`, sql`r.search_text`],
    hasPhone: (numbers) => sql`r.phone_keys && ${numbers}`,
  },
  organization: {
    right: 'leads',
    from: sql`lead_organizations r`,
    title: sql`r.name`,
    detail: sql`concat_ws(' · ', nullif(r.website, ''), nullif(r.phone, ''))`,
    search: [sql`r.name`],
    hasPhone: (numbers) => sql`lead_phone_keys(array[r.phone]) && ${numbers}`,
  },
};

/** Rows that are ranked; more of a common text are not read. */
const candidates = 40;

/** The typed phone number as it may be stored: as it is, or with the code of North America. */
function phonesOf(q: string): readonly string[] {
  const digits = /^[\d\s()+./-]{7,}$/.test(q) ? q.replace(/\D/g, '').replace(/^00/, '') : '';
  return digits.length < 7 ? [] : [digits, `1${digits}`];
}

function selectOf(kind: FoundKind, source: Source, q: string, limit: number): RawBuilder<unknown> | null {
  const [, letters = '', digits] = /^(?:([a-z]{1,2})-?|#)?0*(\d{1,9})$/i.exec(q) ?? [];
  const isNumber = digits !== undefined && source.prefix && (letters === '' || letters.toLowerCase() === source.prefix);
  const id = isNumber ? Number(digits) : null;
  // A trigram index cannot find one or two characters inside a text, only at the start of a word.
  const pattern = q.length < 3 ? containing(q).slice(1) : containing(q);
  const phones = phonesOf(q);
  const conditions = source.search.map((column) => sql`${column} ilike ${pattern}`);
  if (id !== null) conditions.push(sql`r.id = ${id}`);
  const invoice = source.isInvoiced ? parseInvoiceNumber(q) : null;
  const isInvoice = invoice ? sql`(r.invoice_no = ${invoice.no} and r.region in (${sql.join(invoice.regions)}))` : null;
  if (isInvoice) conditions.push(isInvoice);
  if (phones.length > 0 && source.hasPhone) conditions.push(source.hasPhone(sql`${sql.val(phones)}::text[]`));
  if (conditions.length === 0) return null;
  return sql`(select * from (
    select ${sql.lit(kind)} as kind, r.id, ${source.title} as title, ${source.detail} as detail,
      ${source.state ?? sql`null::text`} as state, ${source.transaction ?? sql`null::integer`} as transaction_id,
      (case when r.id = ${id}::integer or ${isInvoice ?? sql`false`} then 0 when ${source.title} ilike ${containing(q).slice(1)} then 1 else 2 end) as rank
    from ${source.from} where ${sql.join(conditions, sql` or `)} limit ${candidates}
  ) found order by rank, id desc limit ${limit})`;
}

const numbers: Partial<Record<FoundKind, (id: number) => string>> = {
  order: (id) => `Order ${orderNumber(id)}`,
  purchase: (id) => `Tune purchase ${purchaseNumber(id)}`,
  request: (id) => `Tune request ${tuneRequestNumber(id)}`,
  ticket: (id) => ticketNumber(id),
  'trade-in': (id) => `Trade-in ${tradeInNumber(id)}`,
  'value-transfer': (id) => `Value transfer ${valueTransferNumber(id)}`,
  'payout-group': (id) => `Payout group ${payoutRunNumber(id)}`,
};
const machines = {
  order: orderMachine,
  purchase: purchaseMachine,
  request: tuneRequestMachine,
  ticket: ticketMachine,
  'trade-in': tradeInMachine,
  'value-transfer': valueTransferMachine,
  'payout-group': payoutRunMachine,
  deal: leadDealMachine,
} as const;

function present({ state, kind, ...row }: Row) {
  const states: Readonly<Record<string, { readonly label: string }>> =
    kind in machines ? machines[kind as keyof typeof machines].states : {};
  const number = numbers[kind]?.(row.id);
  return {
    ...row,
    kind,
    title: [number, row.title].filter(Boolean).join(' '),
    detail: [row.detail, state === null ? '' : states[state]?.label].filter(Boolean).join(' · '),
  };
}

/** One statement over all kinds the actor may open. */
export async function findRecords(db: Db, facts: ActorFacts, q: string, limit: number) {
  const kinds = (Object.keys(sources) as FoundKind[]).filter((kind) => may(facts, sources[kind].right));
  const selects = q === '' ? [] : kinds.flatMap((kind) => selectOf(kind, sources[kind], q, limit) ?? []);
  if (selects.length === 0) return [];
  const { rows } = await sql<Row & { rank: number }>`${sql.join(selects, sql` union all `)}`.execute(db);
  // The best of each kind first; equal ranks keep the order of the kinds.
  return rows
    .sort((a, b) => a.rank - b.rank || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
    .map(({ rank, ...row }) => present(row));
}
