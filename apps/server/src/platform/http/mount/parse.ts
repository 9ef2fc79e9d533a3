import type { Endpoint } from '@tuneport/contract/endpoint';
import type { FieldErrors } from '@tuneport/contract/errors';
import { parseHttpDate } from '@tuneport/domain/api/precondition';
import type { z } from 'zod';
import { fieldRefusal, Refusal } from '../../refusal.ts';
import { fieldSentence } from './field-sentence.ts';

type Raw = { params: unknown; query: unknown; body: unknown; headers?: unknown };
type Parsed = { params: unknown; query: unknown; body: unknown; headers: unknown };

/** Reports all invalid fields, not only the first. Invalid path parameters give 404. */
export function parseInput(endpoint: Endpoint, raw: Raw): Parsed {
  const params = endpoint.params?.safeParse(raw.params);
  if (params && (!params.success || badTexts(params.data).length > 0)) throw new Refusal('not_found');
  const bad = [...badTexts(raw.query), ...badTexts(raw.body)];
  if (bad.length > 0) throw fieldRefusal(Object.fromEntries(bad.map((field) => [field, [badText]])));
  const query = endpoint.query?.safeParse(raw.query, { error: fieldSentence });
  const body = endpoint.body?.safeParse(raw.body ?? {}, { error: fieldSentence });
  const headers = endpoint.headers?.safeParse(raw.headers ?? {}, { error: fieldSentence });
  const errors = { ...fieldErrors(query), ...fieldErrors(body), ...fieldErrors(headers) };
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return { params: params?.data, query: query?.data, body: body?.data, headers: headers?.data };
}

const badText = 'This text contains characters that cannot be stored.';

/** Enough to see what is wrong; a malicious body could have as many invalid fields as values. */
const fieldsMax = 100;
const pathCharsMax = 200;

const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => String(part).slice(0, pathCharsMax))
    .join('.')
    .slice(0, pathCharsMax)
    .toWellFormed();

/** Fields with text that PostgreSQL rejects: a NUL, or an unpaired surrogate. */
function badTexts(value: unknown): readonly string[] {
  const found: string[] = [];
  const path: string[] = [];
  const visit = (inner: unknown): void => {
    if (typeof inner === 'string' && isBadText(inner)) found.push(pathOf(path));
    if (typeof inner !== 'object' || inner === null) return;
    for (const name of Object.keys(inner)) {
      if (found.length >= fieldsMax) return;
      path.push(name);
      if (isBadText(name)) found.push(pathOf(path));
      visit((inner as Record<string, unknown>)[name]);
      path.pop();
    }
  };
  visit(value);
  return found;
}

const isBadText = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

function fieldErrors(result: z.ZodSafeParseResult<unknown> | undefined): FieldErrors {
  // Field names come from the request: "constructor" must not be inherited.
  const errors: Record<string, string[]> = Object.create(null);
  if (!result || result.success) return errors;
  for (const issue of result.error.issues.slice(0, fieldsMax)) {
    const field = pathOf(issue.path);
    const known = errors[field] ?? [];
    errors[field] = known;
    if (!known.includes(issue.message)) known.push(issue.message);
  }
  return errors;
}

export function readAtOf(endpoint: Endpoint, header: string | undefined): Date {
  if (!endpoint.precondition) return new Date(0);
  if (header === undefined) {
    if (endpoint.precondition === 'accepts') return new Date(0);
    throw new Refusal('precondition_required');
  }
  const readAt = parseHttpDate(header);
  if (!readAt) throw new Refusal('precondition_required', { message: 'The If-Unmodified-Since header is not a date.' });
  return readAt;
}
