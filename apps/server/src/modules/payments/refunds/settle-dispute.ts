import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { Dispute } from '../../../platform/payments/provider.ts';
import type { Platform } from '../../../platform/platform.ts';
import { postTransfer } from '../../ledger/index.ts';
import type { Payment } from '../payment.ts';
import { lockPayment, movePayment } from '../queries.ts';
import { subjectFor } from '../subjects.ts';
import { refundsOf } from './refund-queries.ts';

/** The bank withdraws a payment provisionally, returns it, or keeps it. */
export async function settleDispute(platform: Platform, { id }: Payment, dispute: Dispute): Promise<void> {
  await retryOnDeadlock(platform.db, async (tx) => {
    const payment = await lockPayment(tx, id);
    const recorded = await recordedDisputeEvents(tx, id, dispute.id);
    // The provider may send an event repeatedly, even for a closed dispute while the next one is open.
    if (recorded.some((event) => event !== 'dispute')) return;
    const begun = recorded.length > 0 ? payment : await begin(tx, platform, payment, dispute);
    if (begun && dispute.status !== 'open') await end(tx, platform, begun, dispute);
  });
}

const recordedDisputeEvents = async (tx: Tx, paymentId: number, disputeId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('payment_history')
      .select('event')
      .where('payment_id', '=', paymentId)
      .where(sql<string>`detail ->> 'dispute'`, '=', disputeId)
      .execute()
  ).map(({ event }) => event);

/** The closing event may arrive first; the opening is then booked with it. */
async function begin(tx: Tx, platform: Platform, payment: Payment, dispute: Dispute): Promise<Payment | null> {
  const back = (await refundsOf(tx, payment.id)).reduce(
    (sum, { state, amount }) => (state === 'settled' ? sum + amount.amountMinor : sum),
    0n,
  );
  const left = payment.capturedMinor - back;
  const disputedMinor = dispute.amountMinor < left ? dispute.amountMinor : left;
  const done = await movePayment(tx, payment.id, {
    event: 'dispute',
    via: 'event',
    disputedMinor,
    detail: { dispute: dispute.id },
  });
  if (!done.moved) return null;
  await post(tx, platform, done.payment, dispute, 'open', disputedMinor);
  return done.payment;
}

async function end(tx: Tx, platform: Platform, payment: Payment, dispute: Dispute): Promise<void> {
  const { disputedMinor } = payment;
  const won = dispute.status === 'won';
  const refunded = (await refundsOf(tx, payment.id)).some(({ state }) => state === 'settled');
  const done = await movePayment(tx, payment.id, {
    event: won ? (refunded ? 'dispute-won-part' : 'dispute-won') : 'dispute-lost',
    via: 'event',
    ...(won ? { disputedMinor: 0n } : {}),
    detail: { dispute: dispute.id },
  });
  if (done.moved) await post(tx, platform, done.payment, dispute, won ? 'won' : 'lost', disputedMinor);
}

async function post(
  tx: Tx,
  platform: Platform,
  payment: Payment,
  dispute: Dispute,
  what: 'open' | 'won' | 'lost',
  amountMinor: bigint,
): Promise<void> {
  const account = (kind: 'cash' | 'dispute.hold' | 'goodwill') => platformAccount(kind, payment.amount.currency);
  const hold = account('dispute.hold');
  const legs =
    what === 'open'
      ? move(hold, account('cash'), amountMinor)
      : move(account(what === 'won' ? 'cash' : 'goodwill'), hold, amountMinor);
  await postTransfer(tx, {
    key: `payment:${payment.id}:dispute:${dispute.id}:${what}`,
    kind: `payment.dispute-${what}`,
    subject: payment.subject,
    at: platform.clock.now(),
    legs,
    detail: { payment: payment.id, dispute: dispute.id },
  });
  await subjectFor(payment).disputed?.(tx, platform, payment, what);
}
