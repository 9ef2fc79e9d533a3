import { cutVins } from '@tuneport/domain/catalog/vin/vin-text';
import { referrerWithoutSecrets, withoutSecrets } from '@tuneport/domain/site/page-view';

// The browser cuts secrets out of what it tells, but an old tab or a hand-made request may not: nothing is kept uncut.

const address = /https?:\/\/[^\s"'<>()]+|\/[^\s"'<>()]+/g;

/** Free text with every address in it reduced to what may be kept. */
export function textWithoutSecrets(text: string, ownOrigin: string): string {
  const kept = text.replace(address, (found) => {
    if (found.startsWith('/')) return withoutSecrets(found);
    const referrer = referrerWithoutSecrets(found, ownOrigin);
    return referrer === '' ? '' : withSecretsCutFrom(referrer);
  });
  return cutVins(kept);
}

/** A link of ours may be told under another of our names (a region's own site), so its path is cut too. */
function withSecretsCutFrom(url: string): string {
  if (url.startsWith('/')) return url;
  const { origin, pathname } = new URL(url);
  return origin + withoutSecrets(pathname);
}

/** The data of an event, at any depth that fits into its size. */
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
