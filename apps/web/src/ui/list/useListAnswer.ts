import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  comparedSumsQuery,
  type ListAnswer,
  type ListQuery,
  type ListSpec,
  listQuery,
  parseListState,
  type Sums,
  sumsQuery,
} from './list-state.ts';

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
  const text = JSON.stringify(listQuery(parseListState(params, spec), spec));
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
    (page: number, after?: string) => {
      const { after: _after, before: _before, ...rest } = query;
      // For exports: the largest page, and the cursor once a number would be slow.
      const at = after && page * exportPageSize > numberedRowsMax ? { after } : {};
      return fetchList({ ...rest, page, per_page: exportPageSize, ...at }, new AbortController().signal);
    },
    [fetchList, query],
  );
  return { answer, error, loading, reload, loadPage, round };
}

const exportPageSize = 100;
const numberedRowsMax = 1000;

export type ListSums = { readonly now: Sums; readonly before: Sums | null };

/** Sums over all matching rows, read after the page because they take longer. `on`: a column has a sum. */
export function useListSums<Row>(
  fetchList: ListFetch<Row>,
  spec: ListSpec,
  on: boolean,
  round: number,
): ListSums | null {
  const [params] = useSearchParams();
  const state = parseListState(params, spec);
  const text = on ? JSON.stringify([sumsQuery(state, spec), comparedSumsQuery(state, spec)]) : '';
  const [sums, setSums] = useState<(ListSums & { text: string }) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `round` reads the sums again.
  useEffect(() => {
    if (text === '') return;
    const abort = new AbortController();
    const [now, before] = JSON.parse(text) as [ListQuery, ListQuery | null];
    const read = async (query: ListQuery) => (await fetchList(query, abort.signal)).sums ?? {};
    Promise.all([read(now), before && read(before)]).then(
      ([sum, compared]) => abort.signal.aborted || setSums({ text, now: sum, before: compared }),
      // The list itself shows what is wrong.
      () => abort.signal.aborted || setSums(null),
    );
    return () => abort.abort();
  }, [fetchList, text, round]);
  return sums?.text === text ? sums : null;
}
