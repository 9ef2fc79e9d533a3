import type { CallInput, CallReply } from '@tuneport/contract/index';
import { may } from '@tuneport/domain/identity/permissions';
import { useEffect } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Container } from '../../ui/layout/Layout.tsx';
import { type Column, specOf } from '../../ui/list/list-columns.ts';
import { rangeText } from '../../ui/list/list-state.ts';
import { Pagination } from '../../ui/list/Pagination.tsx';
import { ListTable } from '../../ui/list/table/ListTable.tsx';
import { type ListFetch, useListAnswer } from '../../ui/list/useListAnswer.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { PageHead } from '../PageHead.tsx';
import { TableSection } from '../TableSection.tsx';
import { cronText, jobName } from './job-names.ts';
import css from './operations.module.css';

export const meta = () => [{ title: pageTitle('Jobs') }];

type Overview = CallReply<'GET /v1/admin/jobs'>;
type Queue = Overview['queues'][number];
type Schedule = Overview['schedules'][number];
type Failed = CallReply<'GET /v1/admin/jobs/failed'>['data'][number];

export const clientLoader = () => call('GET /v1/admin/jobs');
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Container width="full" className={css.page}>
      <PageHead title="Jobs" />
      <Skeleton lines={12} label="Loading the jobs" />
    </Container>
  );
}

const lookEveryMs = 15_000;

const count = (
  id: 'waiting' | 'postponed' | 'running' | 'done',
  label: string,
  hideBelow?: 640 | 800,
): Column<Queue> => ({
  id,
  label,
  align: 'end',
  cell: (queue) => queue[id],
  hideBelow,
});
const queueColumns: readonly Column<Queue>[] = [
  { id: 'name', label: 'Job', cell: (queue) => <span title={queue.name}>{jobName(queue.name)}</span> },
  count('waiting', 'Waiting'),
  count('postponed', 'Scheduled', 640),
  count('running', 'Running'),
  count('done', 'Done (14 days)', 800),
  {
    id: 'failed',
    label: 'Failed',
    align: 'end',
    cell: (queue) => (queue.failed > 0 ? <strong className={css.bad}>{queue.failed}</strong> : 0),
  },
];

const runs: Record<NonNullable<Schedule['last_state']>, { word: string; tone: StateTone }> = {
  waiting: { word: 'Waiting', tone: 'neutral' },
  running: { word: 'Running', tone: 'busy' },
  failed: { word: 'Failed', tone: 'bad' },
  done: { word: 'Done', tone: 'good' },
};
const scheduleColumns: readonly Column<Schedule>[] = [
  { id: 'name', label: 'Job', cell: (schedule) => <span title={schedule.name}>{jobName(schedule.name)}</span> },
  {
    id: 'cron',
    label: 'When',
    cell: (schedule) => (
      <>
        <span title={schedule.cron}>{cronText(schedule.cron)}</span>{' '}
        <span className={css.quiet}>{schedule.time_zone}</span>
      </>
    ),
    hideBelow: 800,
  },
  {
    id: 'last',
    label: 'Last run',
    cell: ({ last_due_at, last_state }) =>
      last_due_at && last_state ? (
        <span className={css.run}>
          <StateDot tone={runs[last_state].tone}>{runs[last_state].word}</StateDot>
          <DateText at={last_due_at} />
        </span>
      ) : (
        'Not yet'
      ),
  },
  {
    id: 'next',
    label: 'Next run',
    cell: ({ next_due_at }) => (next_due_at ? <DateText at={next_due_at} /> : '–'),
    hideBelow: 640,
  },
];

const failedColumns: readonly Column<Failed>[] = [
  { id: 'name', label: 'Job', cell: (job) => <span title={job.name}>{jobName(job.name)}</span> },
  { id: 'error', label: 'Error', cell: (job) => <span className={css.reason}>{job.error}</span> },
  { id: 'attempts', label: 'Attempts', align: 'end', cell: (job) => job.attempts, hideBelow: 800 },
  {
    id: 'failed_at',
    label: 'Failed at',
    cell: (job) => (job.failed_at ? <DateText at={job.failed_at} /> : '–'),
    hideBelow: 640,
  },
];
const failedSpec = specOf(failedColumns);
const fetchFailed: ListFetch<Failed> = (query, signal) =>
  call('GET /v1/admin/jobs/failed', { query: query as CallInput<'GET /v1/admin/jobs/failed'>['query'], signal });

export default function Jobs() {
  const { queues, schedules } = useLoaderData<typeof clientLoader>();
  const { revalidate, state } = useRevalidator();
  const failed = useListAnswer(fetchFailed, failedSpec);
  const mayRetry = may(factsOf(useUi()), 'superadmin');
  const look = () => {
    void revalidate();
    failed.reload();
  };

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [revalidate]);

  const retry = async (job: Failed) => {
    try {
      await call('POST /v1/admin/jobs/failed/:id/retry', { params: { id: job.id } });
      toast(`${jobName(job.name)}: queued again.`);
    } catch (error) {
      toast(errorText(error, 'The job could not be queued again.'), { tone: 'bad' });
    }
    look();
  };

  return (
    <Container width="full" className={css.page}>
      <PageHead title="Jobs">
        <Button onClick={look} busy={state === 'loading'}>
          Refresh
        </Button>
      </PageHead>
      <TableSection title="Failed jobs">
        <FailedJobs {...failed} retry={mayRetry ? retry : null} />
      </TableSection>
      <TableSection title="Queues">
        <ListTable
          caption="Queues"
          columns={queueColumns}
          rows={queues}
          rowKey={(row) => row.name}
          rowName={nameOf}
          {...unsorted}
        />
      </TableSection>
      <TableSection title="Schedules">
        <ListTable
          caption="Schedules"
          columns={scheduleColumns}
          rows={schedules}
          rowKey={(row) => row.name}
          rowName={nameOf}
          {...unsorted}
        />
      </TableSection>
    </Container>
  );
}

const nameOf = (row: { name: string }) => jobName(row.name);
const unsorted = { sort: null, onSort: () => {}, stale: false };

type FailedProps = ReturnType<typeof useListAnswer<Failed>> & { retry: ((job: Failed) => Promise<void>) | null };

function FailedJobs({ answer, error, loading, reload, retry }: FailedProps) {
  if (!answer) {
    if (!error) return <Skeleton lines={3} label="Loading failed jobs" />;
    return (
      <ErrorState onRetry={reload} retrying={loading}>
        {error.message}
      </ErrorState>
    );
  }
  if (answer.total === 0) {
    return <p className={css.none}>No failed jobs. Jobs that still fail after several attempts appear here.</p>;
  }
  return (
    <>
      <ListTable
        caption="Failed jobs"
        columns={failedColumns}
        rows={answer.data}
        rowKey={(job) => job.id}
        rowName={(job) => jobName(job.name)}
        rowActions={retry ? (job) => [{ label: 'Retry job', onSelect: () => void retry(job) }] : undefined}
        sort={null}
        onSort={() => {}}
        stale={loading}
      />
      <footer className={css.foot}>
        <span>{rangeText(answer)}</span>
        <Pagination
          page={answer.page}
          pageCount={answer.page_count}
          to={(page) => `?page=${page}`}
          label="Pages of failed jobs"
        />
      </footer>
    </>
  );
}
