import { type Currency, money } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Refund } from '../payment.ts';

const columns = sql`r.id, r.uuid, r.payment_id, r.amount_minor, r.reason, r.detail, r.state, r.actor_id, r.provider_refund_id, p.currency`;

type Row = {
  id: number;
  uuid: string;
  payment_id: number;
  amount_minor: bigint;
  reason: string;
  detail: Record<string, unknown>;
  state: Refund['state'];
  actor_id: number | null;
  provider_refund_id: string | null;
  currency: string;
};

export type RefundRow = Refund & { readonly providerRefundId: string | null };

const refundOf = (row: Row): RefundRow => ({
  id: row.id,
  uuid: row.uuid,
  paymentId: row.payment_id,
  amount: money(row.amount_minor, row.currency as Currency),
  reason: row.reason,
  detail: row.detail,
  state: row.state,
  actorId: row.actor_id,
  providerRefundId: row.provider_refund_id,
});

async function one(db: Db, where: ReturnType<typeof sql>): Promise<RefundRow | null> {
  const { rows } = await sql<Row>`
    select ${columns} from payment_refunds r join payments p on p.id = r.payment_id where ${where}`.execute(db);
  return rows[0] ? refundOf(rows[0]) : null;
}

export const refundById = (db: Db, id: number) => one(db, sql`r.id = ${id}`);
export const refundByKey = (db: Db, paymentId: number, key: string) =>
  one(db, sql`r.payment_id = ${paymentId} and r.request_key = ${key}`);
const uuidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const refundByProvider = (db: Db, providerRefundId: string, reference: string | null) =>
  one(
    db,
    sql`r.provider_refund_id = ${providerRefundId} or r.uuid = ${reference && uuidText.test(reference) ? reference : null}::uuid`,
  );

export async function refundsOf(db: Db, paymentId: number): Promise<RefundRow[]> {
  const { rows } = await sql<Row>`
    select ${columns} from payment_refunds r join payments p on p.id = r.payment_id
    where r.payment_id = ${paymentId} order by r.id`.execute(db);
  return rows.map(refundOf);
}

export async function insertRefund(
  db: Db,
  refund: {
    paymentId: number;
    requestKey: string;
    amountMinor: bigint;
    reason: string;
    detail: Readonly<Record<string, unknown>>;
    actorId: number | null;
  },
): Promise<number> {
  const row = await db
    .insertInto('payment_refunds')
    .values({
      payment_id: refund.paymentId,
      request_key: refund.requestKey,
      amount_minor: refund.amountMinor,
      reason: refund.reason,
      detail: JSON.stringify(refund.detail),
      actor_id: refund.actorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** For what is known only while the refund is stored. */
export async function addToRefundDetail(db: Db, id: number, added: Readonly<Record<string, unknown>>): Promise<void> {
  await sql`update payment_refunds set detail = detail || ${JSON.stringify(added)}::jsonb where id = ${id}`.execute(db);
}

/** Performs the transition only from its initial state; returns whether it did. */
export async function moveRefund(
  db: Db,
  id: number,
  to: 'pending' | 'settled' | 'failed',
  facts: { providerRefundId?: string | null; error?: string | null },
): Promise<boolean> {
  const from = to === 'pending' ? ['open'] : ['open', 'pending'];
  const done = await db
    .updateTable('payment_refunds')
    .set({
      state: to,
      ...(facts.providerRefundId ? { provider_refund_id: facts.providerRefundId } : {}),
      ...(facts.error ? { error: facts.error.slice(0, 300) } : {}),
      ...(to === 'pending' ? {} : { ended_at: sql`now()` }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}
