import { type ErrorCode, errorCatalogue, type FieldErrors } from '@tuneport/contract/errors';

type Extra = {
  errors?: FieldErrors;
  /** The current record, for the merge view of a stale save. */
  current?: unknown;
  /** The allowed steps, with invalid_transition. */
  allowed?: readonly string[];
  /** The region in which it exists. */
  region?: 1 | 2;
  retryAfterS?: number;
  message?: string;
};

/** An expected error. Anything else that is thrown is a bug: logged in full, with a generic message in the response. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly extra: Extra;
  constructor(code: ErrorCode, extra: Extra = {}, options: ErrorOptions = {}) {
    super(extra.message ?? withFields(errorCatalogue[code].message, extra.errors), options);
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.extra = extra;
  }
}

/** Names may echo the input. */
const messageMax = 500;

/** A log or a failed job shows only the message; a response names the fields itself. */
const withFields = (message: string, errors: FieldErrors = {}): string =>
  [message, ...Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(' ')}`)]
    .join(' ')
    .slice(0, messageMax)
    .toWellFormed();

export const fieldRefusal = (errors: FieldErrors, options: ErrorOptions = {}) =>
  new Refusal('invalid_fields', { errors }, options);

/** The database is unavailable or overloaded. The cause is only logged. */
export const unavailable = (cause?: unknown) =>
  new Refusal('unavailable', { retryAfterS: unavailableRetryS }, { cause });
export const unavailableRetryS = 2;
