import { type Money, money, toDecimal } from '@tuneport/domain/money/money';
import { isRefundable } from '@tuneport/domain/payments/payment-states';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import { ProviderRefused, ProviderSilent } from '../../../platform/payments/provider.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { isBalance } from '../balance-payment.ts';
import type { Payment, Refund } from '../payment.ts';
import { PaymentRefusal } from '../payment-refusal.ts';
import { providerOf } from '../perform-payment.ts';
import { at } from '../points.ts';
import { alreadyPaid } from '../prepare-payment.ts';
import { paymentById } from '../queries.ts';
import { insertRefund, type RefundRow, refundById, refundByKey, refundsOf } from './refund-queries.ts';
import { settleRefund } from './settle-refund.ts';

export type RefundInput = {
  readonly paymentId: number;
  /** 'rest': the whole refundable amount. */
  readonly amount: Money | 'rest';
  readonly reason: string;
  /** Idempotency key of the requester, such as the Idempotency-Key with its scope. */
  readonly requestKey: string;
  readonly actorId: number | null;
  /** Passed to the subject's `refunded` on settlement: lines, shares. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Runs once in the transaction that stores the refund, to write its audit event or reject it. */
  readonly within?: (
    tx: Tx,
    refund: { readonly id: number; readonly amount: Money; readonly payment: Payment; readonly allMinor: bigint },
  ) => Promise<void>;
};

/** The refundable amount: captured, less settled and pending refunds, less disputed amounts. */
export async function refundable(db: Db, payment: Payment): Promise<bigint> {
  const refunds = await refundsOf(db, payment.id);
  const taken = refunds.reduce((sum, { state, amount }) => (state === 'failed' ? sum : sum + amount.amountMinor), 0n);
  return isRefundable(payment.state) ? payment.capturedMinor - payment.disputedMinor - taken : 0n;
}

/**
 * Refunds outside any transaction. The result may be `pending`; then the provider's event or the sweeper settles it.
 */
export async function refundPayment(platform: Platform, input: RefundInput): Promise<Refund> {
  const payment = await paymentById(platform.db, input.paymentId);
  if (!payment || !isBalance(payment.provider)) providerOf(platform);
  const id = await prepareRefund(platform.db, input);
  await at('refund-prepared');
  return performRefund(platform, id);
}

/** Stored under the lock of the payment, so that concurrent refunds never exceed the captured amount. */
const prepareRefund = (db: Db, input: RefundInput): Promise<number> =>
  retryOnDeadlock(db, (tx) => addRefund(tx, input));

/** The same in the caller's transaction. The caller performs it afterwards; otherwise the sweeper does. */
export async function addRefund(tx: Tx, input: RefundInput): Promise<number> {
  await sql`select from payments where id = ${input.paymentId} for update`.execute(tx);
  const payment = await paymentById(tx, input.paymentId);
  if (!payment) throw new Refusal('not_found');
  const known = await refundByKey(tx, payment.id, input.requestKey);
  if (known) {
    if (input.amount !== 'rest' && input.amount.amountMinor !== known.amount.amountMinor)
      throw new Refusal('idempotency_key_reused');
    return known.id;
  }
  const left = await refundable(tx, payment);
  if (left <= 0n) {
    if (payment.state === 'refunded' || isRefundable(payment.state)) throw alreadyPaid(payment);
    throw new Refusal('conflict', { message: 'Only a successful payment can be refunded.' });
  }
  const amountMinor = input.amount === 'rest' ? left : input.amount.amountMinor;
  if (input.amount !== 'rest' && input.amount.currency !== payment.amount.currency)
    throw fieldRefusal({ amount: [`This payment was made in ${payment.amount.currency}.`] });
  if (amountMinor <= 0n) throw fieldRefusal({ amount: ['Enter an amount above zero.'] });
  if (amountMinor > left) {
    const most = toDecimal({ amountMinor: left, currency: payment.amount.currency });
    throw fieldRefusal({ amount: [`At most ${most} ${payment.amount.currency} can still be refunded.`] });
  }
  const id = await insertRefund(tx, {
    paymentId: payment.id,
    requestKey: input.requestKey,
    amountMinor,
    reason: input.reason,
    detail: input.detail ?? {},
    actorId: input.actorId,
  });
  const amount = money(amountMinor, payment.amount.currency);
  const allMinor = payment.capturedMinor - payment.disputedMinor - left + amountMinor;
  await input.within?.(tx, { id, amount, payment, allMinor });
  return id;
}

/** Calls the provider with the refund's idempotency key, so it is safe to retry. */
export async function performRefund(platform: Platform, id: number): Promise<RefundRow> {
  const refund = await refundById(platform.db, id);
  if (!refund) throw new Refusal('not_found');
  if (refund.state === 'settled') return refund;
  if (refund.state === 'failed') throw new PaymentRefusal('unknown', refundFailedText);
  const payment = await paymentById(platform.db, refund.paymentId);
  if (payment && isBalance(payment.provider))
    return settleRefund(platform, refund, { id: null, status: 'settled', error: null });
  const provider = providerOf(platform);
  if (!payment?.intentId) throw new Error(`payment ${refund.paymentId} was captured without an intent`);
  try {
    const facts = refund.providerRefundId
      ? await provider.retrieveRefund(refund.providerRefundId)
      : await provider.refund({
          key: `refund.${refund.uuid}`,
          reference: refund.uuid,
          intentId: payment.intentId,
          amount: refund.amount,
        });
    await at('refund-asked');
    const settled = await settleRefund(platform, refund, facts);
    if (settled.state === 'failed') throw new PaymentRefusal('unknown', refundFailedText);
    return settled;
  } catch (error) {
    if (error instanceof ProviderSilent) throw new PaymentRefusal('network_down_retry', refundWaitsText);
    if (!(error instanceof ProviderRefused)) throw error;
    await settleRefund(platform, refund, { id: null, status: 'failed', error: error.refused.code });
    throw new PaymentRefusal(error.refused.kind, refundFailedText);
  }
}

const refundFailedText = 'The payment provider declined this refund. No money was moved.';
const refundWaitsText =
  'The payment provider did not respond. The refund is saved and will be completed automatically.';
