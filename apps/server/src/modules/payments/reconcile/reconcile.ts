import { refundStates } from '@tuneport/domain/payments/payment-states';
import type { Db } from '../../../platform/db/db.ts';
import type { JournalEntry, PaymentProvider, ProviderRefund } from '../../../platform/payments/provider.ts';
import { registeredSubjects } from '../subjects.ts';
import {
  type BookedRow,
  bookedPayments,
  type PaidRow,
  paidRows,
  type RefundedRow,
  refundRows,
  stuckRows,
} from './reconcile-queries.ts';

// Four sources for the same money: the provider's journal, our payments, the ledger and the subjects. Every discrepancy
// between them is reported by kind.

type Break = {
  readonly kind: BreakKind;
  /** The affected record, if known: `order:17`, an intent, a transfer's key. */
  readonly about: string;
  readonly detail: string;
};

export type BreakKind =
  | 'charged-not-captured'
  | 'captured-not-charged'
  | 'charged-twice'
  | 'amount-differs'
  | 'currency-differs'
  | 'refund-not-recorded'
  | 'refund-not-made'
  | 'refund-differs'
  | 'refunded-above-captured'
  | 'capture-not-booked'
  | 'booked-not-captured'
  | 'booking-differs'
  | 'refund-not-booked'
  | 'booked-not-refunded'
  | 'refund-booking-differs'
  | 'subject-not-settled'
  | 'subject-without-payment'
  | 'subject-differs'
  | 'state-differs'
  | 'history-differs'
  | 'attempt-left-open'
  | 'event-left-open'
  | 'refund-left-open';

type Reconciliation = {
  readonly since: string;
  readonly provider: string;
  readonly checked: { payments: number; intents: number; refunds: number; transfers: number; subjects: number };
  readonly breaks: readonly Break[];
};

const paidStates = ['captured', 'part_refunded', 'refunded', 'disputed', 'charged_back'];
const money = (minor: bigint, currency: string) => `${minor} ${currency}`;

export async function reconcile(db: Db, provider: PaymentProvider, since: Date): Promise<Reconciliation> {
  const breaks: Break[] = [];
  const report = (kind: BreakKind, about: string, detail: string) => breaks.push({ kind, about, detail });
  // Reads the provider first: a charge made meanwhile appears in our tables later, never the other way round.
  const intents: JournalEntry[] = [];
  for await (const entry of provider.journal(since)) intents.push(entry);
  const ours = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      payments: await paidRows(tx, provider.name, since),
      refunds: await refundRows(tx, provider.name, since),
      booked: await bookedPayments(tx),
      stuck: await stuckRows(tx),
      paid: await recordedPayments(tx),
    }));

  againstProvider(intents, ours.payments, ours.refunds, report);
  againstLedger(ours.payments, ours.refunds, ours.booked, report);
  const subjects = againstSubjects(ours.payments, ours.refunds, ours.paid, report);
  withinPayments(ours.payments, ours.refunds, report);
  for (const { kind, about, waits_s } of ours.stuck) report(kind, about, `has waited for ${waits_s} s`);
  return {
    since: since.toISOString(),
    provider: provider.name,
    checked: {
      payments: ours.payments.length,
      intents: intents.length,
      refunds: ours.refunds.length,
      transfers: ours.booked.length,
      subjects,
    },
    breaks,
  };
}

type Report = (kind: BreakKind, about: string, detail: string) => void;

function againstProvider(
  intents: readonly JournalEntry[],
  payments: readonly PaidRow[],
  refunds: readonly RefundedRow[],
  report: Report,
): void {
  const byUuid = new Map(payments.map((payment) => [payment.uuid, payment]));
  const byIntent = new Map(intents.map((intent) => [intent.id, intent]));
  const refundByUuid = new Map(refunds.map((refund) => [refund.uuid, refund]));
  const refundById = new Map(refunds.map((refund) => [refund.provider_refund_id, refund]));
  for (const intent of intents) {
    const payment = intent.reference === null ? undefined : byUuid.get(intent.reference);
    if (intent.status === 'captured') judgeCharge(intent, payment, report);
    for (const refund of intent.refunds)
      judgeRefund(refund, intent, refundById.get(refund.id) ?? refundByUuid.get(refund.reference ?? ''), report);
  }
  for (const payment of payments) {
    if (!payment.recent || !paidStates.includes(payment.state)) continue;
    const intent = payment.intent_id === null ? undefined : byIntent.get(payment.intent_id);
    if (intent?.status !== 'captured')
      report(
        'captured-not-charged',
        payment.subject,
        `we have ${money(payment.amount_minor, payment.currency)}, the provider nothing`,
      );
  }
  const made = new Set(intents.flatMap((intent) => intent.refunds.map(({ id }) => id)));
  for (const refund of refunds) {
    if (refund.recent && refund.state === 'settled' && !made.has(refund.provider_refund_id ?? ''))
      report('refund-not-made', refund.subject, `refund ${refund.id} of ${refund.amount_minor} is not at the provider`);
  }
}

function judgeCharge(intent: JournalEntry, payment: PaidRow | undefined, report: Report): void {
  const back = intent.refunds.reduce(
    (sum, { status, amountMinor }) => (status === 'failed' ? sum : sum + amountMinor),
    0n,
  );
  const detail = `${intent.id} charged ${money(intent.capturedMinor, intent.currency)}`;
  if (payment && payment.intent_id !== null && payment.intent_id !== intent.id) {
    if (back < intent.capturedMinor) report('charged-twice', payment.subject, `${detail} besides ${payment.intent_id}`);
    return;
  }
  if (!payment || !paidStates.includes(payment.state)) {
    // The provider account may contain charges of other systems; ours carry our reference.
    if (payment || (intent.reference !== null && back < intent.capturedMinor))
      report(
        'charged-not-captured',
        payment?.subject ?? intent.id,
        `${detail}, we have ${payment?.state ?? 'no such payment'}`,
      );
    return;
  }
  if (payment.currency !== intent.currency)
    report('currency-differs', payment.subject, `${detail}, we have ${payment.currency}`);
  else if (payment.captured_minor !== intent.capturedMinor)
    report('amount-differs', payment.subject, `${detail}, we have ${payment.captured_minor}`);
}

function judgeRefund(
  refund: ProviderRefund,
  intent: JournalEntry,
  ours: RefundedRow | undefined,
  report: Report,
): void {
  if (refund.status === 'failed' || refund.reference?.startsWith('extra.')) return;
  if (!ours || (refund.status === 'settled' && ours.state === 'failed'))
    report(
      'refund-not-recorded',
      ours?.subject ?? intent.id,
      `${refund.id} of ${refund.amountMinor} is missing from our records`,
    );
  else if (ours.amount_minor !== refund.amountMinor)
    report('refund-differs', ours.subject, `${refund.id} is ${refund.amountMinor}, ours ${ours.amount_minor}`);
}

function againstLedger(
  payments: readonly PaidRow[],
  refunds: readonly RefundedRow[],
  booked: readonly BookedRow[],
  report: Report,
): void {
  const byKey = new Map(booked.map((row) => [row.key, row]));
  const captureKey = (id: number) => `payment:${id}:captured`;
  const refundKey = (id: number) => `refund:${id}:settled`;
  const expected = new Set<string>();
  for (const payment of payments.filter(({ state }) => paidStates.includes(state))) {
    const key = captureKey(payment.id);
    expected.add(key);
    const row = byKey.get(key);
    const has = money(payment.captured_minor, payment.currency);
    if (!row) report('capture-not-booked', payment.subject, `${has} is not in the ledger`);
    else if (row.cash_minor !== payment.captured_minor || row.unit !== payment.currency)
      report('booking-differs', payment.subject, `captured ${has}, booked ${money(row.cash_minor, row.unit)}`);
  }
  for (const refund of refunds.filter(({ state }) => state === 'settled')) {
    const key = refundKey(refund.id);
    expected.add(key);
    const row = byKey.get(key);
    const has = money(refund.amount_minor, refund.currency);
    if (!row) report('refund-not-booked', refund.subject, `refund ${refund.id} of ${has} is not in the ledger`);
    else if (-row.cash_minor !== refund.amount_minor || row.unit !== refund.currency)
      report('refund-booking-differs', refund.subject, `paid back ${has}, booked ${money(-row.cash_minor, row.unit)}`);
  }
  for (const { key, kind, cash_minor, unit } of booked) {
    if (expected.has(key)) continue;
    if (kind === 'payment.captured')
      report('booked-not-captured', key, `${money(cash_minor, unit)} in the ledger, no payment`);
    if (kind === 'payment.refunded')
      report('booked-not-refunded', key, `${money(cash_minor, unit)} in the ledger, no refund`);
  }
}

type RecordedPayment = { readonly subject: string; readonly amountMinor: bigint; readonly currency: string };

async function recordedPayments(db: Db): Promise<Map<string, RecordedPayment[]>> {
  const bySubject = new Map<string, RecordedPayment[]>();
  for (const [kind, subject] of registeredSubjects()) {
    if (!subject.paid) continue;
    const list = await subject.paid(db);
    bySubject.set(
      kind,
      list.map(({ subject: about, amount }) => ({ subject: about, ...amount })),
    );
  }
  return bySubject;
}

/** Returns the number of subjects checked. */
function againstSubjects(
  payments: readonly PaidRow[],
  refunds: readonly RefundedRow[],
  bySubject: ReadonlyMap<string, readonly RecordedPayment[]>,
  report: Report,
): number {
  const unwanted = new Set(refunds.filter(({ unwanted }) => unwanted).map(({ payment_id }) => payment_id));
  let checked = 0;
  for (const [kind, list] of bySubject) {
    checked += list.length;
    const recordedBySubject = new Map(list.map((recorded) => [recorded.subject, recorded]));
    const mine = payments.filter(
      ({ id, subject, state }) => subject.startsWith(`${kind}:`) && paidStates.includes(state) && !unwanted.has(id),
    );
    for (const payment of mine) {
      const recorded = recordedBySubject.get(payment.subject);
      const has = money(payment.captured_minor, payment.currency);
      if (!recorded) report('subject-not-settled', payment.subject, `paid with ${has}, but does not count as paid`);
      else if (recorded.amountMinor !== payment.captured_minor || recorded.currency !== payment.currency)
        report(
          'subject-differs',
          payment.subject,
          `paid with ${has}, counts ${money(recorded.amountMinor, recorded.currency)}`,
        );
    }
    const paid = new Set(mine.map(({ subject }) => subject));
    for (const { subject, amountMinor, currency } of list)
      if (!paid.has(subject))
        report(
          'subject-without-payment',
          subject,
          `counts as paid with ${money(amountMinor, currency)}, but there is no payment`,
        );
  }
  return checked;
}

function withinPayments(payments: readonly PaidRow[], refunds: readonly RefundedRow[], report: Report): void {
  const sums = new Map<number, { settled: bigint; held: bigint }>();
  for (const { payment_id, state, amount_minor } of refunds) {
    const sum = sums.get(payment_id) ?? { settled: 0n, held: 0n };
    if (state === 'settled') sum.settled += amount_minor;
    if (state !== 'failed' && refundStates.includes(state as (typeof refundStates)[number])) sum.held += amount_minor;
    sums.set(payment_id, sum);
  }
  for (const payment of payments) {
    const { settled, held } = sums.get(payment.id) ?? { settled: 0n, held: 0n };
    if (held + payment.disputed_minor > payment.captured_minor)
      report('refunded-above-captured', payment.subject, `${held} refunded of ${payment.captured_minor} captured`);
    const shouldBe = settled === 0n ? 'captured' : settled === payment.captured_minor ? 'refunded' : 'part_refunded';
    if (['captured', 'part_refunded', 'refunded'].includes(payment.state) && payment.state !== shouldBe)
      report('state-differs', payment.subject, `is ${payment.state}, its refunds say ${shouldBe}`);
    if (payment.last_state !== payment.state)
      report(
        'history-differs',
        payment.subject,
        `is ${payment.state}, its history ends with ${payment.last_state ?? 'nothing'}`,
      );
  }
}
