import { pageSize } from '@tuneport/contract/shapes';
import { type RecordKind, recordKind } from '@tuneport/domain/activity/record-kinds';
import { type CreditKind, creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { may, type Permission } from '@tuneport/domain/identity/permissions';
import { isCurrency, money, toWire } from '@tuneport/domain/money/money';
import { type StateTone, stateLabel, stateTone } from '@tuneport/domain/states/machine';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requireRecord } from './timeline.ts';

type Row = {
  readonly id: number;
  readonly title: string;
  readonly detail: string;
  readonly state: string | null;
  readonly amount_minor: bigint | null;
  readonly unit: string | null;
  readonly at: Date;
};
type State = { readonly label: string; readonly tone: StateTone; readonly hollow: boolean };
type List = {
  readonly label: string;
  readonly needs: Permission;
  /** Rows with the columns of `Row`. */
  readonly rows: RawBuilder<Row>;
  /** Without it, and without `states`, the rows are of a kind with a machine. */
  readonly kind?: RecordKind;
  readonly states?: Readonly<Record<string, State>>;
  readonly title?: (row: Row) => string;
  /** The page of a row that is of no record kind. */
  readonly to?: (id: number) => string | null;
};

const plain = (label: string, tone: StateTone = 'neutral'): State => ({ label, tone, hollow: false });
const mailStates = {
  queued: plain('Queued', 'busy'),
  sent: plain('Sent', 'good'),
  failed: plain('Failed', 'bad'),
  kept: plain('Not sent (no mail server)', 'careful'),
};

/** Records of a buyer: a user or a dealer. */
function ofBuyer(column: 'user_id' | 'dealer_id', id: number): Record<string, List> {
  const mine = sql`b.${sql.ref(column)} = ${id}`;
  return {
    orders: {
      label: 'Orders',
      needs: 'transactions.read',
      kind: 'order',
      rows: sql`select b.id, '' as title, b.state, b.total_minor as amount_minor, b.currency as unit, b.placed_at as at,
        (select coalesce(string_agg(l.quantity || ' × ' || l.name, ', ' order by l.line), '') from order_lines l where l.order_id = b.id) as detail
        from orders b where ${mine}`,
    },
    purchases: {
      label: 'Tune purchases',
      needs: 'transactions.read',
      kind: 'purchase',
      rows: sql`select b.id, '' as title, b.state, b.total_minor as amount_minor, b.currency as unit, b.placed_at as at, b.vehicle as detail
        from catalog_purchases b where ${mine}`,
    },
    requests: {
      label: 'Tune requests',
      needs: 'tune-requests.admin',
      kind: 'tune-request',
      rows: sql`select b.id, '' as title, b.state, null::bigint as amount_minor, null as unit, b.created_at as at, b.vehicle as detail
        from tune_requests b where ${mine} and b.state <> 'deleted'`,
    },
    tickets: {
      label: 'Tickets',
      needs: 'tickets.admin',
      kind: 'ticket',
      rows: sql`select b.id, '' as title, b.state, null::bigint as amount_minor, null as unit, b.created_at as at, b.title as detail
        from tickets b where ${mine}`,
    },
    rentals: {
      label: 'Rentals',
      needs: 'stock',
      kind: 'rental',
      rows: sql`select r.id, '' as title, r.state, r.rent_minor as amount_minor, r.currency as unit, r.created_at as at, p.name as detail
        from rentals r join orders b on b.id = r.order_id join products p on p.id = r.product_id where ${mine}`,
    },
    'value-transfers': {
      label: 'Value transfers',
      needs: 'value-transfers',
      kind: 'value-transfer',
      rows: sql`select b.id, '' as title, b.state, b.value_minor as amount_minor, b.currency as unit, b.created_at as at, o.vehicle as detail
        from value_transfers b join tune_requests o on o.id = b.old_request_id where ${mine}`,
    },
    'trade-ins': {
      label: 'Trade-ins',
      needs: 'trade-ins',
      kind: 'trade-in',
      rows: sql`select b.id, '' as title, b.state, b.offer_minor as amount_minor, b.offer_currency as unit, b.created_at as at, b.tool as detail
        from trade_ins b where ${mine}`,
    },
  };
}

const credits = (owner: string, now: Date): List => ({
  label: 'Tune credits',
  needs: 'credit-deals.admin',
  states: { left: plain('Available', 'good'), used: plain('Used'), expired: plain('Expired') },
  title: ({ title, detail }) => creditsLabel(title as CreditKind, Number(detail.split(' ')[0])),
  rows: sql`select c.id, c.kind as title, c.units || ' issued, ' || c.left_units || ' left' as detail,
    case when c.left_units = 0 then 'used' when c.expires_at <= ${now} then 'expired' else 'left' end as state,
    null::bigint as amount_minor, null as unit, c.issued_at as at
    from tune_credit_left c where c.owner = ${owner}`,
});

const mails = (address: RawBuilder<unknown>): List => ({
  label: 'E-mails',
  needs: 'mail.read',
  to: (mail) => `/admin/mail/${mail}`,
  states: mailStates,
  title: ({ title }) => title,
  rows: sql`select m.id, m.subject as title, '' as detail, m.state, null::bigint as amount_minor, null as unit, m.created_at as at
    from mail_outbox m where lower(m.to_address) = (${address})`,
});

/** The lists of a record, in the order of their tabs. */
function relatedLists(kind: RecordKind, id: number, now: Date): Readonly<Record<string, List>> {
  if (kind === 'user')
    return {
      ...ofBuyer('user_id', id),
      credits: credits(`user:${id}`, now),
      vehicles: {
        label: 'Vehicles',
        needs: 'users.read',
        title: ({ title }) => title,
        rows: sql`select v.id, coalesce(nullif(v.nickname, ''), v.title) as title,
          concat_ws(' · ', case when v.nickname <> '' then v.title end, v.detail, v.vin) as detail, null as state,
          null::bigint as amount_minor, null as unit, v.created_at as at
          from garage_vehicles v where v.user_id = ${id}`,
      },
      devices: {
        label: 'Devices',
        needs: 'users.read',
        states: { open: plain('Signed in', 'good') },
        title: ({ title }) => title,
        rows: sql`select s.id, s.user_agent as title, s.address || ' · ' || replace(s.method, '_', ' ') as detail, 'open' as state,
          null::bigint as amount_minor, null as unit, s.last_seen_at as at
          from sessions s where s.user_id = ${id} and s.expires_at > ${now}`,
      },
      mails: mails(sql`select lower(u.email::text) from users u where u.id = ${id}`),
    };
  if (kind === 'dealer')
    return {
      ...ofBuyer('dealer_id', id),
      deals: {
        label: 'Credit deals',
        needs: 'credit-deals.admin',
        kind: 'credit-deal',
        title: ({ title }) => title,
        rows: sql`select b.id, b.title, '' as detail, b.state, b.price_minor as amount_minor, b.currency as unit, b.created_at as at
          from dealer_credit_deals b where b.dealer_id = ${id}`,
      },
      credits: credits(`dealer:${id}`, now),
      mails: mails(sql`select lower(d.billing_email) from dealers d where d.id = ${id} and d.billing_email <> ''`),
    };
  return {};
}

/** Counts in one statement; a list the actor may not read is left out. */
export async function countRelated(db: Db, actor: Actor, of: { kind: RecordKind; id: number }, now: Date) {
  const lists = Object.entries(relatedLists(of.kind, of.id, now)).filter(([, { needs }]) => may(actor, needs));
  if (lists.length === 0) return [];
  const { rows } = await sql<{ count: bigint; at: number }>`${sql.join(
    lists.map(([, list], at) => sql`select count(*) as count, ${sql.lit(at)} as at from (${list.rows}) r`),
    sql` union all `,
  )}`.execute(db);
  const counts = new Map(rows.map(({ at, count }) => [at, Number(count)]));
  return lists.map(([list, { label }], at) => ({ list, label, count: counts.get(at) ?? 0 }));
}

export async function listRelated(
  db: Db,
  actor: Actor,
  of: { kind: RecordKind; id: number; list: string },
  page: number,
  now: Date,
) {
  await requireRecord(db, actor, of.kind, of.id);
  const lists = relatedLists(of.kind, of.id, now);
  const list = Object.hasOwn(lists, of.list) ? lists[of.list] : undefined;
  if (!list) throw new Refusal('not_found');
  if (!may(actor, list.needs)) throw new Refusal('forbidden');
  const [counted, { rows }] = await Promise.all([
    sql<{ total: bigint }>`select count(*) as total from (${list.rows}) r`.execute(db),
    sql<Row>`select * from (${list.rows}) r order by r.at desc, r.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db),
  ]);
  const total = Number(counted.rows[0]?.total ?? 0);
  return {
    data: rows.map((row) => presentRow(list, row)),
    page,
    page_count: Math.ceil(total / pageSize),
    total,
  };
}

function presentRow(list: List, row: Row) {
  const { kind, unit } = { kind: list.kind, unit: row.unit };
  return {
    id: String(row.id),
    title: list.title?.(row) ?? (kind ? recordKind(kind).title(row.id) : row.title),
    to: kind ? `${recordKind(kind).at}/${row.id}` : (list.to?.(row.id) ?? null),
    detail: row.detail,
    state: stateOf(list, row.state),
    amount: row.amount_minor !== null && isCurrency(unit) ? toWire(money(row.amount_minor, unit)) : null,
    at: row.at,
  };
}

function stateOf({ kind, states }: List, state: string | null): State | null {
  if (state === null) return null;
  const machine = kind ? recordKind(kind).machine : undefined;
  if (machine)
    return {
      label: stateLabel(machine, state),
      tone: stateTone(machine, state),
      hollow: machine.states[state]?.hollow ?? false,
    };
  return states?.[state] ?? plain(state);
}
