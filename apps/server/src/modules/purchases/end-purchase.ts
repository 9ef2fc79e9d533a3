import type { Db } from '../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../platform/jobs/for-each-isolated.ts';
import { voidHeld } from '../credits/index.ts';
import { LedgerHoldEnded, voidHold } from '../ledger/index.ts';
import { paymentOfSubject } from '../payments/index.ts';
import { notifyEnded } from './purchase-followers.ts';
import { expiredPurchases, lockPurchaseOfRequest, releaseCodes, stepPurchase } from './purchase-queries.ts';
import { cardSubject, type Purchase } from './purchase-record.ts';

/** Ends an unpaid purchase and releases its account hold and code uses. */
export async function endPurchase(
  db: Db,
  id: number,
  event: 'cancel' | 'expire',
  by: { actorId: number | null; now: Date },
): Promise<Purchase | null> {
  const ended = await stepPurchase(db, id, event, by);
  if (!ended) return null;
  await releaseCodes(db, ended);
  await voidHeld(db, `purchase:${id}`, by.now);
  if (ended.hold_id !== null) {
    const text = { key: `purchase:${id}:void`, kind: 'purchase.void', subject: `purchase:${id}`, at: by.now };
    await voidHold(db, ended.hold_id, text).catch((error: unknown) => {
      if (!(error instanceof LedgerHoldEnded)) throw error;
    });
  }
  await notifyEnded(db, ended, by.now);
  return ended;
}

/** Payment states after which the buyer may choose another way to pay: declined, or abandoned at the bank's page. */
const unpaidStates: readonly string[] = ['failed', 'requires_action', 'voided'];

/**
 * Cancels the request's purchase if its payment was declined or abandoned, so that the buyer can choose again; a charge
 * that still arrives is refunded automatically. Returns the purchase if it stays: paid, or being charged. Runs under the
 * lock of both.
 */
export async function cancelFailedPurchase(
  db: Db,
  requestId: number,
  by: { actorId: number | null; now: Date },
): Promise<Purchase | null> {
  const purchase = await lockPurchaseOfRequest(db, requestId);
  // One paid by a value transfer ends with the transfer.
  if (purchase?.state !== 'pending_payment' || purchase.value_transfer_id !== null) return purchase;
  const payment = await paymentOfSubject(db, cardSubject(purchase.id));
  if (payment && !unpaidStates.includes(payment.state)) return purchase;
  await endPurchase(db, purchase.id, 'cancel', by);
  return null;
}

const batchSize = 500;

export const expirePurchases = async (db: Db, now: Date): Promise<number> =>
  inOwnTransactions(
    db,
    await expiredPurchases(db, now, batchSize),
    async (tx, { id }) => (await endPurchase(tx, id, 'expire', { actorId: null, now })) !== null,
  );

const expirePurchasesJob = defineJob({
  name: 'store.expire-purchases',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now, log }) {
    const ended = await expirePurchases(db, now);
    if (ended > 0) log.info({ ended }, 'Unpaid purchases expired');
  },
});

export const purchaseJobs = [expirePurchasesJob];
export const purchaseSchedules: readonly Schedule[] = [
  { job: expirePurchasesJob, cron: '* * * * *', timeZone: 'UTC', missed: 'latest' },
];
