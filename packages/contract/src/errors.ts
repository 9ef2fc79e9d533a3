import { paymentErrorLabels } from '@tuneport/domain/api/error-texts';
import { msg } from '@tuneport/domain/text/text';
import { unrecognisedLogText } from '@tuneport/domain/tuning/logs/log-types';

// Every expected error: code, HTTP status and user-facing message. The five 409 purchase messages and the default
// message are quoted verbatim from the specification.
export const errorCatalogue = {
  // Authentication
  unauthenticated: { status: 401, message: msg('Please log in to continue.') },
  second_factor_required: {
    status: 401,
    message: msg('Enter the code from your authenticator app to finish logging in.'),
  },
  forbidden: { status: 403, message: msg("You don't have access to this.") },
  second_factor_missing: {
    status: 403,
    message: msg(
      'Staff need a second factor here. Add a passkey or an authenticator app under Security, then log in with it.',
    ),
  },
  approval_required: { status: 403, message: msg('This needs approval by a second person.') },
  cross_site: { status: 403, message: msg('This request did not come from our site. Reload the page and try again.') },
  fresh_login_required: { status: 403, message: msg("Confirm that it's you to continue.") },
  email_unconfirmed: {
    status: 403,
    message: msg('Confirm your e-mail address first. You can request a new link from your profile.'),
  },
  not_found: { status: 404, message: msg('Not found.') },
  link_expired: { status: 410, message: msg('This link has expired. We can send you a new one.') },
  method_not_allowed: { status: 405, message: msg('This URL does not support this request method.') },

  // Request format
  bad_request: { status: 400, message: msg('We could not read this request.') },
  unsupported_media_type: { status: 415, message: msg('The request must be sent as JSON.') },
  too_large: { status: 413, message: msg('This is too large.') },
  headers_too_large: { status: 431, message: msg('The headers of this request are too large.') },
  too_slow: {
    status: 408,
    message: msg('This request took too long to arrive. Nothing was changed. Please try again.'),
  },
  invalid_fields: { status: 422, message: msg('Some fields were not correct:') },
  unrecognised_log: { status: 422, message: unrecognisedLogText },
  idempotency_key_missing: { status: 400, message: msg('This request needs an Idempotency-Key header.') },
  idempotency_key_reused: {
    status: 422,
    message: msg('This Idempotency-Key was already used for a different request.'),
  },
  idempotency_in_progress: {
    status: 409,
    message: msg('The same request is still in progress. Try again in a moment.'),
  },
  too_many_requests: { status: 429, message: msg('Too many attempts. Please wait a moment and try again.') },

  // Conflicts
  stale_record: {
    status: 412,
    message: msg('Someone else saved changes while you were editing. Nothing was overwritten.'),
  },
  precondition_required: { status: 428, message: msg('This request needs an If-Unmodified-Since header.') },
  region_mismatch: { status: 421, message: msg("This belongs to another region's catalogue.") },
  conflict: { status: 409, message: msg('The state has changed. Reload the page and check again.') },
  invalid_transition: {
    status: 409,
    message: msg('This is not possible in the current state. Reload the page and check again.'),
  },
  already_exists: { status: 409, message: msg('This already exists.') },

  // Uploads
  upload_offset: { status: 409, message: msg('The upload is at a different offset. Check its position and resume.') },
  upload_damaged: {
    status: 422,
    message: msg('The file was damaged during the upload. Nothing was saved. Please upload it again.'),
  },
  not_a_tune: {
    status: 422,
    message: msg(
      'We do not recognize this as a tune file. Nothing was saved. If you are sure it is one, please contact us.',
    ),
  },
  upload_terms: {
    status: 422,
    message: msg(
      'The upload terms have changed since you accepted them. Nothing was uploaded. Reload the page and accept them again.',
    ),
  },

  // Purchases (specification, section 8)
  dealer_hit_credit_limit: {
    status: 409,
    message: msg('This purchase exceeds a credit limit. Please confirm the current account balance.'),
  },
  purchase_needs_approval: {
    status: 409,
    message: msg('This is above your spending limit. Ask a manager of the dealer to approve it.'),
  },
  already_committed: { status: 409, message: msg('It seems like this purchase has already been completed.') },
  shipping_tier_not_supported_for_destination: {
    status: 409,
    message: msg('The specified shipping tier cannot be used for this destination.'),
  },
  no_shipping_for_destination: { status: 409, message: msg('No shipping could be found for your address.') },
  total_changed: {
    status: 409,
    message: msg('The price of your order has changed. You have not been charged. Please check the new total.'),
  },
  out_of_stock: { status: 409, message: msg('Not enough stock for this order. You have not been charged.') },
  dealer_missing_billing_info: {
    status: 409,
    message: msg('Billing information must be setup on this dealer account before proceeding.'),
  },

  // Cards. The sixth kind, `unknown`, also returns 402.
  network_down_retry: { status: 402, message: paymentErrorLabels.network_down_retry },
  avs_cvv: { status: 402, message: paymentErrorLabels.avs_cvv },
  duplicate: { status: 402, message: paymentErrorLabels.duplicate },
  card_expired: { status: 402, message: paymentErrorLabels.card_expired },
  revoked_payment_method: { status: 402, message: paymentErrorLabels.revoked_payment_method },

  // Us
  payments_off: { status: 503, message: msg('We are not accepting cards right now. You have not been charged.') },
  unavailable: {
    status: 503,
    message: msg('We are busy or restarting. Nothing was lost. Please try again in a moment.'),
  },
  unknown: { status: 500, message: msg('An unknown error occurred. Please try again later.') },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Maps a field name to its messages. The empty name means the whole form. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export type ErrorBody = {
  code: string;
  message: string;
  errors?: FieldErrors;
  current?: unknown;
  allowed?: readonly string[];
};
