import { errorCatalogue, type FieldErrors } from '@tuneport/contract/errors';
import { type ApiError as Classified, classify } from '@tuneport/domain/api-errors';

const texts: Record<string, string> = {};
for (const [code, { message }] of Object.entries(errorCatalogue)) texts[code] = message;

const offlineText = 'The server could not be reached. Check your connection and try again.';

type Refused = { status: number; headers: { get(name: string): string | null }; body: unknown };

/** A call that was refused, with the sentence to show and what a form or a page needs to act on it. */
export class ApiError extends Error {
  readonly kind: Classified['kind'] | 'offline';
  readonly status: number;
  readonly code: string | null;
  /** Field → messages of a 422, else empty. */
  readonly errors: FieldErrors;
  /** The record as it is now, when somebody else saved it first. */
  readonly current: unknown;
  readonly region: 1 | 2 | null;

  constructor(refused: Refused | null, cause?: unknown) {
    const seen = refused && classify(refused, texts);
    const body = (refused?.body ?? {}) as { code?: unknown; message?: unknown; current?: unknown };
    // The message of these codes explains the reason; our own code in the reply shows that the message is ours.
    const explains = ['conflict', 'forbidden', 'approval_required'].includes(String(body.code));
    const reason = explains && typeof body.message === 'string' ? body.message : null;
    super(reason ?? seen?.message ?? offlineText, { cause });
    this.name = 'ApiError';
    this.kind = seen?.kind ?? 'offline';
    this.status = refused?.status ?? 0;
    this.code = typeof body.code === 'string' ? body.code : null;
    this.errors = seen?.kind === 'field_errors' ? seen.fields : {};
    this.current = body.current;
    this.region = seen?.kind === 'region_mismatch' ? seen.region : null;
  }
}
