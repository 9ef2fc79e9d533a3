import { unknownErrorText } from '@tuneport/domain/api/error-texts';
import { ApiError } from '../../platform/api/api-error.ts';

/** One message for actions without fields of their own. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : unknownErrorText;
  return Object.values(error.errors).flat().join(' ') || error.message;
}
