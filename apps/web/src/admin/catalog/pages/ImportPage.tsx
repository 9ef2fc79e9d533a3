import { importMachine } from '@tuneport/domain/catalog/import-steps';
import { may } from '@tuneport/domain/identity/permissions';
import { regionNames } from '@tuneport/domain/places/regions';
import { type ReactNode, useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Card } from '../../../ui/layout/Layout.tsx';
import { grouped } from '../../../ui/list/list-state.ts';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Stat } from '../../../ui/text/Stat.tsx';
import { ColumnMapping } from '../../imports/ColumnMapping.tsx';
import { SkippedRows } from '../../imports/SkippedRows.tsx';
import { PageHead } from '../../PageHead.tsx';
import { CatalogPage } from '../CatalogPage.tsx';
import css from '../catalog-admin.module.css';
import { columnNames, type ImportReport, recordNames, type VehicleImport } from '../import-labels.ts';
import { RecordFallback } from '../RecordPage.tsx';

export const meta = ({ loaderData }: { loaderData?: VehicleImport }) => [
  { title: pageTitle(loaderData ? `Import of ${loaderData.file_name}` : 'Import') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/ecu/imports/:id', { params: { id: Number(params.id) } });
clientLoader.hydrate = true as const;
export const HydrateFallback = RecordFallback;

const lookEveryMs = 1000;

export default function ImportPage() {
  const shown = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const mayWrite = may(factsOf(useUi()), 'catalog.settings');
  const isAtWork = shown.state === 'checking' || shown.state === 'running';
  useEffect(() => {
    if (!isAtWork) return;
    const timer = setInterval(() => void revalidate(), lookEveryMs);
    return () => clearInterval(timer);
  }, [isAtWork, revalidate]);
  return (
    <CatalogPage>
      <PageHead
        crumbs={[{ label: 'Imports', to: '/admin/catalog/imports' }, { label: shown.file_name }]}
        title={`Import of ${shown.file_name}`}
        about={
          <>
            <StateBadge machine={importMachine} state={shown.state} />, {grouped(shown.rows_total)} rows for{' '}
            {regionNames[shown.region]}, sent <DateText at={shown.started_at} show="relative" />
            {shown.started_by ? ` by ${shown.started_by}` : ' from the command line'}
          </>
        }
      >
        {mayWrite ? <Forget shown={shown} /> : null}
      </PageHead>
      {shown.problem ? (
        <Notice tone="bad" title="The table was rejected." live>
          {shown.problem}
        </Notice>
      ) : null}
      {isAtWork ? <Progress shown={shown} mayWrite={mayWrite} onChanged={revalidate} /> : null}
      {shown.state === 'done' && shown.report ? <Report title="Result" report={shown.report} of={shown} /> : null}
      {shown.state === 'checked' && shown.check_report ? (
        <Report title="Preview" report={shown.check_report} of={shown}>
          {mayWrite ? <Start shown={shown} onChanged={revalidate} /> : null}
        </Report>
      ) : null}
      {!isAtWork && shown.state !== 'done' && shown.has_file ? (
        <Columns key={shown.updated_at} shown={shown} mayWrite={mayWrite} onChanged={revalidate} />
      ) : null}
    </CatalogPage>
  );
}

type Act = { shown: VehicleImport; onChanged: () => Promise<void> };

const showError = (error: unknown) => toast(errorText(error, 'Something went wrong. Try again.'), { tone: 'bad' });

function Progress({ shown, mayWrite, onChanged }: Act & { mayWrite: boolean }) {
  const what = shown.state === 'checking' ? 'checked' : 'imported';
  const goOn = async () => {
    try {
      const input = { params: { id: shown.id } };
      if (shown.state === 'running') await call('POST /v1/admin/ecu/imports/:id/start', input);
      else
        await call('POST /v1/admin/ecu/imports/:id/check', {
          ...input,
          body: { columns: shown.columns, region: shown.region },
        });
      await onChanged();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Card>
      <div className={css.block}>
        <h2>
          {grouped(shown.rows_done)} of {grouped(shown.rows_total)} rows {what}
        </h2>
        <progress
          className={css.progress}
          value={shown.rows_done}
          max={Math.max(1, shown.rows_total)}
          aria-label={`Rows ${what}`}
        />
        <p className={css.quiet}>
          You can leave this page; the work continues. If a server stops, it resumes where it left off.
        </p>
        {shown.stalled && mayWrite ? (
          <Notice tone="careful" action={<Button onClick={() => void goOn()}>Resume</Button>}>
            No progress since <DateText at={shown.updated_at} show="time" />.
          </Notice>
        ) : null}
      </div>
    </Card>
  );
}

function Start({ shown, onChanged }: Act) {
  const [busy, setBusy] = useState(false);
  const { rows } = shown.check_report ?? { rows: { new: 0, changed: 0 } };
  if (rows.new + rows.changed === 0)
    return <Notice>Every vehicle in this table is already in the catalogue. There is nothing to import.</Notice>;
  const start = async () => {
    setBusy(true);
    try {
      await call('POST /v1/admin/ecu/imports/:id/start', { params: { id: shown.id } });
      await onChanged();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button variant="primary" busy={busy} onClick={() => void start()}>
        Import {grouped(rows.new + rows.changed)} {rows.new + rows.changed === 1 ? 'row' : 'rows'}
      </Button>
    </div>
  );
}

function Forget({ shown }: { shown: VehicleImport }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  if ((shown.state === 'checking' || shown.state === 'running') && !shown.stalled) return null;
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Delete import
      </Button>
      <ConfirmDialog
        open={asking}
        title="Delete this import?"
        confirmLabel="Delete import"
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await call('DELETE /v1/admin/ecu/imports/:id', { params: { id: shown.id } });
          void navigate('/admin/catalog/imports');
        }}
      >
        The file and its report will be deleted. Imported records stay in the catalogue.
      </ConfirmDialog>
    </>
  );
}

type ReportProps = { title: string; report: ImportReport; of: VehicleImport; children?: ReactNode };

function Report({ title, report, of, children }: ReportProps) {
  const { rows, records, skipped, skipped_by_reason } = report;
  return (
    <Card>
      <div className={css.block}>
        <h2>{title}</h2>
        <div className={css.stats}>
          <Stat label="Rows read">{grouped(rows.read)}</Stat>
          <Stat label="New">{grouped(rows.new)}</Stat>
          <Stat label="Changed">{grouped(rows.changed)}</Stat>
          <Stat label="Unchanged">{grouped(rows.unchanged)}</Stat>
          <Stat label="Skipped">{grouped(rows.skipped)}</Stat>
        </div>
        <p className={css.quiet}>
          {Object.entries(records)
            .filter(([name, count]) => count > 0 && recordNames[name])
            .map(([name, count]) => `${recordNames[name]} ${grouped(count)}`)
            .join(', ') || 'No new records'}
          {report.resumed_after > 0 ? `. Resumed after row ${grouped(report.resumed_after)}` : ''}
          {report.seconds > 0 ? `. Took ${report.seconds} s` : ''}.
        </p>
        {children}
        {rows.skipped > 0 ? (
          <SkippedRows
            title={rows.skipped === 1 ? 'Why 1 row was skipped' : `Why ${grouped(rows.skipped)} rows were skipped`}
            byReason={skipped_by_reason}
            lines={skipped}
            file={`/api/v1/admin/ecu/imports/${of.id}/skipped-csv`}
            open={rows.new + rows.changed + rows.unchanged === 0}
          />
        ) : null}
      </div>
    </Card>
  );
}

function Columns({ shown, mayWrite, onChanged }: Act & { mayWrite: boolean }) {
  const [choice, setChoice] = useState(shown.columns);
  const [region, setRegion] = useState(shown.region);
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setProblems({});
    try {
      await call('POST /v1/admin/ecu/imports/:id/check', {
        params: { id: shown.id },
        body: { columns: choice, region },
      });
      await onChanged();
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'field_errors') setProblems(error.errors);
      else showError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <div className={css.block}>
        <h2>Column mapping</h2>
        <p className={css.quiet}>
          Detected from the header; correct any that are wrong. Make and model are required. Rows without a year are
          filed under “Series”.
        </p>
        <ColumnMapping
          header={shown.header}
          sample={shown.sample}
          names={columnNames}
          choice={choice}
          onChoose={setChoice}
          disabled={!mayWrite}
          problems={problems}
        />
        {mayWrite ? (
          <div className={css.bar}>
            <NativeSelect
              label="Region"
              value={String(region)}
              options={[
                { value: '1', label: regionNames[1] },
                { value: '2', label: regionNames[2] },
              ]}
              onChange={(event) => setRegion(Number(event.currentTarget.value) as 1 | 2)}
            />
            <Button variant={shown.state === 'checked' ? 'quiet' : 'primary'} busy={busy} onClick={() => void check()}>
              {shown.state === 'checked' ? 'Check again' : 'Check table'}
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}
