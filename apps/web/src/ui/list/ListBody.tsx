import { t } from '@tuneport/domain/text/text';
import { ThinLoadingLine } from '../brand/LoadingLine.tsx';
import { Button } from '../controls/Button.tsx';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import css from './ListPage.module.css';
import type { ListPageProps } from './ListPage.tsx';
import type { ListState } from './list-state.ts';
import { ListTable } from './table/ListTable.tsx';
import type { useSelection } from './useSelection.ts';

type Props<Row> = ListPageProps<Row> & {
  rows: readonly Row[];
  state: ListState;
  /** The list is empty even without filters. */
  nothingAtAll: boolean;
  selection: ReturnType<typeof useSelection<Row>> | undefined;
  params: URLSearchParams;
  onSort: (id: string) => void;
  onFirstPage: () => void;
  onClear: () => void;
};

/** The rows, or why there are none: loading, failed, empty, nothing found, past the last page. */
export function ListBody<Row>({ columns, rows, state, nothingAtAll, selection, params, ...props }: Props<Row>) {
  const { answer, error, loading = false, onSort, onFirstPage, onClear } = props;
  return (
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
          <Skeleton lines={9} label={t('Loading {title}', { title: props.title })} />
        </div>
      ) : nothingAtAll ? (
        <EmptyState title={props.empty.title} step={props.empty.step}>
          {props.empty.text}
        </EmptyState>
      ) : rows.length === 0 ? (
        <EmptyState
          art="search"
          title={answer.total > 0 ? t('This page is past the end.') : t('No results.')}
          step={
            answer.total > 0 ? (
              <Button onClick={onFirstPage}>{t('Go to the first page')}</Button>
            ) : (
              <Button onClick={onClear}>{t('Clear filters')}</Button>
            )
          }
        >
          {answer.total > 0 ? null : t('No rows match the search and filters.')}
        </EmptyState>
      ) : (
        <ListTable
          caption={props.title}
          columns={columns}
          group={state.group}
          sums={props.sums}
          rows={rows}
          rowKey={props.rowKey}
          rowName={props.rowName}
          rowLink={withQuery(props.rowLink, params)}
          rowActions={props.rowActions}
          current={props.current}
          selection={selection}
          sort={state.sort}
          onSort={onSort}
          stale={loading}
          edit={props.edit}
          onEdited={props.onChanged}
        />
      )}
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
