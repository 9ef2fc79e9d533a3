import { unknownErrorText } from '@tuneport/domain/api/error-texts';
import { t } from '@tuneport/domain/text/text';
import { ApiError } from '../../platform/api/api-error.ts';

/** Errors of our own code have a message for developers, not for the person who sees the page. */
const isBug = (error: Error): boolean =>
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

/** One message about a failed action that shows no fields of its own. */
export function errorText(error: unknown, otherwise = t(unknownErrorText)): string {
  if (error instanceof ApiError) return Object.values(error.errors).flat().join(' ') || error.message;
  return error instanceof Error && !isBug(error) ? error.message : otherwise;
}
