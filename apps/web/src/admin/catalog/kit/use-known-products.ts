import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';

/** Product names by slug; null for a product not in the store, undefined while loading. */
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
      // On a failed request show nothing rather than something wrong.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [missing]);
  return known;
}
