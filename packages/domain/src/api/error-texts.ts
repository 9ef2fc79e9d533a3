import { msg } from '../text/text.ts';

/** Quoted verbatim from section 8 of the specification. */
export const conflictLabels = {
  dealer_hit_credit_limit: msg('This purchase exceeds a credit limit. Please confirm the current account balance.'),
  already_committed: msg('It seems like this purchase has already been completed.'),
  shipping_tier_not_supported_for_destination: msg('The specified shipping tier cannot be used for this destination.'),
  no_shipping_for_destination: msg('No shipping could be found for your address.'),
  dealer_missing_billing_info: msg('Billing information must be setup on this dealer account before proceeding.'),
} as const;

export const fieldErrorsHeading = msg('Some fields were not correct:');
export const unknownErrorText = msg('An unknown error occurred. Please try again later.');

export const paymentErrorKinds = [
  'network_down_retry',
  'avs_cvv',
  'duplicate',
  'card_expired',
  'revoked_payment_method',
  'unknown',
] as const;
export type PaymentErrorKind = (typeof paymentErrorKinds)[number];

export const paymentErrorLabels: Readonly<Record<PaymentErrorKind, string>> = {
  network_down_retry: msg(
    'The payment provider did not respond. You will not be charged twice. Please try again in a moment.',
  ),
  avs_cvv: msg('The card was declined because its address or security code did not match. Check both and try again.'),
  duplicate: msg('This looks like a duplicate of a payment you just made. Check your orders before trying again.'),
  card_expired: msg('This card has expired. Please use another card.'),
  revoked_payment_method: msg('This payment method is no longer valid. Please choose or add another one.'),
  unknown: msg('The payment did not go through. Please try again or use another payment method.'),
};
