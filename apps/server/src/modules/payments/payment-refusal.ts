import { type PaymentErrorKind, paymentErrorLabels } from '@tuneport/domain/api/error-texts';
import { Refusal } from '../../platform/refusal.ts';

/** A payment that did not go through: 402 with one of the six kinds as its code. */
export class PaymentRefusal extends Refusal {
  override name = 'PaymentRefusal';
  readonly kind: PaymentErrorKind;
  // The code `unknown` alone is a failure of ours elsewhere; said of a payment it is the card's.
  override readonly status = 402;
  constructor(kind: PaymentErrorKind, message: string = paymentErrorLabels[kind]) {
    super(kind, { message, ...(kind === 'network_down_retry' ? { retryAfterS: 2 } : {}) });
    this.kind = kind;
  }
}
