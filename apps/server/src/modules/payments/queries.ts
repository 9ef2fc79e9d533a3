import { type PaymentEvent, paymentMachine } from '@tuneport/domain/payments/payment-states';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { ProviderEvent } from '../../platform/payments/provider.ts';
import type { CardClients } from './card-tries.ts';
import { type Attempt, type Payment, type PaymentRow, type Prepared, paymentOf } from './payment.ts';

const paymentColumns = sql`(r.payment).id, (r.payment).uuid, (r.payment).subject, (r.payment).payer, (r.payment).amount_minor,
  (r.payment).currency, (r.payment).capture, (r.payment).state, (r.payment).error_kind, (r.payment).provider, (r.payment).intent_id,
  (r.payment).captured_minor, (r.payment).disputed_minor`;
const attemptColumns = sql`(r.attempt).id as attempt_id, (r.attempt).number as attempt_number, (r.attempt).key as attempt_key,
  (r.attempt).method as attempt_method, (r.attempt).stored_method_id, (r.attempt).customer_id, (r.attempt).intent_id as attempt_intent_id,
  (r.attempt).keep_method, (r.attempt).state as attempt_state`;

type AttemptColumns = {
  attempt_id: number | null;
  attempt_number: number;
  attempt_key: string;
  attempt_method: string;
  stored_method_id: number | null;
  customer_id: string | null;
  attempt_intent_id: string | null;
  keep_method: boolean;
  attempt_state: Attempt['state'];
};

const attemptOf = (row: AttemptColumns): Attempt | null =>
  row.attempt_id === null
    ? null
    : {
        id: row.attempt_id,
        number: row.attempt_number,
        key: row.attempt_key,
        method: row.attempt_method,
        storedMethodId: row.stored_method_id,
        customerId: row.customer_id,
        intentId: row.attempt_intent_id,
        saveMethod: row.keep_method,
        state: row.attempt_state,
      };

type PrepareInput = {
  subject: string;
  payer: string;
  amountMinor: bigint;
  currency: string;
  provider: string;
  method: string | null;
  storedMethodId: number | null;
  saveMethod: boolean;
  capture: 'now' | 'later';
  clients: CardClients;
  triesMax: number;
};

type PrepareProblem = 'paid' | 'changed' | 'method' | 'busy' | 'tries' | 'client';

export async function callPreparePayment(
  db: Db,
  input: PrepareInput,
): Promise<{ problem: PrepareProblem | null; payment: Payment; attempt: Attempt | null }> {
  const { rows } = await sql<PaymentRow & AttemptColumns & { problem: PrepareProblem | null }>`${prepared}
    select r.problem, ${paymentColumns}, ${attemptColumns}
    from prepare_payment(${input.subject}, ${input.payer}, ${input.amountMinor}, ${input.currency}, ${input.provider}, ${input.method},
      ${input.storedMethodId}, ${input.saveMethod}, ${input.capture}, 
      ${input.clients.map(({ key }) => key)}::text[], ${input.triesMax}, ${input.clients.map(({ max }) => max)}::integer[]) r`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('the payment was not prepared');
  return { problem: row.problem, payment: paymentOf(row), attempt: attemptOf(row) };
}

export type Move = {
  event: PaymentEvent;
  via: 'answer' | 'event' | 'sweep' | 'staff';
  intentId?: string | null;
  capturedMinor?: bigint;
  disputedMinor?: bigint;
  attemptId?: number | null;
  attemptState?: Attempt['state'];
  kind?: string;
  code?: string;
  actorId?: number | null;
  reason?: string;
  detail?: Record<string, unknown>;
};

/**
 * Performs one state transition. `moved` is false if the payment is not in the required state because a concurrent call
 * moved it.
 */
export async function movePayment(
  db: Db,
  id: number,
  move: Move,
): Promise<{ moved: boolean; payment: Payment; attempt: Attempt | null }> {
  // The function checks under its lock; it gets the from-states from the machine, so the table exists only once.
  const step = paymentMachine.events[move.event];
  const { rows } = await sql<PaymentRow & AttemptColumns & { moved: boolean }>`${prepared}
    select r.moved, ${paymentColumns}, ${attemptColumns}
    from move_payment(${id}, ${move.event}, ${step.from}, ${step.to}, ${move.intentId ?? null}, ${move.capturedMinor ?? null},
      ${move.disputedMinor ?? null}, ${move.attemptId ?? null}, ${move.attemptState ?? null}, ${move.kind ?? null}, ${move.code ?? null},
      ${move.via}, ${move.actorId ?? null}, ${move.reason ?? null}, ${JSON.stringify(move.detail ?? {})}) r`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('the payment was not moved');
  return { moved: row.moved, payment: paymentOf(row), attempt: attemptOf(row) };
}

export async function preparedByAttempts(db: Db, attemptIds: readonly number[]): Promise<Prepared[]> {
  if (attemptIds.length === 0) return [];
  const { rows } = await sql<PaymentRow & AttemptColumns>`
    select ${paymentColumns}, ${attemptColumns}
    from (
      select p as payment, a as attempt from payment_attempts a join payments p on p.id = a.payment_id
      where a.id = any(${attemptIds})
    ) r`.execute(db);
  return rows.flatMap((row) => {
    const attempt = attemptOf(row);
    return attempt ? [{ payment: paymentOf(row), attempt }] : [];
  });
}

/** Locks the payment against concurrent payments, refunds and disputes. */
export async function lockPayment(tx: Tx, id: number): Promise<Payment> {
  const row = await tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  return paymentOf(row);
}

export async function paymentById(db: Db, id: number): Promise<Payment | null> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? paymentOf(row) : null;
}

/** The active payment of a subject, or else the last voided one. */
export async function paymentOfSubject(db: Db, subject: string): Promise<Payment | null> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy(sql`(state = 'voided')`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? paymentOf(row) : null;
}

const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** By the provider's id, or by ours, which is stored in its record. */
export async function paymentOfIntent(
  db: Db,
  provider: string,
  intentId: string,
  reference: string | null,
): Promise<Payment | null> {
  const uuid = reference !== null && uuidText.test(reference) ? reference : null;
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where((where) =>
      where.or([where('intent_id', '=', intentId), ...(uuid === null ? [] : [where('uuid', '=', uuid)])]),
    )
    .executeTakeFirst();
  return row ? paymentOf(row) : null;
}

/** When to ask the provider again; the delay doubles with every time. */
const nextLook = (now: Date) =>
  sql`${now}::timestamptz + least(interval '10 seconds' * power(2, least(looks, 10)), interval '15 minutes')`;

/** Claims attempts whose response is overdue, each by one process at a time and with increasing delays. */
export async function claimAttempts(db: Db, now: Date, limit: number): Promise<Prepared[]> {
  const { rows } = await sql<{ id: number }>`
    update payment_attempts set looks = looks + 1, look_at = ${nextLook(now)}
    where id in (
      select id from payment_attempts where state in ('open', 'action') and look_at <= ${now}
      order by look_at limit ${limit} for update skip locked
    ) returning id`.execute(db);
  return preparedByAttempts(
    db,
    rows.map(({ id }) => id),
  );
}

export async function claimRefunds(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update payment_refunds set looks = looks + 1, look_at = ${nextLook(now)}
    where id in (
      select id from payment_refunds where state in ('open', 'pending') and look_at <= ${now}
      order by look_at limit ${limit} for update skip locked
    ) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns whether this event is new. */
export async function storeEvent(db: Db, provider: string, event: ProviderEvent): Promise<boolean> {
  const inserted = await db
    .insertInto('provider_events')
    .values({
      provider,
      event_id: event.id,
      type: event.type,
      about_kind: event.about?.kind ?? null,
      about_id: event.about?.id ?? null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function markEvent(db: Db, provider: string, eventId: string, outcome: string): Promise<void> {
  await db
    .updateTable('provider_events')
    .set({ processed_at: sql`now()`, outcome })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('processed_at', 'is', null)
    .execute();
}

export async function claimEvents(db: Db, provider: string, now: Date, limit: number): Promise<ProviderEvent[]> {
  const { rows } = await sql<{ event_id: string; type: string; about_kind: string | null; about_id: string | null }>`
    update provider_events e set looks = looks + 1, look_at = ${nextLook(now)}
    where e.provider = ${provider} and e.event_id in (
      select event_id from provider_events where processed_at is null and provider = ${provider} and look_at <= ${now}
      order by look_at limit ${limit} for update skip locked
    )
    returning e.event_id, e.type, e.about_kind, e.about_id`.execute(db);
  return rows.map((row) => ({
    id: row.event_id,
    type: row.type,
    about:
      row.about_kind !== null && row.about_id !== null
        ? ({ kind: row.about_kind, id: row.about_id } as ProviderEvent['about'])
        : null,
  }));
}

export async function liveAttemptOf(db: Db, paymentId: number): Promise<Attempt | null> {
  const live = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['open', 'action'])
    .executeTakeFirst();
  return live ? ((await preparedByAttempts(db, [live.id]))[0]?.attempt ?? null) : null;
}

export async function authorisedBefore(db: Db, moment: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('subject')
    .where('state', '=', 'authorised')
    .where('updated_at', '<', moment)
    .limit(limit)
    .execute();
  return rows.map(({ subject }) => subject);
}
