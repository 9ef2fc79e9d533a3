import { errorCatalogue } from '@tuneport/contract/errors';
import type { Answered } from './target.ts';

/** Text that only internals of the product contain. */
const inside = [
  /\n\s+at .*:\d+:\d+/,
  /node_modules|file:\/\/\/|\.(?:ts|js|mjs):\d+/,
  /violates (?:foreign|unique|check|not-null)|invalid input syntax|syntax error at or near|out of range for type/i,
  /\b(?:TypeError|RangeError|ReferenceError|SyntaxError|ZodError|Cannot read propert)/,
];

/** The defect of a response to a bad request, or null. A well-formed refusal is never a defect. */
export function faultOf({ status, headers, body }: Answered): string | null {
  // A busy machine may respond with Retry-After; the statuses show how often.
  if (status === 503 && headers['retry-after'] !== undefined) return null;
  if (status >= 500) return `${status} ${body.toString('utf8', 0, 200)}`;
  if (status < 400) return null;
  const text = body.toString('utf8');
  const leak = inside.find((pattern) => pattern.test(text));
  if (leak) return `${status} tells of its inside: ${text.slice(0, 200)}`;
  // A HEAD response has no body, and neither has an unsatisfiable range.
  if (text === '' && (status === 416 || Number(headers['content-length'] ?? 0) > 0)) return null;
  return shapeFault(status, headers['content-type'], text);
}

/** {code, message, errors?}: a code of the catalogue with its status, a message, and messages by field. */
export function shapeFault(status: number, contentType: string | undefined, text: string): string | null {
  const wrong = (what: string) => `${status} ${what}: ${text.slice(0, 200)}`;
  if (!contentType?.startsWith('application/json')) return wrong('is not JSON');
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return wrong('cannot be read');
  }
  const known = errorCatalogue[String(body.code) as keyof typeof errorCatalogue];
  // Card refusals have their own codes.
  if (known?.status !== status && status !== 402) return wrong('has a code that is not of this status');
  if (typeof body.message !== 'string' || body.message === '') return wrong('has no message');
  const extra = Object.keys(body).filter((name) => !['code', 'message', 'errors', 'current', 'allowed'].includes(name));
  if (extra.length > 0) return wrong(`says more than it should (${extra.join()})`);
  if (body.code === 'invalid_fields' && !isFieldErrors(body.errors)) return wrong('does not name its fields');
  return null;
}

const isFieldErrors = (errors: unknown): boolean =>
  typeof errors === 'object' &&
  errors !== null &&
  Object.values(errors).length > 0 &&
  Object.values(errors).every((list) => Array.isArray(list) && list.every((text) => typeof text === 'string'));

/** Counts faults and records the first few of each kind in full: a thousand of one kind are one bug. */
export class Faults {
  total = 0;
  readonly #kinds = new Map<string, { times: number; example: string }>();

  add(kind: string, example: string): void {
    this.total += 1;
    const known = this.#kinds.get(kind);
    if (known) known.times += 1;
    else if (this.#kinds.size < 200) this.#kinds.set(kind, { times: 1, example });
  }

  list(): string[] {
    return [...this.#kinds].map(([kind, { times, example }]) => `${times} × ${kind}: ${example}`);
  }
}
