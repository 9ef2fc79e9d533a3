/** Serialized forms of a memoized result. */
type Form = { body?: unknown; text?: string };

const forms = new WeakMap<object, Form>();

/**
 * Marks a handler's result as immutable and returned repeatedly as the same object, so that it is validated and
 * serialized only once.
 */
export function memoized<T extends object>(result: T): T {
  if (!forms.has(result)) forms.set(result, {});
  return result;
}

const formOf = (value: unknown): Form | undefined =>
  typeof value === 'object' && value !== null ? forms.get(value) : undefined;

export function memoizedReply(result: unknown, parse: (result: unknown) => unknown): unknown {
  const form = formOf(result);
  if (!form) return parse(result);
  if (form.body === undefined) {
    form.body = parse(result);
    if (typeof form.body === 'object' && form.body !== null) forms.set(form.body, form);
  }
  return form.body;
}

export function memoizedText(body: unknown): string {
  const form = formOf(body);
  if (!form) return JSON.stringify(body);
  form.text ??= JSON.stringify(body);
  return form.text;
}
