import { unknownErrorText } from '@tuneport/domain/api/error-texts';
import { t } from '@tuneport/domain/text/text';
import { ApiError } from '../../platform/api/api-error.ts';

/** Bugs throw errors whose messages are meant for developers, not for the user. */
const isBug = (error: Error): boolean =>
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

/** One message for a failed action, including errors of fields that the page does not show. */
export function errorText(error: unknown, otherwise = t(unknownErrorText)): string {
  if (error instanceof ApiError) return Object.values(error.errors).flat().join(' ') || error.message;
  return error instanceof Error && !isBug(error) ? error.message : otherwise;
}
