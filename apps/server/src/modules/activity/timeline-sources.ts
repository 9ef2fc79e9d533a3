import { type RecordKind, recordKind, type TimelineKind } from '@tuneport/domain/activity/record-kinds';
import type { Permission } from '@tuneport/domain/identity/permissions';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { orderNumber } from '@tuneport/domain/store/order-states';
import { tradeInNumber } from '@tuneport/domain/store/trade-in-states';
import { type RawBuilder, sql } from 'kysely';

/** One kind of event of a record: rows with the columns of `EventRow`, in any order. */
type Source = { readonly shows: TimelineKind; readonly needs: Permission; readonly rows: RawBuilder<unknown> };

export type EventRow = {
  readonly kind: TimelineKind;
  /** Unique over all sources. */
  readonly key: string;
  readonly at: Date;
  readonly actor_id: number | null;
  /** As in the audit log: "order:7". */
  readonly record: string;
  readonly event: string | null;
  readonly state: string | null;
  readonly text: string;
  readonly amount_minor: bigint | null;
  readonly unit: string | null;
  readonly account: string | null;
  readonly detail: unknown;
};

type Column = Exclude<keyof EventRow, 'kind' | 'key' | 'at'>;

/** A source's columns; those it does not name are null. */
const columns = (
  kind: TimelineKind,
  key: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
  named: Partial<Record<Column, RawBuilder<unknown>>>,
) =>
  sql`${sql.lit(kind)} as kind, ${key} as key, ${at} as at,
    ${named.actor_id ?? sql`null::integer`} as actor_id, ${named.record ?? sql`null::text`} as record,
    ${named.event ?? sql`null::text`} as event, ${named.state ?? sql`null::text`} as state,
    ${named.text ?? sql`''`} as text, ${named.amount_minor ?? sql`null::bigint`} as amount_minor,
    ${named.unit ?? sql`null::text`} as unit, ${named.account ?? sql`null::text`} as account,
    ${named.detail ?? sql`'{}'::jsonb`} as detail`;

const notes = (kind: RecordKind, record: string): Source => ({
  shows: 'note',
  needs: recordKind(kind).read,
  rows: sql`select ${columns('note', sql`'note:' || n.id`, sql`n.at`, { actor_id: sql`n.author_id`, record: sql`n.record`, text: sql`n.text` })}
    from staff_notes n where n.record = ${record}`,
});

/** The audit events of steps and refunds, which their own history tells better. */
const auditPrefixOfSteps: Partial<Record<RecordKind, string>> = {
  order: 'orders',
  rental: 'rentals',
  'trade-in': 'trade-ins',
  'value-transfer': 'value-transfers',
  'credit-deal': 'credit-deals',
  rescue: 'rescue',
};
function repeated(kind: RecordKind): string[] {
  const prefix = auditPrefixOfSteps[kind];
  const { machine } = recordKind(kind);
  const steps = prefix && machine ? [...Object.keys(machine.events), ...Object.keys(machine.states)] : [];
  return [
    'transactions.refund',
    'rescue.step',
    'orders.ship-part',
    'orders.receive-return',
    'orders.refuse-return',
    'orders.accept-return',
    'staff-notes.create',
    ...steps.map((name) => `${prefix}.${name}`),
  ];
}

const changes = (kind: RecordKind, record: string): Source => ({
  shows: 'change',
  needs: recordKind(kind).read,
  rows: sql`select ${columns('change', sql`'change:' || a.id`, sql`a.at`, { actor_id: sql`a.actor_id`, record: sql`a.subject`, event: sql`a.act`, detail: sql`a.detail` })}
    from audit_log a where a.subject = ${record} and a.act <> all(${repeated(kind)})`,
});

const histories = {
  order: { table: 'order_events', of: 'order_id', text: sql`coalesce(e.detail ->> 'reason', '')` },
  purchase: { table: 'catalog_purchase_events', of: 'purchase_id', text: sql`coalesce(e.detail ->> 'reason', '')` },
  rental: { table: 'rental_events', of: 'rental_id', text: sql`e.note`, event: sql`e.to_state` },
  'trade-in': { table: 'trade_in_events', of: 'trade_in_id', text: sql`e.note` },
  'tune-request': { table: 'tune_request_events', of: 'request_id', text: sql`e.reason` },
  'value-transfer': { table: 'value_transfer_events', of: 'transfer_id', text: sql`e.reason` },
  ticket: { table: 'ticket_events', of: 'ticket_id', text: sql`e.reason` },
  rescue: { table: 'rescue_events', of: 'session_id', text: sql`e.reason` },
  'credit-deal': { table: 'dealer_credit_deal_events', of: 'deal_id', text: sql`e.reason` },
} as const satisfies Partial<
  Record<RecordKind, { table: string; of: string; text: RawBuilder<unknown>; event?: RawBuilder<unknown> }>
>;
type Stepped = keyof typeof histories;

/** The state steps of the records that `ids` selects. */
function steps(kind: Stepped, ids: RawBuilder<unknown>): Source {
  const history: { table: string; of: string; text: RawBuilder<unknown>; event?: RawBuilder<unknown> } =
    histories[kind];
  return {
    shows: 'step',
    needs: recordKind(kind).read,
    rows: sql`select ${columns('step', sql`${sql.lit(`${kind}:`)} || e.id`, sql`e.at`, {
      actor_id: sql`e.actor_id`,
      record: sql`${sql.lit(`${kind}:`)} || e.${sql.ref(history.of)}`,
      event: history.event ?? sql`e.event`,
      state: sql`e.to_state`,
      text: history.text,
    })}
      from ${sql.table(history.table)} e where e.${sql.ref(history.of)} in (${ids})`,
  };
}

/** Card payments, disputes and refunds of the payments that `wanted` selects from `payments p`. */
const payments = (wanted: RawBuilder<unknown>): Source[] => [
  {
    shows: 'money',
    needs: 'transactions.read',
    rows: sql`select ${columns('money', sql`'payment:' || h.id`, sql`h.at`, {
      actor_id: sql`h.actor_id`,
      record: sql`replace(p.subject, '-account:', ':')`,
      event: sql`'payment'`,
      state: sql`h.state_after`,
      text: sql`coalesce(h.reason, '')`,
      amount_minor: sql`p.amount_minor`,
      unit: sql`p.currency`,
    })}
      from payments p join payment_history h on h.payment_id = p.id
      where ${wanted} and h.state_after in ('captured', 'failed', 'disputed', 'charged_back', 'voided')
        and h.state_after is distinct from h.state_before`,
  },
  {
    shows: 'money',
    needs: 'transactions.read',
    rows: sql`select ${columns('money', sql`'refund:' || r.id`, sql`r.created_at`, {
      actor_id: sql`r.actor_id`,
      record: sql`replace(p.subject, '-account:', ':')`,
      event: sql`'refund'`,
      state: sql`r.state`,
      text: sql`r.reason`,
      amount_minor: sql`-r.amount_minor`,
      unit: sql`p.currency`,
    })}
      from payments p join payment_refunds r on r.payment_id = p.id where ${wanted}`,
  },
];

/** Entries on the accounts of a partner or customer. */
const entries = (owner: string, needs: Permission): Source => ({
  shows: 'money',
  needs,
  rows: sql`select ${columns('money', sql`'entry:' || e.transfer_id || lpad(e.leg::text, 3, '0')`, sql`e.at`, {
    actor_id: sql`t.actor_id`,
    record: sql`t.subject`,
    event: sql`t.kind`,
    text: sql`coalesce(t.memo, t.reason, '')`,
    amount_minor: sql`e.amount_minor`,
    unit: sql`a.unit`,
    account: sql`a.kind`,
  })}
    from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
    where a.owner = ${owner} and not e.pending`,
});

const mails = (wanted: RawBuilder<unknown>): Source => ({
  shows: 'mail',
  needs: 'mail.read',
  rows: sql`select ${columns('mail', sql`'mail:' || m.id`, sql`m.created_at`, {
    record: sql`'mail:' || m.id`,
    event: sql`m.kind`,
    state: sql`m.state`,
    text: sql`m.subject`,
  })} from mail_outbox m where ${wanted}`,
});
/** Mails to the address of a record that name its number in their subject. */
const mailsAbout = (address: RawBuilder<unknown>, number: string) =>
  mails(sql`lower(m.to_address) = (${address}) and m.subject like ${`%${number}%`}`);

const ofBuyer = (column: 'user_id' | 'dealer_id', id: number): Source[] => {
  const of = (table: string) => sql`select b.id from ${sql.table(table)} b where b.${sql.ref(column)} = ${id}`;
  return [
    steps('order', of('orders')),
    steps('purchase', of('catalog_purchases')),
    steps('tune-request', of('tune_requests')),
    steps('ticket', of('tickets')),
    steps('trade-in', of('trade_ins')),
    steps('value-transfer', of('value_transfers')),
    steps(
      'rental',
      sql`select r.id from rentals r join orders b on b.id = r.order_id where b.${sql.ref(column)} = ${id}`,
    ),
  ];
};

const paidFor = (...subjects: string[]) => payments(sql`p.subject in (${sql.join(subjects)})`);
const one = (id: number) => sql`select ${id}::integer`;

/** All sources of a record's timeline. */
export function sourcesOf(kind: RecordKind, id: number): readonly Source[] {
  const record = `${kind}:${id}`;
  const own = [notes(kind, record), changes(kind, record)];
  const more: { readonly [K in RecordKind]: () => readonly Source[] } = {
    user: () => [
      ...ofBuyer('user_id', id),
      steps('rescue', sql`select s.id from rescue_sessions s where s.user_id = ${id}`),
      ...payments(sql`p.payer = ${record}`),
      entries(record, 'transactions.read'),
      mails(sql`lower(m.to_address) = (select lower(u.email::text) from users u where u.id = ${id})`),
    ],
    dealer: () => [
      ...ofBuyer('dealer_id', id),
      steps('credit-deal', sql`select d.id from dealer_credit_deals d where d.dealer_id = ${id}`),
      entries(record, 'dealers.admin'),
      mails(
        sql`lower(m.to_address) = (select lower(d.billing_email) from dealers d where d.id = ${id} and d.billing_email <> '')`,
      ),
    ],
    tuner: () => [entries(record, 'tuners.admin')],
    affiliate: () => [entries(record, 'affiliates.admin')],
    order: () => [
      steps('order', one(id)),
      steps('rental', sql`select r.id from rentals r where r.order_id = ${id}`),
      ...paidFor(record, `order-account:${id}`),
      mailsAbout(sql`select lower(o.email) from orders o where o.id = ${id}`, orderNumber(id)),
    ],
    purchase: () => [
      steps('purchase', one(id)),
      ...paidFor(record, `purchase-account:${id}`),
      mailsAbout(sql`select lower(b.email) from catalog_purchases b where b.id = ${id}`, purchaseNumber(id)),
    ],
    rental: () => [steps('rental', one(id)), ...paidFor(record, `rental-rest:${id}`)],
    'trade-in': () => [
      steps('trade-in', one(id)),
      mailsAbout(sql`select lower(t.email) from trade_ins t where t.id = ${id}`, tradeInNumber(id)),
    ],
    'tune-request': () => [steps('tune-request', one(id))],
    'value-transfer': () => [steps('value-transfer', one(id))],
    ticket: () => [steps('ticket', one(id))],
    rescue: () => [steps('rescue', one(id))],
    'credit-deal': () => [steps('credit-deal', one(id))],
    product: () => [],
  };
  return [...own, ...more[kind]()];
}

export const recordTables = {
  user: 'users',
  dealer: 'dealers',
  tuner: 'tuners',
  affiliate: 'affiliates',
  order: 'orders',
  purchase: 'catalog_purchases',
  rental: 'rentals',
  'trade-in': 'trade_ins',
  'tune-request': 'tune_requests',
  'value-transfer': 'value_transfers',
  ticket: 'tickets',
  rescue: 'rescue_sessions',
  'credit-deal': 'dealer_credit_deals',
  product: 'products',
} as const satisfies Record<RecordKind, string>;
