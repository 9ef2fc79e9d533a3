import { ProviderRefused, ProviderSilent } from '../../platform/payments/provider.ts';
import type { Platform } from '../../platform/platform.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PaymentOutcome } from './payment.ts';
import { PaymentRefusal } from './payment-refusal.ts';
import { providerOf, requirePaid } from './perform-payment.ts';
import { paymentById } from './queries.ts';
import { settlePayment } from './settle-payment.ts';

/** Captures authorised money. */
export async function capturePayment(platform: Platform, paymentId: number): Promise<PaymentOutcome> {
  const provider = providerOf(platform);
  const payment = await paymentById(platform.db, paymentId);
  if (!payment) throw new Refusal('not_found');
  if (payment.state !== 'authorised' || !payment.intentId)
    throw new Refusal(payment.capturedMinor > 0n ? 'already_committed' : 'conflict');
  try {
    const intent = await provider.capture(payment.intentId, `capture.${payment.uuid}`);
    return requirePaid(await settlePayment(platform, payment, intent, 'staff'));
  } catch (error) {
    if (error instanceof ProviderSilent) throw new PaymentRefusal('network_down_retry');
    if (error instanceof ProviderRefused) throw new PaymentRefusal(error.refused.kind);
    throw error;
  }
}
