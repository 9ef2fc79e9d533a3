import { type ErrorBody, type ErrorCode, errorCatalogue, type FieldErrors } from '@tuneport/contract/errors';
import { fieldErrorsMessage, knownErrorHeader, regionHeader } from '@tuneport/domain/api/api-errors';
import { language, msg, t } from '@tuneport/domain/text/text';
import { isDatabaseUnavailable } from '../db/connection/unavailable.ts';
import { Refusal, unavailable } from '../refusal.ts';
import { isTranslated, refusalWithValues } from '../texts.ts';

type ErrorReply = { status: number; body: ErrorBody; headers: Record<string, string>; bug: boolean };

/** Maps Fastify's own errors to our codes. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_request',
  FST_ERR_BAD_URL: 'not_found',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_PARTS_LIMIT: 'too_large',
  FST_FIELDS_LIMIT: 'too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
};

/**
 * A refusal in the language of the request. A message that is not in the catalogue is replaced by the general one of
 * its code; English is never mixed in.
 */
export function localized(error: unknown): unknown {
  if (!(error instanceof Refusal) || language() === 'en') return error;
  const { errors, ...extra } = error.extra;
  const message = textOr(error.message, errorCatalogue[error.code].message);
  const fields = Object.entries(errors ?? {}).map(([field, messages]) => [
    field,
    messages.map((one) => textOr(one, unknownFieldText)),
  ]);
  return new Refusal(error.code, { ...extra, message, ...(errors && { errors: Object.fromEntries(fields) }) });
}

const unknownFieldText = msg('Check this entry.');

function textOr(text: string, general: string): string {
  if (isTranslated(text)) return t(text);
  // The two messages of every text field (contract/shapes.ts).
  if (text.endsWith(' is required.')) return t('This field is required.');
  const max = / can have at most (\d+) characters\.$/.exec(text)?.[1];
  if (max !== undefined) return t('At most {max} characters.', { max });
  return refusalWithValues(text) ?? sentenceBySentence(text) ?? t(general);
}

/** A refusal that is put together from sentences of the catalogue; null if one of them is not in it. */
function sentenceBySentence(text: string): string | null {
  const sentences = text.split(/(?<=\.) (?=\p{Lu})/u);
  if (sentences.length < 2) return null;
  const translated = sentences.map((one) => (isTranslated(one) ? t(one) : refusalWithValues(one)));
  return translated.every((one) => one !== null) ? translated.join(' ') : null;
}

export function errorReply(given: unknown): ErrorReply {
  const error = localized(given);
  if (error instanceof Refusal) return refusalReply(error);
  const code = codeOf(error);
  if (isDatabaseUnavailable(error)) return refusalReply(unavailable());
  const known = frameworkCodes[code];
  if (known) return refusalReply(new Refusal(known));
  const status = (error as { statusCode?: number } | null)?.statusCode;
  if (status !== undefined && status >= 400 && status < 500) return refusalReply(new Refusal('bad_request'));
  return { ...refusalReply(new Refusal('unknown')), bug: true };
}

function refusalReply(refusal: Refusal): ErrorReply {
  const { current, allowed, region, retryAfterS } = refusal.extra;
  const errors = refusal.extra.errors && cappedErrors(refusal.extra.errors);
  const message =
    errors && refusal.code === 'invalid_fields'
      ? fieldErrorsMessage([...new Set(Object.values(errors).flat())].sort())
      : capped(refusal.message);
  const body: ErrorBody = { code: refusal.code, message };
  if (errors) body.errors = errors;
  if (current !== undefined) body.current = current;
  if (allowed) body.allowed = allowed;
  const headers: Record<string, string> = { [knownErrorHeader]: refusal.code };
  if (region !== undefined) headers[regionHeader] = String(region);
  if (retryAfterS !== undefined) headers['retry-after'] = String(retryAfterS);
  return { status: refusal.status, body, headers, bug: false };
}

const errorsMax = 100;
const errorsCharsMax = 16_000;
const messageCharsMax = 500;

const capped = (text: string): string =>
  text.length <= messageCharsMax ? text : `${text.slice(0, messageCharsMax - 1).toWellFormed()}…`;

/** Names and messages may echo the input, so every error response is bounded. */
function cappedErrors(errors: FieldErrors): FieldErrors {
  const kept: [string, string[]][] = [];
  let count = 0;
  let chars = 0;
  for (const [field, messages] of Object.entries(errors)) {
    const fits: string[] = [];
    for (const message of messages.map(capped)) {
      count += 1;
      chars += field.length + message.length;
      if (kept.length + count > 1 && (count > errorsMax || chars > errorsCharsMax)) return Object.fromEntries(kept);
      fits.push(message);
    }
    kept.push([capped(field), fits]);
  }
  return Object.fromEntries(kept);
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '');
