import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../controls/Button.tsx';
import { Notice } from '../feedback/Notice.tsx';
import type { MenuEntry } from '../overlay/Menu.tsx';
import { Icon } from '../text/Icon.tsx';
import { type BulkAction, BulkBar } from './BulkBar.tsx';
import { CsvButton } from './CsvButton.tsx';
import { KeySheet, listShortcuts } from './KeySheet.tsx';
import { ListBar } from './ListBar.tsx';
import { ListBody } from './ListBody.tsx';
import { ListDisplay } from './ListDisplay.tsx';
import css from './ListPage.module.css';
import { type Column, filterInPageLanguage, inPageLanguage, specOf } from './list-columns.ts';
import {
  type FilterSpec,
  isNarrowed,
  type ListAnswer,
  type ListState,
  listParams,
  matchingQuery,
  parseListState,
  rangeText,
  totalText,
  withNeighbour,
  withNextSort,
  withoutFilters,
  withPage,
} from './list-state.ts';
import { Pagination } from './Pagination.tsx';
import type { CellEdit } from './table/EditableCell.tsx';
import type { RowKey } from './table/ListTable.tsx';
import { type ColumnChoice, shownColumns, useColumnChoice } from './useColumnChoice.ts';
import type { ListSums } from './useListAnswer.ts';
import { useListKeys } from './useListKeys.ts';
import { useSelection } from './useSelection.ts';

export type ListPageProps<Row> = {
  title: string;
  /** `h2` for a list inside a page with a title of its own. */
  heading?: 'h1' | 'h2';
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
  /** How the cells of editable columns are saved. */
  edit?: CellEdit<Row> | undefined;
  /** Called after a bulk action or an edited cell. */
  onChanged?: () => void;
  create?: { label: string; to: string };
  /** Enables the CSV button; loads any page of the same list. */
  loadPage?: (page: number, after?: string) => Promise<ListAnswer<Row>>;
  csvName?: string;
  /** Shown when the list has no rows at all. */
  empty: { title: string; text?: string; step?: ReactNode };
  /** The open record (an `<Outlet />`), next to the list on wide screens. */
  record?: ReactNode;
  /** The URL of the list alone, for the back link where an open record covers it. */
  closeTo?: string;
  current?: RowKey | null;
  headActions?: ReactNode;
  /** Above the rows: the progress of what was started here. */
  notice?: ReactNode;
  /** Sums of the columns that have one. */
  sums?: ListSums | null;
  /** Whose choice of columns is remembered. */
  person?: string;
  /** Saved views, above the filters. */
  views?: (context: ViewContext) => ReactNode;
};

/** What a saved view of the list consists of, and how one is applied. */
export type ViewContext = {
  /** The list without its numbers: "/admin/users". */
  list: string;
  /** Filters, order, grouping and page size as in the address, without the page. */
  query: string;
  /** The same of a saved view. */
  normal: (query: string) => string;
  choice: ColumnChoice;
  choose: (choice: ColumnChoice) => void;
};

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { heading: Heading = 'h1' } = props;
  const { defaultSort, answer, error, loading = false, rowKey } = props;
  const columns = useMemo(() => inPageLanguage(props.columns), [props.columns]);
  const filters = useMemo(() => props.filters?.map(filterInPageLanguage), [props.filters]);
  const spec = useMemo(() => specOf(columns, filters, defaultSort), [columns, filters, defaultSort]);
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const state = parseListState(params, spec);
  const go = (next: ListState, replace = false) =>
    setParams((now) => listParams(next, spec, now), { replace, preventScrollReset: true });
  const pageLink = (page: number) =>
    `${pathname}?${listParams(answer ? withNeighbour(state, page, answer) : withPage(state, page), spec, params)}`;
  const list = pathname.toLowerCase().replace(/\/\d+(?=\/|$)/g, '/:id');
  const normal = (query: string) =>
    listParams(withPage(parseListState(new URLSearchParams(query), spec), 1), spec).toString();
  const { choice, choose } = useColumnChoice(`${props.person ?? ''}:${list}`);
  const shown = useMemo(() => shownColumns(columns, choice), [columns, choice]);

  const root = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const rows = answer?.data ?? [];
  const selection = useSelection(rows, rowKey);
  const canSelect = (props.bulkActions?.length ?? 0) > 0;
  // All matching rows stay selected as long as the filters and the selected page do.
  const matching = matchingQuery(state, spec);
  const matchingText = JSON.stringify(matching);
  const [everythingOf, setEverythingOf] = useState<string | null>(null);
  const wholePage = rows.length > 0 && selection.keys.size === rows.length;
  const offersAll = wholePage && answer !== null && !answer.capped && answer.total > rows.length;
  const clearSelection = () => {
    selection.clear();
    setEverythingOf(null);
  };
  const toggleByText = useCallback(
    (text: string) => {
      const row = rows.find((r) => String(rowKey(r)) === text);
      if (row && canSelect) selection.toggle(rowKey(row));
    },
    [rows, rowKey, selection.toggle, canSelect],
  );
  const [help, setHelp] = useState(false);
  const navigate = useNavigate();
  const step = (by: -1 | 1) => {
    const at = rows.findIndex((row) => rowKey(row) === props.current);
    const next = at < 0 ? undefined : rows[at + by];
    const to = next && props.rowLink?.(next);
    if (to) void navigate(to, { preventScrollReset: true });
  };
  const shortcuts = listShortcuts({
    search: props.searchLabel !== undefined,
    select: canSelect,
    record: props.record !== undefined,
  });
  useListKeys({ root, search, onSelect: toggleByText, onHelp: () => setHelp(true), onStep: step });

  const nothingAtAll = answer !== null && answer.total === 0 && !isNarrowed(state);

  return (
    <div className={css.page} data-open={props.record ? true : undefined}>
      <div className={css.list} ref={root}>
        <header className={css.head}>
          <div className={css.title}>
            <Heading>{props.title}</Heading>
            {answer ? <span className={css.total}>{totalText(answer)}</span> : null}
          </div>
          <div className={css.actions}>
            {props.headActions}
            {nothingAtAll ? null : (
              <ListDisplay columns={columns} state={state} go={go} choice={choice} onChoose={choose} />
            )}
            {props.loadPage && !nothingAtAll ? (
              <CsvButton columns={shown} loadPage={props.loadPage} name={props.csvName ?? props.title} />
            ) : null}
            {props.create ? (
              <ButtonLink variant="primary" to={props.create.to}>
                <Icon name="plus" />
                {props.create.label}
              </ButtonLink>
            ) : null}
          </div>
        </header>

        {nothingAtAll ? null : props.views?.({ list, query: normal(params.toString()), normal, choice, choose })}
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
                  {t('Try again')}
                </Button>
              ) : null
            }
          >
            {t('The latest rows could not be loaded. These are the last ones we had. {message}', {
              message: error.message,
            })}
          </Notice>
        ) : null}

        {props.notice}
        <ListBody
          {...props}
          columns={shown}
          rows={rows}
          state={state}
          nothingAtAll={nothingAtAll}
          selection={canSelect ? selection : undefined}
          params={params}
          onSort={(id) => go(withNextSort(state, id, spec))}
          onFirstPage={() => go(withPage(state, 1))}
          onClear={() => go(withoutFilters(state))}
        />

        {selection.keys.size > 0 && props.bulkActions ? (
          <BulkBar
            rows={rows.filter((r) => selection.keys.has(rowKey(r)))}
            actions={props.bulkActions}
            query={matching}
            matching={offersAll ? { query: matching, total: answer.total } : null}
            everything={offersAll && everythingOf === matchingText}
            onEverything={() => setEverythingOf(matchingText)}
            onPage={wholePage ? null : () => selection.all(true)}
            onDone={() => {
              clearSelection();
              props.onChanged?.();
            }}
            onClear={clearSelection}
          />
        ) : null}

        {answer && answer.total > 0 && rows.length > 0 ? (
          <footer className={css.foot}>
            <span aria-live="polite">{rangeText(answer, state.perPage)}</span>
            <Pagination
              page={answer.page}
              pageCount={lastPage(answer)}
              to={pageLink}
              label={t('Pages of {title}', { title: props.title })}
            />
          </footer>
        ) : null}
      </div>
      <KeySheet open={help} onClose={() => setHelp(false)} shortcuts={shortcuts} />
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

/** A list that is not counted to its end goes on as long as there is a next page. */
const lastPage = ({ page, page_count, capped, next }: ListAnswer<unknown>) =>
  capped ? Math.max(page_count, next ? page + 1 : page) : page_count;
