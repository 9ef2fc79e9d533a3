import { type ErrorCode, errorCatalogue, type FieldErrors } from '@tuneport/contract/errors';

type Extra = {
  errors?: FieldErrors;
  /** The record as it stands now, for a merge view beside a stale save. */
  current?: unknown;
  /** What may be done instead, beside invalid_transition. */
  allowed?: readonly string[];
  /** The region a record does exist in. */
  region?: 1 | 2;
  retryAfterS?: number;
  message?: string;
};

/** An expected "no". Anything else that is thrown is our bug: logged whole, answered with the default sentence. */
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

/** The database is away or overloaded. The cause goes to the log only. */
export const unavailable = (cause?: unknown) =>
  new Refusal('unavailable', { retryAfterS: unavailableRetryS }, { cause });
export const unavailableRetryS = 2;
