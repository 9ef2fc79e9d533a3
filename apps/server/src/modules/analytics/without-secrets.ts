import { cutVins } from '@tuneport/domain/catalog/vin/vin-text';
import { queryWithoutSecrets, referrerWithoutSecrets, withoutSecrets } from '@tuneport/domain/site/page-view';

// The browser removes secrets before sending, but an old tab or a crafted request may not, so they are always removed
// here too.

const address = /https?:\/\/[^\s"'<>()]+|\/[^\s"'<>()]+/g;

/** Letters and digits of credit codes, with the separators that people type. */
const codeLike = /[2-9a-hj-np-z](?:[\s\-–—_.]?[2-9a-hj-np-z]){27,}/gi;

/**
 * Credit codes work in any case, but in lower case they look like a slug. A slug without the letters i and o and with
 * several digits is hardly ever that long.
 */
const withoutCodes = (text: string): string =>
  text.replace(codeLike, (found) => ((found.match(/\d/g)?.length ?? 0) > 1 ? '-' : found));

export const pathWithoutSecrets = (path: string): string => withoutCodes(withoutSecrets(path));

export const storedQuery = (path: string, query: string): string => withoutCodes(queryWithoutSecrets(path, query));

/** Free text with every URL reduced to the part that may be stored. */
export function textWithoutSecrets(text: string, ownOrigin: string): string {
  const cleaned = text.replace(address, (found) => {
    if (found.startsWith('/')) return withoutSecrets(found);
    const referrer = referrerWithoutSecrets(found, ownOrigin);
    return referrer === '' ? '' : withSecretsCutFrom(referrer);
  });
  return withoutCodes(cutVins(cleaned));
}

/**
 * Links to our site may use another of our host names (a region's site), so secrets are removed from their paths too.
 */
function withSecretsCutFrom(url: string): string {
  if (url.startsWith('/')) return url;
  const { origin, pathname } = new URL(url);
  return origin + withoutSecrets(pathname);
}

/** Removes secrets from event data at any depth. */
export function dataWithoutSecrets(data: unknown, ownOrigin: string): unknown {
  if (typeof data === 'string') return textWithoutSecrets(data, ownOrigin);
  if (Array.isArray(data)) return data.map((item) => dataWithoutSecrets(item, ownOrigin));
  if (typeof data !== 'object' || data === null) return data;
  const cut = Object.entries(data).map(([name, value]) => [
    textWithoutSecrets(name, ownOrigin),
    dataWithoutSecrets(value, ownOrigin),
  ]);
  return Object.fromEntries(cut);
}
