import type { CallReply } from '@tuneport/contract/index';
import type { RecordKind } from '@tuneport/domain/activity/record-kinds';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import { Pagination } from '../../ui/list/Pagination.tsx';
import { ListTable } from '../../ui/list/table/ListTable.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import css from './related.module.css';

type Page = CallReply<'GET /v1/admin/records/:kind/:id/related/:list'>;
type Row = Page['data'][number];

type Props = {
  of: { kind: RecordKind; id: number };
  list: string;
  label: string;
  /** Replaces the title of a row. */
  title?: (row: Row) => string;
  /** Heading of the date column. */
  when?: string;
  /** Above the table. */
  actions?: ReactNode;
};

/** Records that belong to another one, newest first. The page is in the URL. */
export function RelatedList({ of, list, label, title = (row) => row.title, when = 'Date', actions }: Props) {
  const [params] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const [answer, setAnswer] = useState<Page | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { kind, id } = of;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useEffect(() => {
    let gone = false;
    setProblem(null);
    call('GET /v1/admin/records/:kind/:id/related/:list', { params: { kind, id, list }, query: { page } }).then(
      (reply) => gone || setAnswer(reply),
      (error: unknown) => gone || setProblem(errorText(error, 'The list could not be loaded.')),
    );
    return () => {
      gone = true;
    };
  }, [kind, id, list, page, attempt]);
  if (problem) return <ErrorState title={problem} onRetry={() => setAttempt(attempt + 1)} />;
  if (!answer) return <Skeleton lines={6} label={`Loading: ${label}`} />;
  const hasAmount = answer.data.some(({ amount }) => amount);
  const columns: readonly Column<Row>[] = [
    {
      id: 'title',
      label,
      cell: (row) => (
        <span className={css.what}>
          {title(row)}
          {row.detail ? <span className={css.quiet}>{row.detail}</span> : null}
        </span>
      ),
    },
    {
      id: 'state',
      label: 'Status',
      cell: (row) =>
        row.state ? (
          <StateDot tone={row.state.tone} hollow={row.state.hollow}>
            {row.state.label}
          </StateDot>
        ) : (
          '–'
        ),
    },
    ...(hasAmount
      ? [
          {
            id: 'amount',
            label: 'Amount',
            align: 'end',
            cell: (row) => (row.amount ? <MoneyText money={row.amount} /> : '–'),
          } satisfies Column<Row>,
        ]
      : []),
    { id: 'at', label: when, cell: (row) => <DateText at={row.at} show="date" />, hideBelow: 640 },
  ];
  return (
    <div className={css.list}>
      {actions}
      {answer.total === 0 ? (
        <p className={css.none}>{`${label} of this record appear here.`}</p>
      ) : (
        <Card flush>
          <ListTable
            caption={label}
            columns={columns}
            rows={answer.data}
            rowKey={(row) => row.id}
            rowName={title}
            rowLink={(row) => row.to}
            sort={null}
            onSort={() => {}}
            stale={answer.page !== page}
          />
        </Card>
      )}
      <Pagination
        page={answer.page}
        pageCount={answer.page_count}
        to={(wanted) => `?tab=${list}${wanted > 1 ? `&page=${wanted}` : ''}`}
        label={`Pages: ${label}`}
      />
    </div>
  );
}
