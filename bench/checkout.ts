// node bench/checkout.ts [seconds]: complete checkouts over HTTP with 16 clients (quote, order, payment), against one bare transaction
// that writes the same rows over a pool of the same size in the same run.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { openDb } from '../apps/server/src/platform/db/open.ts';
import { readPostmaster } from '../apps/server/src/platform/postgres/postmaster.ts';
import { dataFolder, embedded } from '../e2e/harness/crash.ts';
import { startProduct } from '../e2e/harness/product.ts';

export type CheckoutFigures = { name: string; perSecond: number; p50Ms: number; p99Ms: number };

const clients = 16;
const slug = 'flashzilla-v3';

async function measured(name: string, seconds: number, work: () => Promise<void>): Promise<CheckoutFigures> {
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        const from = performance.now();
        await work();
        times.push(performance.now() - from);
      }
    }),
  );
  const took = performance.now() - began;
  times.sort((a, b) => a - b);
  const at = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10;
  return { name, perSecond: Math.round((times.length / took) * 1000), p50Ms: at(0.5), p99Ms: at(0.99) };
}

/** Tables of the same shape and indexes, without rules: what the rows cost at the very least. */
const tables = [
  'idempotency_keys',
  'orders',
  'order_lines',
  'order_tokens',
  'order_events',
  'stock_movements',
  'payments',
  'payment_attempts',
  'payment_history',
  'ledger_transfers',
  'ledger_entries',
  'mail_outbox',
];

async function makeFloor(db: Db, example: number): Promise<void> {
  for (const table of tables)
    await sql.raw(`create table if not exists bare_${table} (like ${table} including all)`).execute(db);
  await sql`create table if not exists bare_journal (like test_provider.journal including all)`.execute(db);
  await sql`create sequence if not exists bare_ids start 1000000`.execute(db);
  // One real checkout is the pattern of all: its rows are written again under new keys.
  await sql`create or replace function bare_checkout(example integer) returns void language plpgsql as $$
    declare n bigint := nextval('bare_ids'); k text := gen_random_uuid()::text; r text := 'order:' || example;
    begin
      insert into bare_idempotency_keys select scope, k || row_number() over (), endpoint, fingerprint, null, status, answer, now()
        from (select * from idempotency_keys where endpoint like 'POST /order%' order by created_at limit 2) x;
      insert into bare_orders overriding system value select (o).* from (select jsonb_populate_record(o, jsonb_build_object('id', n, 'request_key', k)) o from orders o where id = example) x;
      insert into bare_order_lines select (l).* from (select jsonb_populate_record(l, jsonb_build_object('order_id', n)) l from order_lines l where order_id = example) x;
      insert into bare_order_tokens select sha256((k || row_number() over ())::bytea), n, purpose, now(), null from order_tokens where order_id = example;
      insert into bare_order_events (order_id, at, event, from_state, to_state, detail) select n, at, event, from_state, to_state, detail from order_events where order_id = example;
      insert into bare_stock_movements (at, kind, product_id, location_id, allocated_change, reference) select at, kind, product_id, location_id, allocated_change, 'order:' || n from stock_movements where reference = r;
      insert into bare_payments (uuid, subject, payer, amount_minor, currency, state, provider, intent_id, captured_minor)
        select gen_random_uuid(), 'order:' || n, payer, amount_minor, currency, state, provider, k, captured_minor from payments where subject = r;
      insert into bare_payment_attempts (payment_id, number, key, method, keep_method, state) values (n, 1, k, 'test_ok', false, 'succeeded');
      insert into bare_payment_history (payment_id, event, state_after, via) values (n, 'create', 'created', 'answer'), (n, 'capture', 'captured', 'answer');
      insert into bare_journal (key, kind, intent, amount_minor, currency) values (k, 'charge', k, 100, 'CAD');
      insert into bare_ledger_transfers select (t).* from (select jsonb_populate_record(t, jsonb_build_object('id', n, 'key', k)) t from ledger_transfers t where subject = r limit 1) x;
      insert into bare_ledger_entries select (e).* from (select jsonb_populate_record(e, jsonb_build_object('transfer_id', n)) e from ledger_entries e join ledger_transfers t on t.id = e.transfer_id where t.subject = r) x;
      insert into bare_mail_outbox (kind, to_address, subject, text_body, html_body) select kind, to_address, subject, text_body, html_body from mail_outbox where kind = 'order-confirmation' order by id limit 1;
    end $$`.execute(db);
  await sql`select bare_checkout(${example})`.execute(db);
}

const address = {
  country_code: 'CA',
  full_name: 'Ada Lane',
  line1: '12 Main Street',
  city: 'Vancouver',
  state: 'BC',
  postal_code: 'V5K 0A1',
  email: 'ada@example.test',
};

async function post<T>(origin: string, path: string, body: object, key?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', origin, ...(key ? { 'idempotency-key': key } : {}) };
  const reply = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T;
}

async function checkout(origin: string): Promise<number> {
  const entries = [{ slug, quantity: 1, options: await optionsOf(origin) }];
  const quote = await post<{ tiers: { key: string; sums: { total: object } }[] }>(origin, '/order/shipping', {
    entries,
    address: { country_code: 'CA', state: 'BC' },
  });
  const [tier] = quote.tiers;
  const wish = { entries, billing: address, shipping_tier: tier?.key, total: tier?.sums.total };
  const order = await post<{ id: number; token: string }>(origin, '/order', wish, randomUUID());
  const paying = { token: order.token, method: { token: 'test_ok' } };
  await post(origin, `/order/${order.id}/payment`, paying, randomUUID());
  return order.id;
}

let options: Promise<{ option: number; selection: number }[]> | null = null;
function optionsOf(origin: string) {
  options ??= fetch(`${origin}/api/store/product/${slug}`)
    .then((reply) => reply.json() as Promise<{ options: { id: number; selections: { id: number }[] }[] }>)
    .then((product) =>
      product.options.map(({ id, selections }) => ({ option: id, selection: selections[0]?.id ?? 0 })),
    );
  return options;
}

export async function benchCheckout(seconds = 4): Promise<CheckoutFigures[]> {
  const folder = dataFolder();
  const product = await startProduct({ env: { ...embedded(folder.path), DEMO: 'small' } });
  const host = readPostmaster(folder.cluster)?.socketDir ?? '';
  const { db, close } = openDb({ host, port: 5432, user: 'tuneport', database: 'tuneport' }, { max: 10 });
  try {
    await sql`insert into stock_movements (at, kind, product_id, location_id, on_hand_change, reason)
      select now(), 'RECEIVE', p.id, (select min(id) from stock_locations where ships), 10000000, 'bench' from products p
      where p.slug = ${slug}`.execute(db);
    const example = await checkout(product.origin);
    await makeFloor(db, example);
    await measured('warm-up', 6, async () => void (await checkout(product.origin)));
    const bare = await measured('one bare transaction with the same rows', seconds, async () => {
      await sql`select bare_checkout(${example})`.execute(db);
    });
    const whole = await measured('complete checkout, three calls', seconds, async () => {
      await checkout(product.origin);
    });
    return [bare, whole];
  } finally {
    await close();
    await product.stop();
    folder.remove?.();
  }
}

if (import.meta.main) {
  const figures = await benchCheckout(Number(process.argv[2] ?? 4));
  console.table(figures);
  const [bare, whole] = figures;
  if (bare && whole) console.log(`${Math.round((whole.perSecond / bare.perSecond) * 100)} % of the bare transaction`);
}
