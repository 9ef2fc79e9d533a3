import { plainText } from './plain-text.ts';

const tagParameter = 'tag';
/** Requires a letter or digit: a link to a tag of dots alone would resolve to another page. */
const tagShape = /^(?=.*[A-Za-z\d])[\w.-]{1,64}$/;
export const isTag = (value: unknown): value is string => typeof value === 'string' && tagShape.test(value);

/** Removes the tracking tag from a URL and leaves the other parameters and the hash unchanged. */
export function takeTag(address: string): { readonly address: string; readonly tag: string | null } {
  const hashAt = address.indexOf('#');
  const hash = hashAt < 0 ? '' : address.slice(hashAt);
  const beforeHash = hashAt < 0 ? address : address.slice(0, hashAt);
  const queryAt = beforeHash.indexOf('?');
  if (queryAt < 0) return { address, tag: null };

  const pairs = beforeHash.slice(queryAt + 1).split('&');
  const isTagPair = (pair: string) => plainText(pair.split('=', 1)[0] ?? '') === tagParameter;
  const tagPair = pairs.find(isTagPair);
  if (tagPair === undefined) return { address, tag: null };

  const rest = pairs.filter((pair) => !isTagPair(pair)).join('&');
  let tag: string | null = null;
  try {
    tag = decodeURIComponent(tagPair.slice(tagPair.indexOf('=') + 1)).trim();
  } catch {
    // An invalid tag is removed as well, but not recorded.
  }
  const valid = tagPair.includes('=') && isTag(tag) ? tag : null;
  return { address: beforeHash.slice(0, queryAt) + (rest === '' ? '' : `?${rest}`) + hash, tag: valid };
}
