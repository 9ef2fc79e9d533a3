import { ProviderSilent } from '../../platform/payments/provider.ts';
import type { Platform } from '../../platform/platform.ts';
import { giveUp } from './authorised-hold.ts';
import type { Payment } from './payment.ts';
import { PaymentRefusal } from './payment-refusal.ts';
import { findOut, providerOf } from './perform-payment.ts';
import { liveAttemptOf, paymentOfSubject } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Voids the payment of a subject that is being closed. Returns the payment in its final state: `voided`, or `captured`
 * if the card was charged after all (then the subject was settled, or the money is being refunded). null: there was
 * none.
 */
export async function voidPayment(
  platform: Platform,
  subject: string,
  by: { actorId: number | null; reason: string },
): Promise<Payment | null> {
  const provider = providerOf(platform);
  const payment = await paymentOfSubject(platform.db, subject);
  if (!payment || !['created', 'requires_action', 'authorised', 'failed'].includes(payment.state)) return payment;
  const attempt = await liveAttemptOf(platform.db, payment.id);
  // Resolve the pending attempt first: it may have been charged.
  if (attempt?.state === 'open') await findOut(platform, { payment, attempt }, 'answer').catch(ignoreRefusal);
  const now = (await paymentOfSubject(platform.db, subject)) ?? payment;
  if (now.intentId) {
    try {
      const intent = await provider.void(now.intentId, `void.${now.uuid}`);
      if (intent.status !== 'voided') return (await settlePayment(platform, now, intent, 'answer', null)).payment;
    } catch (error) {
      if (error instanceof ProviderSilent) throw new PaymentRefusal('network_down_retry');
      throw error;
    }
  }
  const { payment: done } = await giveUp(platform, payment.id, {
    via: by.actorId === null ? 'sweep' : 'staff',
    attemptState: 'failed',
    ...by,
  });
  return done;
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof PaymentRefusal) || error.kind === 'network_down_retry') throw error;
}
