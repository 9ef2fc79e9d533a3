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
    super(extra.message ?? errorCatalogue[code].message, options);
    this.code = code;
    this.status = errorCatalogue[code].status;
    this.extra = extra;
  }
}

export const fieldRefusal = (errors: FieldErrors, options: ErrorOptions = {}) =>
  new Refusal('invalid_fields', { errors }, options);

/** The database is unavailable or overloaded. The cause is only logged. */
export const unavailable = (cause?: unknown) =>
  new Refusal('unavailable', { retryAfterS: unavailableRetryS }, { cause });
export const unavailableRetryS = 2;
