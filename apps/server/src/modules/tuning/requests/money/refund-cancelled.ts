import { z } from 'zod';
import { defineJob } from '../../../../platform/jobs/define.ts';
import { Refusal } from '../../../../platform/refusal.ts';
import { paymentOfSubject, refundPayment } from '../../../payments/index.ts';
import { refundCredits, refundFree } from '../../../store/index.ts';

const lookAgainMs = 86_400_000;

/** Pays back what was paid for a request that ended before its work: every part of it, each once. */
export const refundCancelledJob = defineJob({
  name: 'tuning.refund-cancelled',
  schema: z.object({ purchase_id: z.number().int() }),
  transaction: 'none',
  retryLimit: 20,
  async run({ platform, now }, { purchase_id }): Promise<void> {
    let waits = false;
    for (const subject of [`purchase:${purchase_id}`, `purchase-account:${purchase_id}`]) {
      const payment = await paymentOfSubject(platform.db, subject);
      // What a bank has taken back is not ours to pay back; while it still thinks about it, we look again.
      if (!payment || payment.state === 'charged_back') continue;
      if (payment.state === 'disputed') {
        waits = true;
        continue;
      }
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
    // What credits alone paid, or nobody, has no payment; beside one credits went back with it, or will when the bank is done.
    const asked = { id: purchase_id, actorId: null, reason: 'The tune request was cancelled before its work.' };
    await platform.db.transaction().execute(async (tx) => {
      await refundCredits(tx, platform, asked);
      await refundFree(tx, platform, asked);
      // Last, and with the rest: a run that fails and is tried again must not leave a second one behind.
      const startAfter = new Date(now.getTime() + lookAgainMs);
      if (waits) await platform.jobs.enqueue(tx, refundCancelledJob, { purchase_id }, { startAfter });
    });
  },
});
