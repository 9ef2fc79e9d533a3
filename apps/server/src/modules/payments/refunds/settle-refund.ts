import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { merged } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { ProviderRefund } from '../../../platform/payments/provider.ts';
import type { Platform } from '../../../platform/platform.ts';
import { postTransfer } from '../../ledger/index.ts';
import { sourceOf } from '../balance-payment.ts';
import type { Payment } from '../payment.ts';
import { at } from '../points.ts';
import { movePayment, paymentById } from '../queries.ts';
import { type Booking, ledgerSubjectOf, subjectFor } from '../subjects.ts';
import { moveRefund, type RefundRow, refundById, refundsOf } from './refund-queries.ts';

type Facts = { readonly id: string | null; readonly status: ProviderRefund['status']; readonly error: string | null };

/** Applies the provider's state of a refund, in any order and any number of times; it is posted once. */
export async function settleRefund(platform: Platform, refund: RefundRow, facts: Facts): Promise<RefundRow> {
  await retryOnDeadlock(platform.db, async (tx) => {
    // Locks the payment first, as everywhere, to serialize the refunds of one payment.
    await sql`select from payments where id = ${refund.paymentId} for update`.execute(tx);
    const moved = await moveRefund(tx, refund.id, facts.status, { providerRefundId: facts.id, error: facts.error });
    if (!moved || facts.status !== 'settled') return;
    await at('refund-settling');
    await bookRefund(tx, platform, refund);
  });
  const now = await refundById(platform.db, refund.id);
  if (!now) throw new Error(`refund ${refund.id} is gone`);
  return now;
}

/** Must run under the lock of the payment, once per refund. */
export async function bookRefund(tx: Tx, platform: Platform, refund: RefundRow): Promise<void> {
  const refunds = await refundsOf(tx, refund.paymentId);
  const before = await paymentById(tx, refund.paymentId);
  if (!before) throw new Error(`payment ${refund.paymentId} is gone`);
  const back = refunds.reduce((sum, { state, amount }) => (state === 'settled' ? sum + amount.amountMinor : sum), 0n);
  const { payment, moved } = await movePayment(tx, refund.paymentId, {
    event:
      before.state === 'charged_back'
        ? 'refund-charged-back'
        : back === before.capturedMinor
          ? 'refund-rest'
          : 'refund-part',
    via: refund.actorId === null ? 'sweep' : 'staff',
    actorId: refund.actorId,
    reason: refund.reason,
    detail: { refund: refund.id, amount_minor: refund.amount.amountMinor.toString() },
  });
  // A dispute was opened in the meantime: the refund remains, and staff must decide.
  if (!moved) platform.log.error({ payment: payment.id, refund: refund.id }, 'a refund met a disputed payment');
  const booking = await bookingOf(tx, platform, payment, refund);
  const { amountMinor } = refund.amount;
  await postTransfer(tx, {
    key: `refund:${refund.id}:settled`,
    kind: 'payment.refunded',
    subject: ledgerSubjectOf(payment),
    at: platform.clock.now(),
    reason: refund.reason,
    actorId: refund.actorId,
    legs: merged([{ account: sourceOf(payment), amountMinor: -amountMinor }, ...booking.legs]),
    memo: booking.memo,
    rate: booking.rate,
    beyondLimits: booking.beyondLimits,
    detail: { payment: payment.id, refund: refund.id },
  });
}

function bookingOf(tx: Tx, platform: Platform, payment: Payment, refund: RefundRow): Promise<Booking> | Booking {
  if (refund.detail.unwanted !== true) return subjectFor(payment).refunded(tx, platform, payment, refund);
  const { currency, amountMinor } = refund.amount;
  return { legs: [{ account: platformAccount('payable', currency), amountMinor }] };
}
