import type { CallReply } from '@tuneport/contract/index';
import {
  type ReportFormat,
  type ReportInterval,
  reportFormatNames,
  reportFormats,
  reportIntervalNames,
  reportIntervals,
} from '@tuneport/domain/site/report-periods';
import { useState } from 'react';
import { useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Card, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { calendarDay } from '../../../ui/text/date-text.ts';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { useStep } from '../../record/useStep.ts';

type Reports = CallReply<'GET /v1/admin/scheduled-reports'>;
type Report = Reports['data'][number];

export function clientLoader() {
  return call('GET /v1/admin/scheduled-reports');
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading your reports" />;
export const meta = () => [{ title: pageTitle('Scheduled reports') }];

const formats = reportFormats.map((value) => ({ value, label: reportFormatNames[value] }));
const intervals = reportIntervals.map((value) => ({ value, label: reportIntervalNames[value] }));

/** Reports that the reader gets by e-mail. */
export default function ReportsPage() {
  const [reports, setReports] = useState(useLoaderData<typeof clientLoader>());
  const reload = async () => setReports(await call('GET /v1/admin/scheduled-reports'));
  return (
    <RecordFrame
      crumbs={[]}
      title="Scheduled reports"
      about="You get them by e-mail as a CSV or PDF file. Only you see this list."
    >
      <AddReport available={reports.available} onAdded={reload} />
      {reports.data.length === 0 ? <p>Your reports appear here once you schedule one.</p> : null}
      {reports.data.map((report) => (
        <ReportCard key={report.id} report={report} onDeleted={reload} />
      ))}
    </RecordFrame>
  );
}

function AddReport({ available, onAdded }: { available: Reports['available']; onAdded: () => Promise<void> }) {
  const { busy, problem, send } = useStep(
    async (body: { report: string; every: ReportInterval; format: ReportFormat }) => {
      await call('POST /v1/admin/scheduled-reports', { body, once: true });
      toast('Scheduled. You get the first report when the current period ends.');
      await onAdded();
    },
  );
  return (
    <Card>
      <h2>Schedule a report</h2>
      <form
        noValidate
        aria-label="Schedule a report"
        onSubmit={(event) =>
          void send((field) => ({
            report: field('report'),
            every: field('every') as ReportInterval,
            format: field('format') as ReportFormat,
          }))(event)
        }
      >
        <Stack>
          <FormError message={problem.message} />
          <NativeSelect
            label="Report"
            name="report"
            options={available.map(({ report, title }) => ({ value: report, label: title }))}
            error={problem.errors.report}
          />
          <NativeSelect label="How often" name="every" options={intervals} error={problem.errors.every} />
          <NativeSelect label="File" name="format" options={formats} error={problem.errors.format} />
          <div>
            <Button type="submit" variant="primary" busy={busy} disabled={available.length === 0}>
              Schedule report
            </Button>
          </div>
        </Stack>
      </form>
    </Card>
  );
}

/** Days of the company, which are not shown in the reader's time zone. */
const periodText = ({ first_day, last_day }: Report['runs'][number]) =>
  `${calendarDay(first_day)} to ${calendarDay(last_day)}`;

function ReportCard({ report, onDeleted }: { report: Report; onDeleted: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await call('DELETE /v1/admin/scheduled-reports/:id', { params: { id: report.id } }).finally(() => setBusy(false));
    toast('Deleted. You no longer get this report.');
    await onDeleted();
  };
  return (
    <Card>
      <h2>{report.title}</h2>
      <Stack>
        <p>
          {reportIntervalNames[report.every]}. {reportFormatNames[report.format]}.
        </p>
        {report.paused ? <Notice tone="careful" title={report.paused} /> : null}
        {report.runs.length === 0 ? <p>No report sent yet.</p> : null}
        <ul>
          {report.runs.map((run) => (
            <li key={run.id}>
              {periodText(run)}, {run.rows === 1 ? '1 row' : `${run.rows} rows`}:{' '}
              <a href={`/api/v1/admin/scheduled-reports/runs/${run.id}/file`}>CSV</a>
              {run.has_pdf ? (
                <>
                  {' '}
                  <a href={`/api/v1/admin/scheduled-reports/runs/${run.id}/file?format=pdf`}>PDF</a>
                </>
              ) : null}
            </li>
          ))}
        </ul>
        <Row>
          <Button size="small" onClick={() => void remove()} busy={busy}>
            Delete schedule
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
