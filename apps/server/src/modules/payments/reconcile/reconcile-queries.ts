import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export type PaidRow = {
  id: number;
  uuid: string;
  subject: string;
  state: string;
  intent_id: string | null;
  amount_minor: bigint;
  captured_minor: bigint;
  disputed_minor: bigint;
  currency: string;
  last_state: string | null;
  /** Created within the time range requested from the provider. */
  recent: boolean;
};

export async function paidRows(db: Db, provider: string, since: Date): Promise<PaidRow[]> {
  const { rows } = await sql<PaidRow>`
    select p.id, p.uuid, p.subject, p.state, p.intent_id, p.amount_minor, p.captured_minor, p.disputed_minor, p.currency,
      (select h.state_after from payment_history h where h.payment_id = p.id order by h.id desc limit 1) as last_state,
      p.created_at >= ${since} as recent
    from payments p where p.provider = ${provider} order by p.id`.execute(db);
  return rows;
}

export type RefundedRow = {
  id: number;
  uuid: string;
  payment_id: number;
  subject: string;
  state: string;
  amount_minor: bigint;
  currency: string;
  provider_refund_id: string | null;
  unwanted: boolean;
  recent: boolean;
};

export async function refundRows(db: Db, provider: string, since: Date): Promise<RefundedRow[]> {
  const { rows } = await sql<RefundedRow>`
    select r.id, r.uuid, r.payment_id, p.subject, r.state, r.amount_minor, p.currency, r.provider_refund_id,
      coalesce((r.detail ->> 'unwanted')::boolean, false) as unwanted,
      p.created_at >= ${since} as recent
    from payment_refunds r join payments p on p.id = r.payment_id
    where p.provider = ${provider} order by r.id`.execute(db);
  return rows;
}

export type BookedRow = { key: string; kind: string; unit: string; cash_minor: bigint };

/** Card payments and refunds according to the ledger. */
export async function bookedPayments(db: Db): Promise<BookedRow[]> {
  const { rows } = await sql<BookedRow>`
    select t.key, t.kind, a.unit, sum(e.amount_minor)::bigint as cash_minor
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.kind in ('payment.captured', 'payment.refunded') and a.kind = 'cash'
    group by t.id, t.key, t.kind, a.unit order by t.id`.execute(db);
  return rows;
}

type Stuck = { kind: 'attempt-left-open' | 'event-left-open' | 'refund-left-open'; about: string; waits_s: number };

/**
 * Nothing waits longer than a minute for the sweeper. Waiting for the payer's bank or a slow refund is not a
 * discrepancy.
 */
export async function stuckRows(db: Db): Promise<Stuck[]> {
  const { rows } = await sql<Stuck>`
    select 'attempt-left-open' as kind, p.subject as about, extract(epoch from now() - a.created_at)::int as waits_s
    from payment_attempts a join payments p on p.id = a.payment_id
    where a.state = 'open' and a.created_at < now() - interval '60 seconds'
    union all
    select 'event-left-open', event_id, extract(epoch from now() - received_at)::int
    from provider_events where processed_at is null and received_at < now() - interval '60 seconds'
    union all
    select 'refund-left-open', p.subject, extract(epoch from now() - r.created_at)::int
    from payment_refunds r join payments p on p.id = r.payment_id
    where r.state = 'open' and r.created_at < now() - interval '60 seconds'`.execute(db);
  return rows;
}
