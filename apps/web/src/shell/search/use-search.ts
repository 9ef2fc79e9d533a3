import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { loadChunk } from '../../platform/chunk.ts';
import type { SearchResult } from './search-site.ts';

/** With the query it belongs to. */
export type TypedResult = SearchResult & { readonly q: string; readonly failed: boolean };

const nothing: TypedResult = { q: '', groups: [], note: null, isSure: true, failed: false };
const waitMs = 120;
const limit = 6;

/** Results for the typed text; the previous ones are shown until the new ones arrive. */
export function useSearch(text: string): TypedResult {
  const [result, setResult] = useState(nothing);
  const q = text.trim();
  useEffect(() => {
    if (q === '') return setResult(nothing);
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const searching = loadChunk(() => import('./search-site.ts')).then(({ searchSite }) =>
        searchSite(call, q, limit, stop.signal),
      );
      searching.then(
        (found) => setResult({ ...found, q, failed: false }),
        () => {
          if (!stop.signal.aborted) setResult({ ...nothing, q, failed: true });
        },
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q]);
  return result;
}
