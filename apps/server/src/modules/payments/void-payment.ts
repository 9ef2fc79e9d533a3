import { ProviderSilent } from '../../platform/payments/provider.ts';
import type { Platform } from '../../platform/platform.ts';
import { giveUp } from './authorised-hold.ts';
import type { Payment } from './payment.ts';
import { PaymentRefusal } from './payment-refusal.ts';
import { findOut, providerOf } from './perform-payment.ts';
import { at } from './points.ts';
import { liveAttemptOf, lockPayment, paymentOfSubject } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

const roundsMax = 5;

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
  for (let round = 0; round < roundsMax; round += 1) {
    const ended = await tryVoid(platform, subject, by);
    if (ended !== 'new-attempt') return ended;
  }
  throw new PaymentRefusal('network_down_retry');
}

/**
 * `new-attempt`: the payer started another attempt meanwhile. Its card may be charged, or the bank's page may still be
 * open, so it must be resolved first.
 */
async function tryVoid(
  platform: Platform,
  subject: string,
  by: { actorId: number | null; reason: string },
): Promise<Payment | null | 'new-attempt'> {
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
  await at('void-asked');
  return platform.db.transaction().execute(async (tx) => {
    await lockPayment(tx, payment.id);
    const live = await liveAttemptOf(tx, payment.id);
    if (live && live.id !== attempt?.id) return 'new-attempt';
    const via = by.actorId === null ? 'sweep' : 'staff';
    return (await giveUp(tx, platform, payment.id, { via, attemptState: 'failed', ...by })).payment;
  });
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof PaymentRefusal) || error.kind === 'network_down_retry') throw error;
}
