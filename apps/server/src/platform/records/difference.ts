import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** What a save changed, or null. Of a list only what was removed and added, so that the log does not repeat a thousand vehicles. */
export function difference(fields: readonly string[], before: object, after: object) {
  const was: Fields = {};
  const is: Fields = {};
  for (const field of fields) {
    const [old, now] = [(before as Fields)[field], (after as Fields)[field]];
    if (isDeepStrictEqual(old, now)) continue;
    const lists = Array.isArray(old) && Array.isArray(now);
    was[field] = lists ? without(old, now) : old;
    is[field] = lists ? without(now, old) : now;
  }
  return Object.keys(is).length === 0 ? null : { before: was, after: is };
}

function without(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map((other) => JSON.stringify(other)));
  return list.filter((one) => !known.has(JSON.stringify(one)));
}
