import type { PaymentResult } from '@tuneport/contract/payments/payments';
import { toDecimal } from '@tuneport/domain/money/money';
import type { z } from 'zod';
import type { PaymentOutcome } from './payment.ts';

/** The payment result in responses. */
export function presentPayment({ payment, action, card }: PaymentOutcome): z.input<typeof PaymentResult> {
  return {
    payment_id: payment.id,
    state: payment.state,
    amount: toDecimal(payment.amount),
    currency: payment.amount.currency,
    action: action && {
      provider: payment.provider === 'stripe' ? 'stripe' : 'test',
      client_secret: action.clientSecret,
    },
    card: card && { brand: card.brand, last_four: card.lastFour },
  };
}
