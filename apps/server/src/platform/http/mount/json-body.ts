import type { Endpoint } from '@tuneport/contract/endpoint';
import { isPermission } from '@tuneport/domain/identity/permissions';
import { Refusal } from '../../refusal.ts';

/** Far deeper than any call nests. */
const depthMax = 32;
/** Array items and object members together. Staff save whole tables in one request, so only they may send more. */
const valuesMax = 5000;
const staffValuesMax = 60_000;

export const bodyValuesMax = (access: Endpoint['access']): number =>
  [access].flat().every(isPermission) ? staffValuesMax : valuesMax;

/** Parses a JSON body with bounded nesting and number of values, so that all later processing is bounded too. */
export function parseJsonBody(text: string, most = valuesMax): unknown {
  checkShape(text, most);
  try {
    return parseWithoutPrototype(text);
  } catch {
    throw new Refusal('bad_request', { message: 'The request is not valid JSON.' });
  }
}

/** One pass over the text before anything is allocated for it. Malformed JSON is left for the parser to reject. */
function checkShape(text: string, most: number): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        values += 1;
        if (depth > depthMax) throw new Refusal('bad_request', { message: 'The request JSON is nested too deeply.' });
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
        values += 1;
        break;
    }
    if (values > most) throw new Refusal('too_large', { message: 'The request has too many values.' });
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 0x22) return at;
    if (sign === 0x5c) at += 1; // \ escapes the next character
  }
  return text.length;
}

/** Drops prototype keys. A reviver is slow, so it only runs if the text may contain such a key. */
const parseWithoutPrototype = (text: string): unknown =>
  /__proto__|\\u/.test(text)
    ? JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
    : JSON.parse(text);
