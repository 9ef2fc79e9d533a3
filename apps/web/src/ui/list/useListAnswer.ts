import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ListAnswer, type ListQuery, type ListSpec, listQuery, parseListState } from './list-state.ts';

export type ListFetch<Row> = (query: ListQuery, signal: AbortSignal) => Promise<ListAnswer<Row>>;

/**
 * Loads the list for the current URL. Old rows are shown while loading; late responses are dropped. `fetchList` and
 * `spec` must be referentially stable (module constants, or useCallback and useMemo).
 */
export function useListAnswer<Row>(fetchList: ListFetch<Row>, spec: ListSpec) {
  const [params] = useSearchParams();
  const [answer, setAnswer] = useState<ListAnswer<Row> | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [loading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const text = JSON.stringify(listQuery(parseListState(params, spec)));
  const query = useMemo(() => JSON.parse(text) as ListQuery, [text]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is the reader asking again.
  useEffect(() => {
    const abort = new AbortController();
    setLoading(true);
    fetchList(query, abort.signal).then(
      (next) => {
        if (abort.signal.aborted) return;
        setAnswer(next);
        setError(null);
        setLoading(false);
      },
      (reason: unknown) => {
        if (abort.signal.aborted) return;
        setError(reason instanceof Error ? reason : new Error(String(reason)));
        setLoading(false);
      },
    );
    return () => abort.abort();
  }, [fetchList, query, round]);

  const reload = useCallback(() => setRound((n) => n + 1), []);
  const loadPage = useCallback(
    (page: number) => fetchList({ ...query, page }, new AbortController().signal),
    [fetchList, query],
  );
  return { answer, error, loading, reload, loadPage };
}
