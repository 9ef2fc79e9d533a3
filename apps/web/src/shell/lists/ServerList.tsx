import type { CallInput, CallKey, CallReply } from '@tuneport/contract/index';
import { type ReactNode, useCallback, useMemo } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useUser } from '../../platform/ui-state.ts';
import { ListPage, type ListPageProps } from '../../ui/list/ListPage.tsx';
import { specOf } from '../../ui/list/list-columns.ts';
import { type ListFetch, useListAnswer, useListSums } from '../../ui/list/useListAnswer.ts';
import { ViewsBar } from './ViewsBar.tsx';

/** Calls that return a page of rows. */
export type ListKey = {
  [K in CallKey]: CallReply<K> extends { data: unknown[]; page_count: number } ? K : never;
}[CallKey];
export type RowOf<K extends ListKey> = CallReply<K>['data'][number];

export type ServerListProps<K extends ListKey> = Omit<
  ListPageProps<RowOf<K>>,
  | 'answer'
  | 'sums'
  | 'person'
  | 'views'
  | 'loading'
  | 'error'
  | 'onRetry'
  | 'loadPage'
  | 'onChanged'
  | 'record'
  | 'headActions'
  | 'notice'
> & {
  /** The list call. Its query takes page, search, sort and the filters by their ids. */
  of: K;
  /** Fixed query parameters besides the state of the list, such as the tuner. Keep the object stable. */
  fixed?: Readonly<Record<string, string | number>>;
  /** The open record next to the list; call `reload` after saving it. */
  record?: (reload: () => void, rows: readonly RowOf<K>[]) => ReactNode;
  /** Without saved views of its own, on a page that has them. */
  withoutViews?: boolean;
  /** Next to the title; an action that changes rows itself calls `reload`. */
  headActions?: ReactNode | ((reload: () => void) => ReactNode);
  /** Above the rows; call `reload` when rows have changed. */
  notice?: (reload: () => void) => ReactNode;
};

/** A list of any area: one call and its columns. Includes filters, sorting, paging, views, CSV and all list states. */
export function ServerList<K extends ListKey>({
  of,
  fixed,
  record,
  headActions,
  notice,
  withoutViews,
  ...list
}: ServerListProps<K>) {
  const { columns, filters, defaultSort } = list;
  const spec = useMemo(() => specOf(columns, filters, defaultSort), [columns, filters, defaultSort]);
  const fetchList = useCallback<ListFetch<RowOf<K>>>(
    (query, signal) => call(of, { query: { ...query, ...fixed }, signal } as CallInput<K>) as Promise<never>,
    [of, fixed],
  );
  const { answer, error, loading, reload, loadPage, round } = useListAnswer(fetchList, spec);
  const hasSums = columns.some(({ sum }) => sum);
  const sums = useListSums(fetchList, spec, hasSums, round);
  const user = useUser();
  return (
    <ListPage
      {...list}
      answer={answer}
      sums={sums}
      person={user ? String(user.id) : undefined}
      views={withoutViews ? undefined : (context) => <ViewsBar {...context} />}
      error={error}
      loading={loading}
      onRetry={reload}
      onChanged={reload}
      loadPage={loadPage}
      record={record?.(reload, answer?.data ?? []) ?? null}
      notice={notice?.(reload)}
      headActions={typeof headActions === 'function' ? headActions(reload) : headActions}
    />
  );
}
