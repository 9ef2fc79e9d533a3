import { purchaseStep } from '@tuneport/domain/purchases/purchase-states';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import { LedgerHoldEnded, voidHold } from '../../ledger/index.ts';
import { paymentOfSubject } from '../../payments/index.ts';
import { voidHeld } from '../credits/hold-credits.ts';
import { expiredPurchases, lockPurchaseOfRequest, releaseCodes, stepPurchase } from './purchase-queries.ts';
import { cardSubject, type Purchase } from './purchase-record.ts';

/** Gives up a purchase nobody paid: what was held on an account and the uses of its codes are free again. */
export async function endPurchase(
  db: Db,
  id: number,
  event: 'cancel' | 'expire',
  by: { actorId: number | null; now: Date },
): Promise<Purchase | null> {
  const ended = await stepPurchase(db, id, purchaseStep(event), by);
  if (!ended) return null;
  await releaseCodes(db, ended);
  await voidHeld(db, `purchase:${id}`, by.now);
  if (ended.hold_id !== null) {
    const text = { key: `purchase:${id}:void`, kind: 'purchase.void', subject: `purchase:${id}`, at: by.now };
    await voidHold(db, ended.hold_id, text).catch((error: unknown) => {
      if (!(error instanceof LedgerHoldEnded)) throw error;
    });
  }
  return ended;
}

/** What a payment may be in while its buyer chooses anew: refused, or left at the page of the bank. */
const leftAlone: readonly string[] = ['failed', 'requires_action', 'voided'];

/**
 * A try whose card was refused keeps nobody from another choice: it ends, and a charge that comes late goes back by itself. Answers the
 * purchase of a request that still stands: paid, or being charged just now. Under the lock of both.
 */
export async function giveUpTry(
  db: Db,
  requestId: number,
  by: { actorId: number | null; now: Date },
): Promise<Purchase | null> {
  const purchase = await lockPurchaseOfRequest(db, requestId);
  if (purchase?.state !== 'pending_payment') return purchase;
  const payment = await paymentOfSubject(db, cardSubject(purchase.id));
  if (payment && !leftAlone.includes(payment.state)) return purchase;
  await endPurchase(db, purchase.id, 'cancel', by);
  return null;
}

const purchasesAtOnce = 500;

export const expirePurchases = async (db: Db, now: Date): Promise<number> =>
  inOwnTransactions(
    db,
    await expiredPurchases(db, now, purchasesAtOnce),
    async (tx, { id }) => (await endPurchase(tx, id, 'expire', { actorId: null, now })) !== null,
  );

const expirePurchasesJob = defineJob({
  name: 'store.expire-purchases',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now, log }) {
    const ended = await expirePurchases(db, now);
    if (ended > 0) log.info({ ended }, 'Purchases that were not paid in time have ended');
  },
});

export const purchaseJobs = [expirePurchasesJob];
export const purchaseSchedules: readonly Schedule[] = [
  { job: expirePurchasesJob, cron: '* * * * *', timeZone: 'UTC', missed: 'latest' },
];
