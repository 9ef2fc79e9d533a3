import type { FieldErrors } from '@tuneport/contract/errors';
import type { Call } from '@tuneport/contract/index';
import { type ActionFunctionArgs, data } from 'react-router';
import { callContext } from '../contexts.ts';

/** The result of a refused form: errors and typed values. */
export type SentForm = {
  readonly message: string | null;
  readonly errors: FieldErrors;
  readonly code: string | null;
  readonly values: Readonly<Record<string, string>>;
};

type Field = (name: string) => string;

const secretFields = ['password', 'code'];

/**
 * The server action of a form that also works without script: `send` makes the same call as the script and returns the
 * next page. A refusal becomes the status of the page and is shown at the form.
 */
export async function formAction(
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  send: (call: Call, field: Field, idempotencyKey: string) => Promise<Response>,
) {
  const form = await request.formData();
  const field: Field = (name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  try {
    return await send(context.get(callContext), field, await keyOf(form));
  } catch (error) {
    const refused = refusalIn(error);
    if (!refused) throw error;
    const names = [...new Set(form.keys())].filter((name) => !secretFields.includes(name));
    const sent: SentForm = { ...refused.data, values: Object.fromEntries(names.map((name) => [name, field(name)])) };
    return data(sent, { status: refused.status, headers: refused.headers });
  }
}

/** The same form sent twice counts once: without script a double click cannot be prevented. */
async function keyOf(form: FormData): Promise<string> {
  const text = JSON.stringify([...form]);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `form-${Buffer.from(hash).toString('base64url')}`;
}

type Refused = { data: Omit<SentForm, 'values'>; status: number; headers: HeadersInit };

/** On the server, calls throw refusals as route data with a status (server-guard.ts). */
function refusalIn(error: unknown): Refused | null {
  if (typeof error !== 'object' || error === null || !('data' in error && 'init' in error)) return null;
  const { code = null, message = null, errors = {} } = error.data as Partial<SentForm>;
  const { status = 500, headers = {} } = error.init as ResponseInit;
  const { '': whole, ...named } = errors;
  const sentence = whole?.join(' ') ?? (Object.keys(named).length > 0 ? null : message);
  return { data: { code, message: sentence, errors: named }, status, headers };
}
