import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';

/** Names of products by their address; null for one that is not in the shop, nothing while it is being asked. */
export function useKnownProducts(slugs: readonly string[]): ReadonlyMap<string, string | null> {
  const [known, setKnown] = useState<ReadonlyMap<string, string | null>>(new Map());
  const missing = slugs.find((slug) => !known.has(slug));
  useEffect(() => {
    if (missing === undefined) return;
    let gone = false;
    call('GET /store/product', { query: { slugs: missing } }).then(
      ({ data }) => {
        const name = data.find(({ slug }) => slug === missing)?.name ?? null;
        if (!gone) setKnown((before) => new Map(before).set(missing, name));
      },
      // The shop does not answer: better no word than a wrong one.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [missing]);
  return known;
}
