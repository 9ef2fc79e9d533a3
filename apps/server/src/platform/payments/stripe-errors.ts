import type { PaymentErrorKind } from '@tuneport/domain/api/error-texts';

// Maps Stripe's codes and decline codes to one of our six kinds. Codes not listed are `unknown`.

const kinds: Readonly<Record<Exclude<PaymentErrorKind, 'unknown'>, readonly string[]>> = {
  network_down_retry: [
    'processing_error',
    'issuer_not_available',
    'reenter_transaction',
    'try_again_later',
    'approve_with_id',
    'lock_timeout',
    'rate_limit',
  ],
  avs_cvv: [
    'incorrect_cvc',
    'invalid_cvc',
    'incorrect_zip',
    'incorrect_address',
    'postal_code_invalid',
    'incorrect_number',
    'invalid_number',
  ],
  duplicate: ['duplicate_transaction'],
  card_expired: ['expired_card', 'invalid_expiry_month', 'invalid_expiry_year'],
  revoked_payment_method: [
    'revocation_of_authorization',
    'revocation_of_all_authorizations',
    'stop_payment_order',
    'lost_card',
    'stolen_card',
    'pickup_card',
    'restricted_card',
    'payment_method_unactivated',
    'payment_method_provider_decline',
    'payment_method_unexpected_state',
    // The method was removed at the provider, or was single-use and has no customer.
    'resource_missing',
    'payment_method_customer_mismatch',
  ],
};

const byCode = new Map<string, PaymentErrorKind>(
  Object.entries(kinds).flatMap(([kind, codes]) => codes.map((code) => [code, kind as PaymentErrorKind] as const)),
);

/** More specific than the code, which is often just `card_declined`. */
export function stripeErrorKind(code: string | undefined, declineCode: string | undefined): PaymentErrorKind {
  return byCode.get(declineCode ?? '') ?? byCode.get(code ?? '') ?? 'unknown';
}
