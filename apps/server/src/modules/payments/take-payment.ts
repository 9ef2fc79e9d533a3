import type { Platform } from '../../platform/platform.ts';
import type { PaymentOutcome } from './payment.ts';
import { PaymentRefusal } from './payment-refusal.ts';
import { findOut, performPayment, providerOf } from './perform-payment.ts';
import { type PaymentInput, preparePayment } from './prepare-payment.ts';
import { ensureCustomer } from './store-method.ts';

const roundsMax = 3;

/**
 * All of it in one call, for endpoints with `transaction: 'none'`: writes the attempt, asks the provider, settles. The same wish sent
 * twice is one charge; somebody who comes after the payment gets already_committed with the payment as `current`.
 */
export async function takePayment(platform: Platform, input: PaymentInput): Promise<PaymentOutcome> {
  const provider = providerOf(platform);
  if (input.payer !== 'guest' && 'token' in input.method && input.method.keep)
    await ensureCustomer(platform, input.payer);
  for (let round = 0; round < roundsMax; round += 1) {
    const prepared = await preparePayment(platform.db, provider, input);
    if (!prepared.busy) return performPayment(platform, prepared);
    // The payer took another card while the first try is unanswered: first what became of that, so that nobody pays twice.
    await findOut(platform, prepared, 'answer');
  }
  throw new PaymentRefusal('network_down_retry');
}
