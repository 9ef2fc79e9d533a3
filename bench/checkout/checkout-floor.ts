import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/db.ts';

// The minimum cost of writing the rows of a checkout: tables with the same columns and indexes, without constraints, in
// one transaction.

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

/** The rows of one real checkout are copied under new keys ($1 the number, $2 a key). */
const copies = (example: number): string[] => {
  const of = `'order:${example}'`;
  const row = (table: string, from: string, changes: string, where: string) =>
    `insert into bare_${table} overriding system value select (x.r).* from
      (select jsonb_populate_record(t, jsonb_build_object(${changes})) r from ${from} t where ${where}) x`;
  return [
    `insert into bare_idempotency_keys select scope, $2 || row_number() over (), endpoint, fingerprint, null, status, answer, now()
      from (select * from idempotency_keys where endpoint like 'POST /order%' order by created_at limit 2) x where $1::bigint > 0`,
    row('orders', 'orders', `'id', $1::bigint, 'request_key', $2::text`, `id = ${example}`),
    row('order_lines', 'order_lines', `'order_id', $1::bigint`, `order_id = ${example} and $2::text <> ''`),
    `insert into bare_order_tokens select sha256(($2 || row_number() over ())::bytea), $1::bigint, purpose, now(), null
      from order_tokens where order_id = ${example}`,
    `insert into bare_order_events (order_id, at, event, from_state, to_state, detail)
      select $1::bigint, at, event, from_state, to_state, detail from order_events where order_id = ${example} and $2::text <> ''`,
    `insert into bare_stock_movements (at, kind, product_id, location_id, allocated_change, reference)
      select at, kind, product_id, location_id, allocated_change, 'order:' || $1::bigint from stock_movements
      where reference = ${of} and $2::text <> ''`,
    `insert into bare_payments (uuid, subject, payer, amount_minor, currency, state, provider, intent_id, captured_minor)
      select gen_random_uuid(), 'order:' || $1::bigint, payer, amount_minor, currency, state, provider, $2::text, captured_minor
      from payments where subject = ${of}`,
    `insert into bare_payment_attempts (payment_id, number, key, method, keep_method, state)
      values ($1::bigint, 1, $2::text, 'test_ok', false, 'succeeded')`,
    `insert into bare_payment_history (payment_id, event, state_after, via)
      select $1::bigint, e, 'captured', 'answer' from unnest(array['create', 'capture']) e where $2::text <> ''`,
    `insert into bare_journal (key, kind, intent, amount_minor, currency) select $2::text, 'charge', $2::text, 100, 'CAD' where $1::bigint > 0`,
    row(
      'ledger_transfers',
      'ledger_transfers',
      `'id', $1::bigint, 'key', $2::text`,
      `subject = ${of} and kind = 'payment.captured'`,
    ),
    `insert into bare_ledger_entries select (x.r).* from (
      select jsonb_populate_record(e, jsonb_build_object('transfer_id', $1::bigint)) r from ledger_entries e
      join ledger_transfers t on t.id = e.transfer_id where t.subject = ${of} and t.kind = 'payment.captured' and $2::text <> '') x`,
    `insert into bare_mail_outbox (kind, to_address, subject, text_body, html_body)
      select kind, to_address, subject, text_body, html_body from mail_outbox
      where kind = 'order-confirmation' and $1::bigint > 0 and $2::text <> '' order by id limit 1`,
  ];
};

export type CheckoutFloor = {
  /** One statement per table between begin and commit, as an application writes them. */
  plain(): Promise<void>;
  /** All statements in one database function: a single round trip. */
  inOneCall(): Promise<void>;
};

export async function checkoutFloor(db: Db, example: number): Promise<CheckoutFloor> {
  for (const table of tables)
    await sql.raw(`create table if not exists bare_${table} (like ${table} including all)`).execute(db);
  await sql`create table if not exists bare_journal (like test_provider.journal including all)`.execute(db);
  await sql`create sequence if not exists bare_ids start 1000000`.execute(db);
  const texts = copies(example);
  await sql
    .raw(`create or replace function bare_checkout(n bigint, k text) returns void language plpgsql as $body$ begin
      ${texts.map((text) => `${text.replaceAll('$1', 'n').replaceAll('$2', 'k')};`).join('\n')} end $body$`)
    .execute(db);
  let number = 2_000_000;
  const parts = texts.map((text) => text.split(/(\$[12])/));
  const filled = (pieces: readonly string[], n: number, key: string) =>
    sql.join(
      pieces.map((piece) => (piece === '$1' ? sql`${n}` : piece === '$2' ? sql`${key}` : sql.raw(piece))),
      sql``,
    );
  return {
    async plain() {
      number += 1;
      const [n, key] = [number, randomUUID()];
      await db.transaction().execute(async (tx) => {
        for (const pieces of parts) await sql`/* planned */ ${filled(pieces, n, key)}`.execute(tx);
      });
    },
    async inOneCall() {
      number += 1;
      await sql`select bare_checkout(${number}, ${randomUUID()})`.execute(db);
    },
  };
}
