/** The server's error for a field: none, one message, or the list of a 422. */
export type FieldMessage = string | readonly string[] | undefined | null;

export function messagesOf(error: FieldMessage): readonly string[] {
  if (!error) return [];
  return typeof error === 'string' ? [error] : error;
}

/** The attributes that link a control to its hint and error. */
export function describe(id: string, hint: unknown, error: FieldMessage) {
  const bad = messagesOf(error).length > 0;
  const ids = [hint ? `${id}-hint` : '', bad ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { 'aria-invalid': bad || undefined, 'aria-describedby': ids || undefined };
}
