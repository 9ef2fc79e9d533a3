import { newIdempotencyKey } from './api/call.ts';

const keys = new WeakMap<File, string>();

/** The key a chosen file is sent with, the same on every try: however often it is sent, it arrives once. */
export function keyOfFile(file: File): string {
  const known = keys.get(file);
  if (known !== undefined) return known;
  const key = newIdempotencyKey();
  keys.set(file, key);
  return key;
}
