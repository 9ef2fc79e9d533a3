import type { FieldErrors } from '@tuneport/contract/errors';
import { type ApiError as Classified, classify, knownErrorHeader } from '@tuneport/domain/api/api-errors';
import { conflictLabels } from '@tuneport/domain/api/error-texts';
import { msg, t } from '@tuneport/domain/text/text';

const offlineText = msg('The server could not be reached. Check your connection and try again.');

type Refused = { status: number; headers: { get(name: string): string | null }; body: unknown };

/** A refused call, with the message to display and the data a form or page needs to handle it. */
export class ApiError extends Error {
  readonly kind: Classified['kind'] | 'offline';
  readonly status: number;
  readonly code: string | null;
  /** Field → messages of a 422, else empty. */
  readonly errors: FieldErrors;
  /** The current record, when another user saved it first. */
  readonly current: unknown;
  readonly region: 1 | 2 | null;

  constructor(refused: Refused | null, cause?: unknown) {
    const seen = refused && classify(refused, conflictLabels);
    const body = (refused?.body ?? {}) as { code?: unknown; message?: unknown; current?: unknown };
    super((refused && serverText(refused)) ?? t(seen?.message ?? offlineText), { cause });
    this.name = 'ApiError';
    this.kind = seen?.kind ?? 'offline';
    this.status = refused?.status ?? 0;
    this.code = typeof body.code === 'string' ? body.code : null;
    this.errors = seen?.kind === 'field_errors' ? seen.fields : {};
    this.current = body.current;
    this.region = seen?.kind === 'region_mismatch' ? seen.region : null;
  }
}

/**
 * The server's message, which knows the reason. Messages of the specification and of payments are fixed by their code.
 */
function serverText({ status, headers, body }: Refused): string | null {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown };
  const isOurs = typeof code === 'string' && headers.get(knownErrorHeader) === code;
  if (!isOurs || typeof message !== 'string') return null;
  return status === 402 || code === 'invalid_fields' || Object.hasOwn(conflictLabels, code) ? null : message;
}
