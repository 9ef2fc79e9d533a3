import { looksLikeVin } from '@tuneport/domain/catalog/vin/vin-text';
import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { loadChunk } from '../../platform/chunk.ts';
import type { SearchResult } from './search-site.ts';

/** With the query it belongs to. */
export type TypedResult = SearchResult & { readonly q: string; readonly failed: boolean };

const nothing: TypedResult = { q: '', groups: [], note: null, isSure: true, failed: false };
const waitMs = 120;
const limit = 6;
/** A text that stays this long is what was searched for, not a part of it. */
const settleMs = 1500;

/** For the report on searches. A VIN names a car and is not reported. */
async function reportSearch(term: string, results: number): Promise<void> {
  if (term.length < 2 || looksLikeVin(term)) return;
  const { publishEvent } = await loadChunk(() => import('../consent/telemetry.ts'));
  publishEvent('search', { term: term.slice(0, 80), results });
}

/** Results for the typed text; the previous ones are shown until the new ones arrive. */
export function useSearch(text: string): TypedResult {
  const [result, setResult] = useState(nothing);
  const q = text.trim();
  useEffect(() => {
    if (q === '') return setResult(nothing);
    const stop = new AbortController();
    let reported: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      const searching = loadChunk(() => import('./search-site.ts')).then(({ searchSite }) =>
        searchSite(call, q, limit, stop.signal),
      );
      searching.then(
        (found) => {
          setResult({ ...found, q, failed: false });
          const results = found.groups.reduce((sum, { options }) => sum + options.length, 0);
          reported = setTimeout(() => void reportSearch(q, results), settleMs);
        },
        () => {
          if (!stop.signal.aborted) setResult({ ...nothing, q, failed: true });
        },
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      clearTimeout(reported);
      stop.abort();
    };
  }, [q]);
  return result;
}
