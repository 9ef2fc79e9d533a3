import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { loadChunk } from '../../platform/chunk.ts';
import type { SearchResult } from './search-site.ts';

/** With the text it is for. */
export type TypedResult = SearchResult & { readonly q: string; readonly failed: boolean };

const nothing: TypedResult = { q: '', groups: [], note: null, isSure: true, failed: false };
const waitMs = 120;
const limit = 6;

/** Results for what is typed; the old ones stay until the new ones are here. */
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
