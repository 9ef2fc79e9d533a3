import type { OrderStep } from '@tuneport/domain/store/order-states';
import { holdMinutesMax } from '@tuneport/domain/store/unpaid-holds';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { asyncCommit } from '../../../platform/db/writes/async-commit.ts';
import { linkHolds, type Ownership, ownedBy } from '../../dealers/index.ts';
import type { AppliedDiscount, OrderRecord } from './order-record.ts';

type NewOrder = {
  /** Idempotency key of the order. Null if the caller's transaction already ensures idempotency. */
  request_key: string | null;
  token_hash: string;
  kind: OrderRecord['kind'];
  region: number;
  user_id: number | null;
  dealer_id: number | null;
  placed_by: string;
  placed_from: string;
  placed_session: string | null;
  placed_site: string | null;
  email: string;
  currency: string;
  billing: unknown;
  shipping: unknown;
  tier_key: string | null;
  tier_name: string | null;
  list_minor: string;
  discount_minor: string;
  contained_minor: string;
  shipping_minor: string;
  shipping_contained_minor: string;
  tax_included: boolean;
  reverse_charge: boolean;
  tax_minor: string;
  total_minor: string;
  taxes: unknown;
  discounts: readonly AppliedDiscount[];
  affiliate_id: number | null;
  affiliate_share_percent: string | null;
  tracking_tag_id: number | null;
  default_currency: string;
  rate: string | null;
  rate_as_of: string | null;
  placed_at: Date;
};
/** Limits on reservations without payment, for guests and for users with a confirmed address. */
export type HoldRules = { readonly guest: object; readonly member: object; readonly unpaidMax: number };
type NewLine = {
  line: number;
  product_id: number;
  slug: string;
  name: string;
  sku: string;
  options: unknown;
  quantity: number;
  unit_minor: string;
  list_minor: string;
  discount_minor: string;
  contained_minor: string;
  net_minor: string;
  /** Null: the days of the settings. */
  rental_days: number | null;
};

/** With a request key the commit is asynchronous, because the stored response is committed after it. */
export async function insertOrder(
  db: Db,
  order: NewOrder,
  lines: readonly NewLine[],
  shortages: object,
  rules: HoldRules,
): Promise<OrderRecord> {
  const early = order.request_key === null ? sql`null` : asyncCommit;
  const { rows } = await sql<{ made: OrderRecord }>`${prepared}
    select place_order(${JSON.stringify(order)}::jsonb, ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(shortages)}::jsonb,
      ${JSON.stringify(rules.guest)}::jsonb, ${JSON.stringify(rules.member)}::jsonb, ${rules.unpaidMax}::integer) as made, ${early} as early`.execute(
    db,
  );
  return (rows[0] as { made: OrderRecord }).made;
}

/** Performs a transition if the order is in its initial state; otherwise null. */
export async function stepOrder(
  db: Db,
  id: number,
  step: OrderStep,
  by: { actorId: number | null; now: Date; detail?: object; mailToken?: Buffer; asyncCommit?: boolean },
): Promise<OrderRecord | null> {
  const { rows } = await sql<{ after: OrderRecord | null }>`${prepared}
    select s.after, ${by.asyncCommit ? sql`case when s.after is not null then ${asyncCommit} end` : sql`null`} as early
    from (select step_order(${id}::integer, ${step.event}, ${[...step.from]}::text[], ${step.to}, ${by.actorId}::integer, ${by.now},
      ${JSON.stringify(by.detail ?? {})}::jsonb, ${by.mailToken ?? null}::bytea) as after) s`.execute(db);
  return rows[0]?.after ?? null;
}

/** Access to an order: its buyer or the members of its dealer, staff, and holders of one of its tokens. */
export type OrderViewer = Ownership & {
  readonly to: 'read' | 'act';
  readonly staff: boolean;
  readonly tokenHash: Buffer | null;
};

const reachable = (viewer: OrderViewer) => sql<boolean>`(${ownedBy(viewer, 'o')}
  or (${linkHolds('o', viewer.to)} and exists (select from order_tokens t where t.order_id = o.id
    and t.token_hash = ${viewer.tokenHash}::bytea and t.revoked_at is null and t.expires_at > now())))`;

export async function readOrder(db: Db, id: number, viewer: OrderViewer): Promise<OrderRecord | null> {
  const { rows } = await sql<{ found: OrderRecord }>`
    select read_order(o.id) as found from orders o where o.id = ${id} and (${viewer.staff} or ${reachable(viewer)})`.execute(
    db,
  );
  return rows[0]?.found ?? null;
}

/** Starts a payment: the goods stay reserved while the card is charged, and the uses of the codes are counted (TP003 if none is left). */
export async function beginOrderPayment(
  db: Db,
  id: number,
  viewer: OrderViewer,
  until: Date,
): Promise<OrderRecord | null> {
  const { rows } = await sql<{ found: OrderRecord | null }>`${prepared}
    select begin_order_payment(o.id, ${until}, make_interval(mins => ${holdMinutesMax}::integer)) as found, ${asyncCommit} as early
    from orders o where o.id = ${id} and ${reachable(viewer)}`.execute(db);
  return rows[0]?.found ?? null;
}

export const releaseOrderCodes = (db: Db, id: number) => sql`select release_order_codes(${id}::integer)`.execute(db);

const listColumns = [
  'id',
  'region',
  'invoice_no',
  'kind',
  'state',
  'currency',
  'total_minor',
  'placed_at',
  'paid_at',
  'cancelled_by',
  'dispute',
  'tracking_number',
] as const;
const listExtras = [
  sql<number>`(select coalesce(sum(l.quantity), 0)::integer from order_lines l where l.order_id = orders.id)`.as(
    'item_count',
  ),
  sql<string>`(select l.name from order_lines l where l.order_id = orders.id order by l.line limit 1)`.as('first'),
  sql<bigint>`(select coalesce(sum(r.amount_minor), 0)::bigint from payments p join payment_refunds r on r.payment_id = p.id
    where p.subject in ('order:' || orders.id, 'order-account:' || orders.id) and r.state = 'settled')`.as(
    'refunded_minor',
  ),
  sql<
    string | null
  >`(select s.carrier from order_shipments s where s.order_id = orders.id order by s.id desc limit 1)`.as('carrier'),
] as const;

/** The orders placed by a user; with `reader` only those the reader may still see. */
export async function listOrders(db: Db, userId: number, page: number, viewer?: Ownership) {
  let mine = db.selectFrom('orders').where('user_id', '=', userId);
  if (viewer) mine = mine.where(ownedBy(viewer, 'orders'));
  const rows = mine.select(listColumns).select(listExtras).orderBy('id', 'desc');
  return pageOf(mine, rows, page);
}

/** Orders of the flashing tool: those of the given owner, or all. */
export async function listToolOrders(db: Db, whose: 'all' | Ownership, type: string | null, page: number) {
  let query = db.selectFrom('orders').where('kind', '<>', 'store');
  if (type !== null) query = query.where('kind', '=', type);
  if (whose !== 'all') query = query.where(ownedBy(whose, 'orders'));
  return pageOf(query, query.select(listColumns).select(listExtras).orderBy('id', 'desc'), page);
}

export const expiredOrders = (db: Db, now: Date, max: number) =>
  db
    .selectFrom('orders')
    .select(['id', 'expires_at'])
    .where('state', '=', 'pending_payment')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(max)
    .execute();

/** Locks the order if it is overdue; starting a payment in the meantime extends its deadline. */
export async function lockOverdue(db: Db, id: number, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function orderById(db: Db, id: number): Promise<OrderRecord | null> {
  const { rows } = await sql<{ found: OrderRecord | null }>`select read_order(${id}::integer) as found`.execute(db);
  return rows[0]?.found ?? null;
}

/** Locks the order until the transaction ends. A caller that also needs its payment must lock that first. */
export async function lockedOrder(db: Db, id: number): Promise<OrderRecord | null> {
  return (await lockOrder(db, id)) ? orderById(db, id) : null;
}

/** Adds an event that does not change the order's state. */
export const addOrderEvent = (
  db: Db,
  { id, state }: Pick<OrderRecord, 'id' | 'state'>,
  happened: { readonly event: string; readonly actorId: number | null; readonly now: Date; readonly detail?: object },
) =>
  db
    .insertInto('order_events')
    .values({
      order_id: id,
      at: happened.now,
      event: happened.event,
      from_state: state,
      to_state: state,
      actor_id: happened.actorId,
      detail: JSON.stringify(happened.detail ?? {}),
    })
    .execute();

/** Adds another link token to the order, for a mail. */
export const addMailToken = (db: Db, id: number, tokenHash: Buffer) =>
  db.insertInto('order_tokens').values({ token_hash: tokenHash, order_id: id, purpose: 'mail' }).execute();

export const orderHistory = (db: Db, id: number) =>
  db
    .selectFrom('order_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.at', 'e.event', 'e.to_state as state', 'u.name as actor_name'])
    .select(sql<string>`coalesce(e.detail ->> 'reason', '')`.as('reason'))
    .where('e.order_id', '=', id)
    .orderBy('e.id')
    .execute();

export const transactionOfOrder = async (db: Db, id: number): Promise<number | null> =>
  (
    await db
      .selectFrom('payments')
      .select('id')
      .where('subject', 'in', subjectsOf(id))
      .where('captured_minor', '>', 0n)
      // The card payment before that of a balance.
      .orderBy('subject', 'desc')
      .executeTakeFirst()
  )?.id ?? null;

const subjectsOf = (id: number) => [`order:${id}`, `order-account:${id}`];

/**
 * The successful payments of an order: by card, then from a balance. The order matters because it is the lock order.
 */
export const paymentsOfOrder = async (db: Db, id: number): Promise<number[]> =>
  (
    await db
      .selectFrom('payments')
      .select('id')
      .where('subject', 'in', subjectsOf(id))
      .where('captured_minor', '>', 0n)
      .orderBy('subject', 'desc')
      .execute()
  ).map((row) => row.id);

/**
 * The remaining amount paid for an order, net of refunds (pending included) and lost disputes. While the bank decides,
 * the disputed amount still pays for the order: it may come back.
 */
export async function moneyLeft(db: Db, id: number): Promise<bigint> {
  const { rows } = await sql<{ left: bigint }>`
    select coalesce(sum(p.captured_minor - case when p.state = 'disputed' then 0 else p.disputed_minor end
      - (select coalesce(sum(r.amount_minor), 0) from payment_refunds r where r.payment_id = p.id and r.state <> 'failed')), 0)::bigint as left
    from payments p where p.subject = any(${subjectsOf(id)}) and p.captured_minor > 0`.execute(db);
  return rows[0]?.left ?? 0n;
}

/** Shipped orders that now count as delivered. Downloads and services are not on their way: they count at once. */
export const deliveredOrders = (db: Db, shippedBefore: Date, max: number) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'shipped')
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('shipped_at', '<=', shippedBefore),
        not(
          exists(
            selectFrom('order_lines as l')
              .innerJoin('products as p', 'p.id', 'l.product_id')
              .select('l.line')
              .whereRef('l.order_id', '=', 'orders.id')
              .where('l.shipped', '>', 0)
              .where('p.is_digital', '=', false),
          ),
        ),
      ]),
    )
    .orderBy('shipped_at')
    .limit(max)
    .execute();

export type Pieces = { readonly line: number; readonly quantity: number };

/** Counts pieces of an order's lines as shipped or cancelled. */
export const countPieces = (db: Db, id: number, as: 'shipped' | 'cancelled', pieces: readonly Pieces[]) =>
  sql`update order_lines l set ${sql.ref(as)} = l.${sql.ref(as)} + p.quantity
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p (line smallint, quantity smallint)
    where l.order_id = ${id} and l.line = p.line`.execute(db);

/** Orders for which a card was charged, in any current state. */
export const paidOrders = (db: Db) =>
  db
    .selectFrom('orders')
    .select(['id', 'currency', sql<bigint>`total_minor - balance_minor`.as('card_minor')])
    .where('paid_at', 'is not', null)
    .where(sql<boolean>`total_minor > balance_minor`)
    .orderBy('id')
    .execute();

/** Locks the order against transitions until the transaction ends. Undefined if it does not exist. */
export const lockOrder = (db: Db, id: number) =>
  db.selectFrom('orders').select(['id', 'shipping_minor']).where('id', '=', id).forUpdate().executeTakeFirst();

/** The totals of orders, by id. */
export async function orderTotals(db: Db, ids: readonly (number | null)[]): Promise<Map<number, bigint>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom('orders').select(['id', 'total_minor']).where('id', 'in', known).execute();
  return new Map(rows.map(({ id, total_minor }) => [id, total_minor]));
}
