import type { Endpoint } from '@tuneport/contract/endpoint';
import type { FieldErrors } from '@tuneport/contract/errors';
import { parseHttpDate } from '@tuneport/domain/precondition';
import type { z } from 'zod';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { fieldSentence } from './field-sentence.ts';

type Raw = { params: unknown; query: unknown; body: unknown; headers?: unknown };
type Parsed = { params: unknown; query: unknown; body: unknown; headers: unknown };

/** Reports all bad fields at once, not the first. A path that cannot name a record is simply not found. */
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

const badText = 'This text holds characters that cannot be stored.';

/** Fields whose text no database column takes: a NUL, or half of a surrogate pair. */
function badTexts(value: unknown, field = '', found: string[] = []): readonly string[] {
  if (typeof value === 'string' && isBadText(value)) found.push(field);
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    const path = field === '' ? name : `${field}.${name}`;
    if (isBadText(name)) found.push(path);
    badTexts(inner, path, found);
  }
  return found;
}

const isBadText = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

function fieldErrors(result: z.ZodSafeParseResult<unknown> | undefined): FieldErrors {
  const errors: Record<string, string[]> = {};
  if (!result || result.success) return errors;
  for (const issue of result.error.issues.slice(0, 100)) {
    const field = issue.path.map(String).join('.');
    const known = errors[field] ?? [];
    errors[field] = known;
    if (!known.includes(issue.message)) known.push(issue.message);
  }
  return errors;
}

export function readAtOf(endpoint: Endpoint, header: string | undefined): Date {
  if (!endpoint.precondition) return new Date(0);
  if (header === undefined) throw new Refusal('precondition_required');
  const readAt = parseHttpDate(header);
  if (!readAt) throw new Refusal('precondition_required', { message: 'The If-Unmodified-Since header is not a date.' });
  return readAt;
}
