import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { ThinLoadingLine } from '../brand/LoadingLine.tsx';
import { Button, ButtonLink } from '../controls/Button.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import type { MenuEntry } from '../overlay/Menu.tsx';
import { Icon } from '../text/Icon.tsx';
import { type BulkAction, BulkBar } from './BulkBar.tsx';
import { CsvButton } from './CsvButton.tsx';
import { ListBar } from './ListBar.tsx';
import css from './ListPage.module.css';
import { ListTable, type RowKey } from './ListTable.tsx';
import { type Column, specOf } from './list-columns.ts';
import {
  type FilterSpec,
  grouped,
  isNarrowed,
  type ListAnswer,
  type ListState,
  listParams,
  parseListState,
  rangeText,
  withNextSort,
  withoutFilters,
  withPage,
} from './list-state.ts';
import { Pagination } from './Pagination.tsx';
import { useListKeys } from './useListKeys.ts';
import { useSelection } from './useSelection.ts';

export type ListPageProps<Row> = {
  title: string;
  columns: readonly Column<Row>[];
  filters?: readonly FilterSpec[];
  /** `-created_at`: newest first. */
  defaultSort?: string;
  /** Label of the search box: "Search name or e-mail". Without it there is no box. */
  searchLabel?: string;
  /** The page of rows; null until the first response. */
  answer: ListAnswer<Row> | null;
  loading?: boolean;
  error?: Error | null;
  onRetry?: () => void;
  rowKey: (row: Row) => RowKey;
  rowName: (row: Row) => string;
  /** null for a row without a link. */
  rowLink?: (row: Row) => string | null;
  rowActions?: (row: Row) => readonly MenuEntry[];
  bulkActions?: readonly BulkAction<Row>[];
  /** Called after a bulk action. */
  onChanged?: () => void;
  create?: { label: string; to: string };
  /** Enables the CSV button; loads any page of the same list. */
  loadPage?: (page: number) => Promise<ListAnswer<Row>>;
  csvName?: string;
  /** Shown when the list has no rows at all. */
  empty: { title: string; text?: string; step?: ReactNode };
  /** The open record (an `<Outlet />`), next to the list on wide screens. */
  record?: ReactNode;
  /** The URL of the list alone, for the back link where an open record covers it. */
  closeTo?: string;
  current?: RowKey | null;
  headActions?: ReactNode;
};

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { columns, filters, defaultSort, answer, error, loading = false, rowKey } = props;
  const spec = useMemo(() => specOf(columns, filters, defaultSort), [columns, filters, defaultSort]);
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const state = parseListState(params, spec);
  const go = (next: ListState, replace = false) =>
    setParams((now) => listParams(next, spec, now), { replace, preventScrollReset: true });
  const pageLink = (page: number) => `${pathname}?${listParams(withPage(state, page), spec, params)}`;

  const root = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const rows = answer?.data ?? [];
  const selection = useSelection(rows, rowKey);
  const canSelect = (props.bulkActions?.length ?? 0) > 0;
  const toggleByText = useCallback(
    (text: string) => {
      const row = rows.find((r) => String(rowKey(r)) === text);
      if (row && canSelect) selection.toggle(rowKey(row));
    },
    [rows, rowKey, selection.toggle, canSelect],
  );
  useListKeys({ root, search, onSelect: toggleByText });

  const nothingAtAll = answer !== null && answer.total === 0 && !isNarrowed(state);
  const nothingMatches = answer !== null && rows.length === 0 && !nothingAtAll;

  return (
    <div className={css.page} data-open={props.record ? true : undefined}>
      <div className={css.list} ref={root}>
        <header className={css.head}>
          <div className={css.title}>
            <h1>{props.title}</h1>
            {answer ? <span className={css.total}>{grouped(answer.total)}</span> : null}
          </div>
          <div className={css.actions}>
            {props.headActions}
            {props.loadPage && !nothingAtAll ? (
              <CsvButton columns={columns} loadPage={props.loadPage} name={props.csvName ?? props.title} />
            ) : null}
            {props.create ? (
              <ButtonLink variant="primary" to={props.create.to}>
                <Icon name="plus" />
                {props.create.label}
              </ButtonLink>
            ) : null}
          </div>
        </header>

        {nothingAtAll ? null : (
          <ListBar
            title={props.title}
            columns={columns}
            filters={spec.filters}
            searchLabel={props.searchLabel}
            search={search}
            state={state}
            go={go}
          />
        )}

        {error && answer ? (
          <Notice
            tone="bad"
            live
            action={
              props.onRetry ? (
                <Button size="small" onClick={props.onRetry} busy={loading}>
                  Try again
                </Button>
              ) : null
            }
          >
            The latest rows could not be loaded. These are the last ones we had. {error.message}
          </Notice>
        ) : null}

        <div className={css.frame}>
          <div className={css.loadingLine}>
            <ThinLoadingLine active={loading && answer !== null} />
          </div>
          {answer === null && error ? (
            <ErrorState onRetry={props.onRetry} retrying={loading}>
              {error.message}
            </ErrorState>
          ) : answer === null ? (
            <div className={css.bones}>
              <Skeleton lines={9} label={`Loading ${props.title}`} />
            </div>
          ) : nothingAtAll ? (
            <EmptyState title={props.empty.title} step={props.empty.step}>
              {props.empty.text}
            </EmptyState>
          ) : nothingMatches ? (
            <EmptyState
              art="search"
              title={rows.length === 0 && answer.total > 0 ? 'This page is past the end.' : 'No results.'}
              step={
                answer.total > 0 ? (
                  <Button onClick={() => go(withPage(state, 1))}>Go to the first page</Button>
                ) : (
                  <Button onClick={() => go(withoutFilters(state))}>Clear filters</Button>
                )
              }
            >
              {answer.total > 0 ? null : 'No rows match the search and filters.'}
            </EmptyState>
          ) : (
            <ListTable
              caption={props.title}
              columns={columns}
              rows={rows}
              rowKey={rowKey}
              rowName={props.rowName}
              rowLink={withQuery(props.rowLink, params)}
              rowActions={props.rowActions}
              current={props.current}
              selection={canSelect ? selection : undefined}
              sort={state.sort}
              onSort={(id) => go(withNextSort(state, id, spec))}
              stale={loading}
            />
          )}
        </div>

        {selection.keys.size > 0 && props.bulkActions ? (
          <BulkBar
            rows={rows.filter((r) => selection.keys.has(rowKey(r)))}
            actions={props.bulkActions}
            onDone={() => {
              selection.clear();
              props.onChanged?.();
            }}
            onClear={selection.clear}
          />
        ) : null}

        {answer && answer.total > 0 && rows.length > 0 ? (
          <footer className={css.foot}>
            <span aria-live="polite">{rangeText(answer)}</span>
            <Pagination
              page={answer.page}
              pageCount={answer.page_count}
              to={pageLink}
              label={`Pages of ${props.title}`}
            />
          </footer>
        ) : null}
      </div>
      {props.record ? (
        <div className={css.record}>
          <div className={css.recordHead}>
            <h1 className="visually-hidden">{props.title}</h1>
            {props.closeTo ? (
              <ButtonLink variant="ghost" to={`${props.closeTo}${params.size > 0 ? `?${params}` : ''}`}>
                <Icon name="chevronLeft" />
                {props.title}
              </ButtonLink>
            ) : null}
          </div>
          {props.record}
        </div>
      ) : null}
    </div>
  );
}

/** Opens the record with the filters of the list unchanged. */
function withQuery<Row>(link: ((row: Row) => string | null) | undefined, params: URLSearchParams) {
  const query = params.toString();
  if (!link || !query) return link;
  return (row: Row) => {
    const to = link(row);
    return to === null || to.includes('?') ? to : `${to}?${query}`;
  };
}
