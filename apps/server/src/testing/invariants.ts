import { payoutsUnderWay } from '@tuneport/domain/ledger/payout-states';
import { sql } from 'kysely';
import { verifyLedger } from '../modules/ledger/index.ts';
import { reconcile } from '../modules/payments/index.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { PaymentProvider } from '../platform/payments/provider.ts';

// Invariants of money and stock, checked independently of the product's code and in one place, for every kind of test.

/**
 * Violations of what must hold after every commit, even while others write. Read in one snapshot; the ledger's own
 * check uses a separate one.
 */
export async function violations(db: Db): Promise<string[]> {
  const { problems } = await verifyLedger(db, { seal: false });
  const seen = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const wrong: string[] = [];
      for (const look of looks) wrong.push(...(await look(tx)));
      return wrong;
    });
  return [...problems.map(({ check, what, message: expected }) => `ledger ${check}: ${what} ${expected}`), ...seen];
}

/**
 * Violations of what must also hold once all work has ended: provider, payments, ledger and sales agree, and nothing is
 * pending.
 */
export async function violationsAtRest(db: Db, provider: PaymentProvider): Promise<string[]> {
  const { problems } = await verifyLedger(db);
  const { breaks } = await reconcile(db, provider, new Date(0));
  return [
    ...problems.map(({ check, what, message: expected }) => `ledger ${check}: ${what} ${expected}`),
    ...breaks.map(({ kind, about, detail }) => `${kind} ${about}: ${detail}`),
    ...(await violations(db)),
    ...(await clearing(db)),
  ];
}

type Look = (db: Tx) => Promise<string[]>;

/** Refunds are positive and never exceed the capture. */
const refunds: Look = async (db) => {
  const { rows } = await sql<{ subject: string; captured: bigint; back: bigint; least: bigint | null }>`
    select p.subject, p.captured_minor as captured, p.disputed_minor + coalesce(r.back, 0)::bigint as back, r.least
    from payments p left join lateral (
      select sum(amount_minor)::bigint as back, min(amount_minor) as least from payment_refunds r
      where r.payment_id = p.id and r.state <> 'failed') r on true
    where p.disputed_minor + coalesce(r.back, 0) > p.captured_minor or r.least <= 0`.execute(db);
  return rows.map(
    ({ subject, captured, back, least }) => `${subject}: ${back} of ${captured} back, the least ${least}`,
  );
};

/** An order is the sum of its lines, tax and shipping, and if paid, exactly that was captured. */
const orders: Look = async (db) => {
  const { rows } = await sql<{ id: number; total: bigint; lines: bigint; captured: bigint; paid: boolean }>`
    select o.id, o.total_minor as total, l.lines + o.tax_minor + o.shipping_minor as lines, coalesce(p.captured, 0)::bigint as captured,
      o.paid_at is not null as paid
    from orders o
    join lateral (select sum(net_minor)::bigint as lines from order_lines ol where ol.order_id = o.id) l on true
    left join lateral (
      select sum(captured_minor)::bigint as captured from payments p
      where p.subject in ('order:' || o.id, 'order-account:' || o.id)) p on true
    where l.lines + o.tax_minor + o.shipping_minor <> o.total_minor or o.list_minor - o.discount_minor - o.contained_minor <> l.lines
      or o.paid_at is not null and coalesce(p.captured, 0) <> o.total_minor`.execute(db);
  return rows.map(
    ({ id, total, lines, captured, paid }) =>
      `order ${id} of ${total}: its parts are ${lines}, captured ${captured}, ${paid ? 'paid' : 'not paid'}`,
  );
};

/** An order that was fully refunded has nothing left to ship, and a cancelled one holds no money. */
const endedOrders: Look = async (db) => {
  const { rows } = await sql<{ id: number; state: string; kept: bigint }>`
    select o.id, o.state, p.kept from orders o
    join lateral (
      select sum(p.captured_minor - p.disputed_minor - (select coalesce(sum(amount_minor), 0) from payment_refunds r
        where r.payment_id = p.id and r.state <> 'failed'))::bigint as kept
      from payments p where p.subject in ('order:' || o.id, 'order-account:' || o.id) and p.captured_minor > 0) p on p.kept is not null
    where o.paid_at is not null and o.dispute is distinct from 'open'
      and (p.kept = 0 and o.state in ('paid', 'part_shipped') or p.kept > 0 and o.state = 'cancelled')`.execute(db);
  return rows.map(({ id, state, kept: held }) => `order ${id} is ${state}, ${held} are kept`);
};

/** The same for purchases of tunes, with any tender: card, account and credits. */
const purchases: Look = async (db) => {
  const { rows } = await sql<{
    id: number;
    total: bigint;
    parts: bigint;
    card: bigint;
    account: bigint;
    state: string;
  }>`
    select c.id, c.total_minor as total, l.net - c.credit_minor + c.tax_minor as parts, c.state,
      coalesce(k.captured, 0)::bigint - c.card_minor as card, coalesce(a.captured, 0)::bigint - c.account_minor as account
    from catalog_purchases c
    join lateral (select sum(net_minor)::bigint as net from catalog_purchase_lines l where l.purchase_id = c.id) l on true
    left join lateral (
      select sum(captured_minor)::bigint as captured from payments p where p.subject = 'purchase:' || c.id) k on true
    left join lateral (
      select sum(captured_minor)::bigint as captured from payments p where p.subject = 'purchase-account:' || c.id) a on true
    where c.card_minor + c.account_minor <> c.total_minor or l.net - c.credit_minor + c.tax_minor <> c.total_minor
      or c.paid_at is not null and (coalesce(k.captured, 0) <> c.card_minor or coalesce(a.captured, 0) <> c.account_minor)`.execute(
    db,
  );
  return rows.map(
    ({ id, total, parts, card, account, state }) =>
      `purchase ${id} of ${total} is ${state}: its parts are ${parts}, the card is off by ${card}, the account by ${account}`,
  );
};

/** The cash in the ledger for a subject is what was captured minus what was refunded. */
const cash: Look = async (db) => {
  const { rows } = await sql<{ subject: string; kept: bigint; booked: bigint }>`
    with kept as (
      select p.subject, sum(p.captured_minor - coalesce(r.back, 0))::bigint as kept from payments p
      left join lateral (
        select sum(amount_minor) as back from payment_refunds r where r.payment_id = p.id and r.state = 'settled') r on true
      where p.provider not in ('account', 'prepaid') and p.disputed_minor = 0 and p.state <> 'charged_back' group by 1
    ), booked as (
      select t.subject, sum(e.amount_minor)::bigint as booked from ledger_accounts a join ledger_entries e on e.account_id = a.id
      join ledger_transfers t on t.id = e.transfer_id where a.kind = 'cash' and not e.pending group by 1
    )
    select k.subject, k.kept, coalesce(b.booked, 0)::bigint as booked from kept k left join booked b on b.subject = k.subject
    where k.kept <> coalesce(b.booked, 0)`.execute(db);
  return rows.map(({ subject, kept: held, booked }) => `${subject}: ${held} are kept, the book has ${booked} in cash`);
};

/** Stock is the sum of its movements, never negative, and allocations are what open orders wait for. */
const stock: Look = async (db) => {
  const { rows } = await sql<{ slug: string; on_hand: number; allocated: number; wanted: number; moved: number }>`
    select p.slug, l.on_hand, l.allocated, w.wanted, m.moved from (
      select product_id, sum(on_hand)::integer as on_hand, sum(allocated)::integer as allocated, bool_or(on_hand < 0 or allocated < 0) as below
      from stock_levels group by 1) l
    join products p on p.id = l.product_id and p.tracks_stock
    join lateral (select coalesce(sum(m.on_hand_change), 0)::integer as moved from stock_movements m where m.product_id = p.id) m on true
    join lateral (
      select coalesce(sum(ol.quantity - ol.shipped - ol.cancelled), 0)::integer as wanted
      from order_lines ol join orders o on o.id = ol.order_id
      where ol.product_id = p.id and o.state in ('pending_payment', 'paid', 'on_hold', 'part_shipped') and not exists (
        select from rentals r where r.order_id = o.id and r.line = ol.line and r.state = 'cancelled')) w on true
    where l.below or l.allocated > l.on_hand or l.allocated <> w.wanted or l.on_hand <> m.moved`.execute(db);
  return rows.map(
    ({ slug, on_hand, allocated, wanted, moved }) =>
      `stock of ${slug}: ${on_hand} here and ${moved} by its movements, ${allocated} promised and ${wanted} ordered`,
  );
};

/** The use count of a code matches its paid or pending uses and never exceeds its limit. */
const codes: Look = async (db) => {
  const { rows } = await sql<{ id: string; uses: number; uses_max: number | null; found: number }>`
    with used as (
      select d ->> 'id' as id, count(*)::integer as found from (
        select discounts from orders where paid_at is not null or codes_taken
        union all select discounts from catalog_purchases where paid_at is not null or codes_taken) o,
        jsonb_array_elements(o.discounts) d group by 1
    ), known as (
      select 'sale:' || id as id, uses, uses_max from sales where uses_max is not null
      union all select 'code:' || id, uses, uses_max from discount_codes
    )
    select k.*, coalesce(u.found, 0) as found from known k left join used u on u.id = k.id
    where k.uses <> coalesce(u.found, 0) or k.uses > k.uses_max`.execute(db);
  return rows.map(
    ({ id, uses, uses_max, found }) => `${id} counts ${uses} uses of ${uses_max ?? 'any'}, ${found} have it`,
  );
};

/** A lot never gives more than it has, and every owner's lots match the ledger, in units and value. */
const credits: Look = async (db) => {
  const { rows: lots } = await sql<{ id: number; left_units: number; held_units: number; units: number }>`
    select id, left_units, held_units, units from tune_credit_left
    where left_units < 0 or held_units < 0 or left_units + held_units > units`.execute(db);
  const { rows: owners } = await sql<{
    owner: string;
    kind: string;
    lots: number;
    held: number;
    posted: bigint;
    pending: bigint;
  }>`
    select * from (
      select coalesce(l.owner, b.owner) as owner, coalesce(l.kind, b.kind) as kind, coalesce(l.lots, 0)::integer as lots,
        coalesce(l.held, 0)::integer as held, coalesce(b.posted, 0)::bigint as posted, coalesce(b.pending, 0)::bigint as pending
      from (select owner, kind, sum(left_units + held_units) as lots, sum(held_units) as held from tune_credit_left group by 1, 2) l
      full join (
        select a.owner, substr(a.unit, 4) as kind, b.posted_minor as posted, b.pending_debit_minor as pending
        from ledger_accounts a join ledger_balances b on b.account_id = a.id where a.kind = 'credits'
      ) b on b.owner = l.owner and b.kind = l.kind) x
    where lots <> -posted or held <> pending`.execute(db);
  const { rows: values } = await sql<{ currency: string; lots: bigint; owed: bigint }>`
    select * from (
      select coalesce(l.currency, o.unit) as currency, coalesce(l.value, 0)::bigint as lots, coalesce(o.owed, 0)::bigint as owed
      from (
        select l.currency, sum(l.value_minor) - coalesce(sum(u.value), 0) as value from tune_credit_lots l
        left join lateral (select sum(value_minor) as value from tune_credit_uses x where x.lot_id = l.id and x.state = 'done') u on true
        where l.currency is not null group by 1
      ) l
      full join (
        select a.unit, -sum(e.amount_minor) as owed from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.kind = 'defer.credits' and not e.pending group by 1
      ) o on o.unit = l.currency) x
    where lots <> owed`.execute(db);
  return [
    ...lots.map((lot) => `lot ${lot.id} has ${lot.left_units} + ${lot.held_units} of ${lot.units}`),
    ...owners.map(
      ({ owner, kind, lots: has, held, posted, pending }) =>
        `${owner} has ${has} ${kind} credits in lots with ${held} held, and ${-posted} with ${pending} held in the ledger`,
    ),
    ...values.map(
      ({ currency, lots: worth, owed }) => `lots are worth ${worth} ${currency}, the ledger owes ${owed} for them`,
    ),
  ];
};

/** The credits of a code were given once, to the user who claimed it, or not at all. */
const creditCodes: Look = async (db) => {
  const { rows } = await sql<{ id: number; state: string; units: number; given: number; held: number }>`
    select * from (
      select c.id, c.state, c.units, coalesce(l.given, 0)::integer as given, coalesce(u.held, 0)::integer as held, c.dealer_id, l.wrong
      from tune_credit_codes c
      left join lateral (select sum(units) as given, bool_or(owner <> 'user:' || c.claimed_by) as wrong from tune_credit_lots l
        where l.source = 'code' and l.subject = 'code:' || c.id) l on true
      left join lateral (select sum(units) as held from tune_credit_uses u
        where u.subject = 'code:' || c.id and u.state = 'held') u on true) x
    where given <> case when state = 'claimed' then units else 0 end or coalesce(wrong, false)
      or held <> case when state = 'open' and dealer_id is not null then units else 0 end`.execute(db);
  return rows.map(
    ({ id, state, units, given: issued, held }) =>
      `credit code ${id} of ${units} is ${state}: ${issued} given, ${held} held`,
  );
};

/** A party's transit balance equals its pending payouts, and a held deposit is between zero and what was paid. */
const waiting: Look = async (db) => {
  const { rows: ways } = await sql<{ owner: string; booked: bigint; said: bigint }>`
    select * from (
      select coalesce(b.owner, p.owner) as owner, coalesce(b.booked, 0)::bigint as booked, coalesce(p.said, 0)::bigint as said
      from (select a.owner, a.unit, -b.posted_minor as booked from ledger_accounts a join ledger_balances b on b.account_id = a.id
        where a.kind = 'transit') b
      full join (select owner, currency, sum(amount_minor) as said from payouts where state = any(${payoutsUnderWay}) group by 1, 2) p
        on p.owner = b.owner and p.currency = b.unit) x
    where booked <> said`.execute(db);
  const { rows: deposits } = await sql<{ id: number; state: string; held: bigint; paid: bigint }>`
    select * from (
      select r.id, r.state, -b.posted_minor as held, case when r.deposit_paid_at is null then 0 else r.deposit_minor end as paid
      from rentals r join ledger_accounts a on a.kind = 'deposit' and a.owner = 'rental:' || r.id
      join ledger_balances b on b.account_id = a.id) x
    where held < 0 or held > paid`.execute(db);
  return [
    ...ways.map(
      ({ owner, booked, said: expected }) => `${booked} are on their way to ${owner}, payouts say ${expected}`,
    ),
    ...deposits.map(({ id, state, held, paid }) => `rental ${id} is ${state}: ${held} held of a deposit of ${paid}`),
  ];
};

const looks: readonly Look[] = [
  refunds,
  orders,
  endedOrders,
  purchases,
  cash,
  stock,
  codes,
  credits,
  creditCodes,
  waiting,
];

/** Clearing accounts end at zero. What is owed for received goods is not clearing. */
async function clearing(db: Db): Promise<string[]> {
  const { rows } = await sql<{ kind: string; unit: string; amount: bigint }>`
    select a.kind, a.unit, sum(e.amount_minor)::bigint as amount from ledger_entries e join ledger_accounts a on a.id = e.account_id
    join ledger_transfers t on t.id = e.transfer_id
    where a.kind in ('payable', 'dispute.hold', 'vt.clear') and not e.pending and t.kind <> 'store.stock' group by 1, 2
    having sum(e.amount_minor) <> 0`.execute(db);
  return rows.map(({ kind, unit, amount }) => `${kind} in ${unit} ends with ${amount}`);
}
