import { paymentErrorLabels } from '@tuneport/domain/api/error-texts';
import { unrecognisedLogText } from '@tuneport/domain/tuning/logs/log-types';

// Every refusal the product knows: its code, its HTTP status and the sentence people read. The five 409 purchase texts and
// the default are the specification's, word for word.
export const errorCatalogue = {
  // Who you are
  unauthenticated: { status: 401, message: 'Please log in to continue.' },
  second_factor_required: { status: 401, message: 'Enter the code from your authenticator app to finish logging in.' },
  forbidden: { status: 403, message: 'You do not have access to this.' },
  second_factor_missing: {
    status: 403,
    message:
      'Staff need a second factor here. Add a passkey or an authenticator app under Security, then log in with it.',
  },
  approval_required: { status: 403, message: 'This needs the approval of a second person.' },
  cross_site: { status: 403, message: 'This request did not come from this site. Reload the page and try again.' },
  fresh_login_required: { status: 403, message: "Confirm that it's you to continue." },
  email_unconfirmed: {
    status: 403,
    message: 'Confirm your e-mail address first. You can send yourself a new link from your profile.',
  },
  not_found: { status: 404, message: 'This could not be found.' },
  link_expired: { status: 410, message: 'This link has expired. We can send you a new one.' },
  method_not_allowed: { status: 405, message: 'This address does not answer that kind of request.' },

  // What you sent
  bad_request: { status: 400, message: 'The request could not be read.' },
  unsupported_media_type: { status: 415, message: 'The request must be sent as JSON.' },
  too_large: { status: 413, message: 'This is larger than we accept.' },
  headers_too_large: { status: 431, message: 'The headers of this request are larger than we accept.' },
  too_slow: {
    status: 408,
    message: 'This request took too long to arrive. Nothing was changed; please send it again.',
  },
  invalid_fields: { status: 422, message: 'Some fields were not correct:' },
  unrecognised_log: { status: 422, message: unrecognisedLogText },
  idempotency_key_missing: { status: 400, message: 'This request needs an Idempotency-Key header.' },
  idempotency_key_reused: { status: 422, message: 'This Idempotency-Key was already used for a different request.' },
  idempotency_in_progress: {
    status: 409,
    message: 'The same request is still being worked on. Try again in a moment.',
  },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },

  // What changed meanwhile
  stale_record: { status: 412, message: 'Somebody else changed this while you were editing. Nothing was overwritten.' },
  precondition_required: { status: 428, message: 'This request needs an If-Unmodified-Since header.' },
  region_mismatch: { status: 421, message: 'This belongs to the catalogue of another region.' },
  conflict: { status: 409, message: 'This does not fit the current state any more. Reload and look again.' },
  invalid_transition: { status: 409, message: 'This cannot be done in its present state. Reload and look again.' },
  already_exists: { status: 409, message: 'This exists already.' },

  // Uploads
  upload_offset: { status: 409, message: 'The upload stands at another place. Ask where, and go on from there.' },
  upload_damaged: {
    status: 422,
    message: 'The file changed on its way to us. Nothing was stored; please send it again.',
  },
  not_a_tune: {
    status: 422,
    message: 'This is not a tune file we recognise. Nothing was stored. If you are sure it is one, please contact us.',
  },
  upload_terms: {
    status: 422,
    message: 'The upload terms have changed since you agreed. Reload the page and agree again; nothing was sent.',
  },

  // Purchases (specification, section 8)
  dealer_hit_credit_limit: {
    status: 409,
    message: 'This purchase exceeds a credit limit. Please confirm the current account balance.',
  },
  already_committed: { status: 409, message: 'It seems like this purchase has already been completed.' },
  shipping_tier_not_supported_for_destination: {
    status: 409,
    message: 'The specified shipping tier cannot be used for this destination.',
  },
  no_shipping_for_destination: { status: 409, message: 'No shipping could be found for your address.' },
  total_changed: {
    status: 409,
    message: 'The price of your order has changed. Nothing was charged; please look at the new total.',
  },
  out_of_stock: { status: 409, message: 'There is not enough in stock for this order. Nothing was charged.' },
  dealer_missing_billing_info: {
    status: 409,
    message: 'Billing information must be setup on this dealer account before proceeding.',
  },

  // Cards; the sixth kind, `unknown`, is said with 402 as well
  network_down_retry: { status: 402, message: paymentErrorLabels.network_down_retry },
  avs_cvv: { status: 402, message: paymentErrorLabels.avs_cvv },
  duplicate: { status: 402, message: paymentErrorLabels.duplicate },
  card_expired: { status: 402, message: paymentErrorLabels.card_expired },
  revoked_payment_method: { status: 402, message: paymentErrorLabels.revoked_payment_method },

  // Us
  not_built: { status: 501, message: 'This part is not built yet.' },
  payments_off: { status: 503, message: 'This site does not take cards at the moment. Nothing was charged.' },
  unavailable: {
    status: 503,
    message: 'The service is busy or restarting. Nothing was lost; please try again in a moment.',
  },
  unknown: { status: 500, message: 'An unknown error occurred. Please try again later.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Field name → the messages for it. The empty name is for the form as a whole. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export type ErrorBody = {
  code: string;
  message: string;
  errors?: FieldErrors;
  current?: unknown;
  allowed?: readonly string[];
};
