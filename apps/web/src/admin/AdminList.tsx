import type { CallInput, CallKey, CallReply } from '@tuneport/contract/index';
import { type ReactNode, useCallback, useMemo } from 'react';
import { call } from '../platform/api/browser.ts';
import { Container } from '../ui/layout/Layout.tsx';
import { ListPage, type ListPageProps } from '../ui/list/ListPage.tsx';
import { specOf } from '../ui/list/list-columns.ts';
import { type ListFetch, useListAnswer } from '../ui/list/useListAnswer.ts';
import css from './AdminList.module.css';

/** Calls that return a page of rows. */
export type ListKey = {
  [K in CallKey]: CallReply<K> extends { data: unknown[]; page_count: number } ? K : never;
}[CallKey];
export type RowOf<K extends ListKey> = CallReply<K>['data'][number];

export type AdminListProps<K extends ListKey> = Omit<
  ListPageProps<RowOf<K>>,
  'answer' | 'loading' | 'error' | 'onRetry' | 'loadPage' | 'onChanged' | 'record' | 'headActions'
> & {
  /** The list call. Its query takes page, search, sort and the filters by their ids. */
  of: K;
  /** The open record next to the list; call `reload` after saving it. */
  record?: (reload: () => void) => ReactNode;
  /** Next to the title; an action that changes rows itself calls `reload`. */
  headActions?: ReactNode | ((reload: () => void) => ReactNode);
};

/** A back-office list: one call and its columns. Includes filters, sorting, paging, CSV and all list states. */
export function AdminList<K extends ListKey>({ of, record, headActions, ...list }: AdminListProps<K>) {
  const { columns, filters, defaultSort } = list;
  const spec = useMemo(() => specOf(columns, filters, defaultSort), [columns, filters, defaultSort]);
  const fetchList = useCallback<ListFetch<RowOf<K>>>(
    (query, signal) => call(of, { query, signal } as CallInput<K>) as Promise<never>,
    [of],
  );
  const { answer, error, loading, reload, loadPage } = useListAnswer(fetchList, spec);
  return (
    <Container width="full" className={css.page}>
      <ListPage
        {...list}
        answer={answer}
        error={error}
        loading={loading}
        onRetry={reload}
        onChanged={reload}
        loadPage={loadPage}
        record={record?.(reload) ?? null}
        headActions={typeof headActions === 'function' ? headActions(reload) : headActions}
      />
    </Container>
  );
}
