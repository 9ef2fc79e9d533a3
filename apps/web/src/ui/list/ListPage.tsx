import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../Button.tsx';
import { ThinLoadingLine } from '../brand/LoadingLine.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ErrorState } from '../ErrorState.tsx';
import { NativeSelect } from '../field/NativeSelect.tsx';
import { TextField } from '../field/TextField.tsx';
import { Icon } from '../Icon.tsx';
import { Kbd } from '../Kbd.tsx';
import type { MenuEntry } from '../Menu.tsx';
import { Notice } from '../Notice.tsx';
import { Pagination } from '../Pagination.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { toast } from '../toast-store.ts';
import { downloadText, exportCsv } from './export-csv.ts';
import { FilterChips } from './FilterChips.tsx';
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
  type Sort,
  withFilter,
  withNextSort,
  withoutFilters,
  withPage,
  withSearch,
  withSort,
} from './list-state.ts';
import { useListKeys } from './useListKeys.ts';

export type BulkAction<Row> = {
  /** The verb; the count is added: "Archive 3". */
  label: string;
  danger?: boolean;
  confirm?: string;
  reason?: { label: string; required?: boolean };
  run: (rows: readonly Row[], reason: string) => Promise<void>;
};

export type ListPageProps<Row> = {
  title: string;
  columns: readonly Column<Row>[];
  filters?: readonly FilterSpec[];
  /** `-created_at`: newest first. */
  defaultSort?: string;
  /** What the search box looks through: "Search name or e-mail". Without it there is no box. */
  searchLabel?: string;
  /** The page of rows; null until the first answer. */
  answer: ListAnswer<Row> | null;
  loading?: boolean;
  error?: Error | null;
  onRetry?: () => void;
  rowKey: (row: Row) => RowKey;
  rowName: (row: Row) => string;
  rowLink?: (row: Row) => string;
  rowActions?: (row: Row) => readonly MenuEntry[];
  bulkActions?: readonly BulkAction<Row>[];
  /** After a bulk act. */
  onChanged?: () => void;
  create?: { label: string; to: string };
  /** Makes the CSV button appear; gives any page of the same list. */
  loadPage?: (page: number) => Promise<ListAnswer<Row>>;
  csvName?: string;
  /** What would be here, when nothing at all is. */
  empty: { title: string; text?: string; step?: ReactNode };
  /** The open record (an `<Outlet />`), beside the list on wide screens. */
  record?: ReactNode;
  /** The address of the list alone: the way back where an open record covers it. */
  closeTo?: string;
  current?: RowKey | null;
  headActions?: ReactNode;
};

const searchWaitMs = 250;

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
          <search className={css.bar} aria-label={`Filter ${props.title}`}>
            {props.searchLabel ? (
              <SearchBox
                ref={search}
                label={props.searchLabel}
                value={state.search}
                onSearch={(text) => go(withSearch(state, text), true)}
              />
            ) : null}
            <FilterChips
              filters={spec.filters}
              values={state.filters}
              onChange={(id, value) => go(withFilter(state, id, value))}
            />
            <SortSelect columns={columns} sort={state.sort} onSort={(sort) => go(withSort(state, sort))} />
            {isNarrowed(state) ? (
              <Button variant="link" size="small" onClick={() => go(withoutFilters(state))}>
                Clear filters
              </Button>
            ) : null}
          </search>
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
            The newest rows could not be loaded; these are the last ones we had. {error.message}
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
              title={rows.length === 0 && answer.total > 0 ? 'This page is past the end.' : 'Nothing matches.'}
              step={
                answer.total > 0 ? (
                  <Button onClick={() => go(withPage(state, 1))}>Go to the first page</Button>
                ) : (
                  <Button onClick={() => go(withoutFilters(state))}>Clear filters</Button>
                )
              }
            >
              {answer.total > 0 ? null : 'No row fits the search and the filters together.'}
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

        {answer && !nothingAtAll ? (
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

/** The record opens with the list still filtered as it was. */
function withQuery<Row>(link: ((row: Row) => string) | undefined, params: URLSearchParams) {
  const query = params.toString();
  if (!link || !query) return link;
  return (row: Row) => {
    const to = link(row);
    return to.includes('?') ? to : `${to}?${query}`;
  };
}

function useSelection<Row>(rows: readonly Row[], rowKey: (row: Row) => RowKey) {
  const [all, setKeys] = useState<ReadonlySet<RowKey>>(new Set());
  // Only what is in sight can be acted on: a row that left the page leaves the selection with it.
  const keys = useMemo(() => {
    const here = rows.map(rowKey).filter((k) => all.has(k));
    return new Set(here);
  }, [all, rows, rowKey]);
  const toggle = useCallback((key: RowKey) => {
    setKeys((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  return {
    keys,
    toggle,
    all: (on: boolean) => setKeys(on ? new Set(rows.map(rowKey)) : new Set()),
    clear: () => setKeys(new Set()),
  };
}

type SearchProps = {
  ref: React.Ref<HTMLInputElement>;
  label: string;
  value: string;
  onSearch: (text: string) => void;
};

function SearchBox({ ref, label, value, onSearch }: SearchProps) {
  const [text, setText] = useState(value);
  const send = useRef(onSearch);
  send.current = onSearch;
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => send.current(text.trim()), searchWaitMs);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <div className={css.search}>
      <TextField
        ref={ref}
        type="search"
        label={label}
        hideLabel
        placeholder={label}
        value={text}
        maxLength={200}
        autoComplete="off"
        before={<Icon name="search" />}
        onChange={(e) => setText(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === 'Escape') e.currentTarget.blur();
        }}
      />
      <span className={css.slash} aria-hidden="true">
        <Kbd>/</Kbd>
      </span>
    </div>
  );
}

type SortSelectProps<Row> = { columns: readonly Column<Row>[]; sort: Sort | null; onSort: (sort: Sort) => void };

/** On a phone there are no column heads to click. */
function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const options = columns
    .filter((c) => c.sortable)
    .flatMap((c) => [
      { value: c.id, label: `${c.label}, up` },
      { value: `-${c.id}`, label: `${c.label}, down` },
    ]);
  if (options.length === 0) return null;
  return (
    <NativeSelect
      className={css.sortSelect}
      label="Order of the list"
      hideLabel
      options={options}
      value={sort ? `${sort.descending ? '-' : ''}${sort.id}` : ''}
      onChange={(e) => {
        const { value } = e.currentTarget;
        onSort({ id: value.replace(/^-/, ''), descending: value.startsWith('-') });
      }}
    />
  );
}

type CsvProps<Row> = {
  columns: readonly Column<Row>[];
  loadPage: (page: number) => Promise<ListAnswer<Row>>;
  name: string;
};

function CsvButton<Row>({ columns, loadPage, name }: CsvProps<Row>) {
  const [progress, setProgress] = useState<string | null>(null);
  const run = async () => {
    setProgress('Reading');
    try {
      const text = await exportCsv(columns, loadPage, (done, of) => setProgress(`Page ${done} of ${of}`));
      downloadText(`${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`, text);
    } catch (error) {
      toast(error instanceof Error ? error.message : 'The file could not be made.', { tone: 'bad' });
    } finally {
      setProgress(null);
    }
  };
  return (
    <Button variant="ghost" onClick={run} busy={progress !== null}>
      <Icon name="download" />
      {progress ?? 'CSV'}
    </Button>
  );
}

type BulkProps<Row> = {
  rows: readonly Row[];
  actions: readonly BulkAction<Row>[];
  onDone: () => void;
  onClear: () => void;
};

function BulkBar<Row>({ rows, actions, onDone, onClear }: BulkProps<Row>) {
  const [asking, setAsking] = useState<BulkAction<Row> | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (action: BulkAction<Row>, reason: string) => {
    await action.run(rows, reason);
    onDone();
  };
  const start = async (action: BulkAction<Row>) => {
    if (action.confirm || action.reason || action.danger) {
      setAsking(action);
      return;
    }
    setBusy(true);
    try {
      await run(action, '');
    } catch (error) {
      toast(error instanceof Error ? error.message : 'This did not work.', { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  const label = (action: BulkAction<Row>) => `${action.label} ${rows.length}`;
  return (
    <section className={css.bulk} aria-label="Selected rows">
      <span className={css.bulkCount} aria-live="polite">
        {rows.length} selected
      </span>
      {actions.map((action) => (
        <Button
          key={action.label}
          variant={action.danger ? 'danger' : 'quiet'}
          busy={busy}
          onClick={() => void start(action)}
        >
          {label(action)}
        </Button>
      ))}
      <Button variant="ghost" onClick={onClear}>
        Clear
      </Button>
      {asking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          title={`${label(asking)}?`}
          confirmLabel={label(asking)}
          danger={asking.danger}
          reason={asking.reason}
          onConfirm={(reason) => run(asking, reason)}
        >
          {asking.confirm}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
