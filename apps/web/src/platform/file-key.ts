import { newIdempotencyKey } from './api/call.ts';

const keys = new WeakMap<File, string>();

/** The idempotency key of a selected file, the same on every attempt: it is stored once. */
export function keyOfFile(file: File): string {
  const known = keys.get(file);
  if (known !== undefined) return known;
  const key = newIdempotencyKey();
  keys.set(file, key);
  return key;
}
