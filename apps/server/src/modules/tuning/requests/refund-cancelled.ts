import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/define.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { paymentOfSubject, refundPayment } from '../../payments/index.ts';
import { refundCredits } from '../../store/index.ts';

/** Pays back what was paid for a request that ended before its work: every part of it, each once. */
export const refundCancelledJob = defineJob({
  name: 'tuning.refund-cancelled',
  schema: z.object({ purchase_id: z.number().int() }),
  transaction: 'none',
  retryLimit: 20,
  async run({ platform }, { purchase_id }) {
    for (const subject of [`purchase:${purchase_id}`, `purchase-account:${purchase_id}`]) {
      const payment = await paymentOfSubject(platform.db, subject);
      if (!payment) continue;
      await refundPayment(platform, {
        paymentId: payment.id,
        amount: 'rest',
        reason: 'The tune request was cancelled before its work.',
        requestKey: `tuning.refund-cancelled:${payment.id}`,
        actorId: null,
      }).catch((error: unknown) => {
        // Somebody paid it back already.
        if (!(error instanceof Refusal && error.code === 'already_committed')) throw error;
      });
    }
    // What credits alone paid has no payment; beside one they went back with it, or will when the bank is done.
    await platform.db.transaction().execute((tx) =>
      refundCredits(tx, platform, {
        id: purchase_id,
        actorId: null,
        reason: 'The tune request was cancelled before its work.',
      }),
    );
  },
});
