import type { Platform } from '../../platform/platform.ts';
import type { PaymentOutcome } from './payment.ts';
import { PaymentRefusal } from './payment-refusal.ts';
import { findOut, performPayment, providerOf } from './perform-payment.ts';
import { type PaymentInput, preparePayment } from './prepare-payment.ts';
import { ensureCustomer } from './store-method.ts';

const roundsMax = 3;

/**
 * For endpoints with `transaction: 'none'`: stores the attempt, calls the provider and settles. The same input sent
 * twice is one charge; a call after the payment gets already_committed with the payment as `current`.
 */
export async function takePayment(platform: Platform, input: PaymentInput): Promise<PaymentOutcome> {
  const provider = providerOf(platform);
  if (input.payer !== 'guest' && 'token' in input.method && input.method.keep)
    await ensureCustomer(platform, input.payer);
  for (let round = 0; round < roundsMax; round += 1) {
    const prepared = await preparePayment(platform.db, provider, input);
    if (!prepared.busy) return performPayment(platform, prepared);
    // The payer chose another card while the first attempt is unresolved: resolve that first to prevent a double
    // charge.
    await findOut(platform, prepared, 'answer');
  }
  throw new PaymentRefusal('network_down_retry');
}
