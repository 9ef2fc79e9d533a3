import { dayMs } from '@tuneport/domain/units/durations';
import { z } from 'zod';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { paymentOfSubject, refundPayment } from '../../../payments/index.ts';
import { refundCredits, refundFree } from '../../../purchases/index.ts';

const recheckAfterMs = dayMs;

/** Refunds every payment of a request that ended before its work, each once. */
export const refundCancelledJob = defineJob({
  name: 'tuning.refund-cancelled',
  schema: z.object({ purchase_id: z.number().int() }),
  transaction: 'none',
  retryLimit: 20,
  async run({ platform, now }, { purchase_id }): Promise<void> {
    let waits = false;
    for (const subject of [`purchase:${purchase_id}`, `purchase-account:${purchase_id}`]) {
      const payment = await paymentOfSubject(platform.db, subject);
      // While it is disputed, check again later. Of a charged-back one the rest is refunded.
      if (!payment) continue;
      if (payment.state === 'disputed') {
        waits = true;
        continue;
      }
      await refundPayment(platform, {
        paymentId: payment.id,
        amount: 'rest',
        reason: 'The tune request was cancelled before work started.',
        requestKey: `tuning.refund-cancelled:${payment.id}`,
        actorId: null,
      }).catch((error: unknown) => {
        // Already refunded.
        if (!(error instanceof Refusal && error.code === 'already_committed')) throw error;
      });
    }
    // Free or credits-only purchases have no payment; otherwise credits are returned with its refund, or after the
    // dispute.
    const refund = { id: purchase_id, actorId: null, reason: 'The tune request was cancelled before work started.' };
    await platform.db.transaction().execute(async (tx) => {
      await refundCredits(tx, platform, refund);
      await refundFree(tx, platform, refund);
      // Last, in the same transaction: a failed run that is retried must not enqueue a second job.
      const startAfter = new Date(now.getTime() + recheckAfterMs);
      if (waits) await platform.jobs.enqueue(tx, refundCancelledJob, { purchase_id }, { startAfter });
    });
  },
});
