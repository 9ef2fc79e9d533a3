import { type PaymentErrorKind, paymentErrorLabels } from '@tuneport/domain/api/error-texts';
import { Refusal } from '../../platform/refusal.ts';

/** A declined payment: 402 with one of the six error kinds as its code. */
export class PaymentRefusal extends Refusal {
  override name = 'PaymentRefusal';
  readonly kind: PaymentErrorKind;
  // Elsewhere the code `unknown` is an internal error; for a payment it concerns the card, so the status is 402.
  override readonly status = 402;
  constructor(kind: PaymentErrorKind, message: string = paymentErrorLabels[kind]) {
    super(kind, { message, ...(kind === 'network_down_retry' ? { retryAfterS: 2 } : {}) });
    this.kind = kind;
  }
}
