import type { CallReply } from '@tuneport/contract/index';
import type { ContactColumn, ContactColumnName } from '@tuneport/contract/leads/lead-imports';
import { importMachine } from '@tuneport/domain/catalog/import-steps';
import { customFieldName } from '@tuneport/domain/leads/custom-fields';
import { type ReactNode, useEffect, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card, Row, Stack } from '../../../ui/layout/Layout.tsx';
import { grouped } from '../../../ui/list/list-state.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Stat } from '../../../ui/text/Stat.tsx';
import catalogCss from '../../catalog/catalog-admin.module.css';
import { ColumnMapping } from '../../imports/ColumnMapping.tsx';
import { SkippedRows } from '../../imports/SkippedRows.tsx';
import { DeleteButton } from '../../record/DeleteButton.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { readCustomFields } from '../fields/custom-fields.ts';

type LeadImport = CallReply<'GET /v1/admin/lead-engine/imports/:id'>;
type Report = NonNullable<LeadImport['report']>;

const columnNames: Readonly<Record<ContactColumn, string>> = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail addresses',
  phone: 'Phone numbers',
  organization: 'Organization',
  label: 'Labels',
  owner: 'Owner (name or e-mail address)',
  note: 'Note',
};
const refreshMs = 1000;

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/lead-engine/imports/:id', { params: { id: Number(params.id) } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the import" />;
export const meta = ({ loaderData }: { loaderData?: LeadImport }) => [
  { title: pageTitle(loaderData ? `Import of ${loaderData.file_name}` : 'Import') },
];

export default function ImportPage() {
  const shown = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const isAtWork = shown.state === 'checking' || shown.state === 'running';
  useEffect(() => {
    if (!isAtWork) return;
    const timer = setInterval(() => void revalidate(), refreshMs);
    return () => clearInterval(timer);
  }, [isAtWork, revalidate]);
  return (
    <RecordFrame
      crumbs={[
        { label: 'Contacts', to: '/admin/lead-engine/contacts' },
        { label: 'Imports', to: '/admin/lead-engine/imports' },
      ]}
      title={shown.file_name}
      about={
        <>
          <StateBadge machine={importMachine} state={shown.state} /> · {grouped(shown.rows_total)} rows · uploaded{' '}
          <DateText at={shown.started_at} show="relative" />
          {shown.started_by ? ` by ${shown.started_by}` : ''}
        </>
      }
      actions={
        isAtWork && !shown.stalled ? null : (
          <DeleteButton
            what="import"
            onDelete={async () => {
              await call('DELETE /v1/admin/lead-engine/imports/:id', { params: { id: shown.id } });
              await navigate('/admin/lead-engine/imports');
            }}
          >
            The file and its report are deleted. Imported contacts stay.
          </DeleteButton>
        )
      }
    >
      {shown.problem ? (
        <Notice tone="bad" title="The file was rejected." live>
          {shown.problem}
        </Notice>
      ) : null}
      {isAtWork ? <Progress shown={shown} /> : null}
      {shown.state === 'done' && shown.report ? (
        <ReportCard title="Result" report={shown.report} id={shown.id}>
          <ButtonLink variant="primary" to="/admin/lead-engine/contacts?sort=-created_at">
            Show contacts
          </ButtonLink>
        </ReportCard>
      ) : null}
      {shown.state === 'checked' && shown.check_report ? (
        <ReportCard title="Preview" report={shown.check_report} id={shown.id}>
          <Start id={shown.id} count={shown.check_report.rows.new + shown.check_report.rows.changed} />
        </ReportCard>
      ) : null}
      {!isAtWork && shown.state !== 'done' ? <Mapping key={shown.updated_at} shown={shown} /> : null}
    </RecordFrame>
  );
}

function Progress({ shown }: { shown: LeadImport }) {
  const { revalidate } = useRevalidator();
  const what = shown.state === 'checking' ? 'checked' : 'imported';
  const resume = async () => {
    const params = { id: shown.id };
    try {
      if (shown.state === 'running') await call('POST /v1/admin/lead-engine/imports/:id/start', { params });
      else await call('POST /v1/admin/lead-engine/imports/:id/check', { params, body: { columns: shown.columns } });
      await revalidate();
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    }
  };
  return (
    <Card>
      <Stack>
        <h2>
          {grouped(shown.rows_done)} of {grouped(shown.rows_total)} rows {what}
        </h2>
        <progress
          className={catalogCss.progress}
          value={shown.rows_done}
          max={shown.rows_total}
          aria-label={`Rows ${what}`}
        />
        <p>You can leave this page; the work continues.</p>
        {shown.stalled ? (
          <Notice tone="careful" action={<Button onClick={() => void resume()}>Resume</Button>}>
            No progress since <DateText at={shown.updated_at} show="time" />.
          </Notice>
        ) : null}
      </Stack>
    </Card>
  );
}

function Start({ id, count }: { id: number; count: number }) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  if (count === 0) return <Notice>All contacts in this file already exist. There is nothing to import.</Notice>;
  const start = async () => {
    setBusy(true);
    try {
      await call('POST /v1/admin/lead-engine/imports/:id/start', { params: { id } });
      await revalidate();
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="primary" busy={busy} onClick={() => void start()}>
      Import {grouped(count)} {count === 1 ? 'contact' : 'contacts'}
    </Button>
  );
}

function ReportCard(props: { title: string; report: Report; id: number; children: ReactNode }) {
  const { rows, warnings, by_reason, lines } = props.report;
  const problems = [
    ...(rows.skipped > 0 ? [`${grouped(rows.skipped)} skipped`] : []),
    ...(warnings > 0 ? [`${grouped(warnings)} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ];
  return (
    <Card>
      <Stack>
        <h2>{props.title}</h2>
        <div className={catalogCss.stats}>
          <Stat label="Rows read">{grouped(rows.read)}</Stat>
          <Stat label="New">{grouped(rows.new)}</Stat>
          <Stat label="Updated">{grouped(rows.changed)}</Stat>
          <Stat label="Unchanged">{grouped(rows.unchanged)}</Stat>
          <Stat label="Skipped">{grouped(rows.skipped)}</Stat>
        </div>
        <p>
          Missing details are added to contacts with the same e-mail address; nothing is overwritten. Consent to e-mails
          is never imported.
        </p>
        <Row>{props.children}</Row>
        {problems.length > 0 ? (
          <SkippedRows
            title={problems.join(', ')}
            byReason={by_reason}
            lines={lines}
            file={`/api/v1/admin/lead-engine/imports/${props.id}/report-csv`}
            open={rows.new + rows.changed + rows.unchanged === 0}
          />
        ) : null}
      </Stack>
    </Card>
  );
}

/** The columns of a contact, then its custom fields. */
function useColumnNames(): Readonly<Record<ContactColumnName, string>> {
  const [custom, setCustom] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    let gone = false;
    readCustomFields().then(
      ({ contact }) =>
        gone || setCustom(Object.fromEntries(contact.map(({ id, name }) => [customFieldName(id), name]))),
      // Without them the columns of a contact can still be mapped.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  return { ...columnNames, ...custom };
}

function Mapping({ shown }: { shown: LeadImport }) {
  const { revalidate } = useRevalidator();
  const [choice, setChoice] = useState(shown.columns);
  const [problems, setProblems] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const names = useColumnNames();
  const check = async () => {
    setBusy(true);
    setProblems({});
    try {
      await call('POST /v1/admin/lead-engine/imports/:id/check', {
        params: { id: shown.id },
        body: { columns: choice },
      });
      await revalidate();
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'field_errors') setProblems(error.errors);
      else toast(errorText(error), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <Stack>
        <h2>Column mapping</h2>
        <p>Detected from the header; correct any that are wrong. A name or an e-mail address is required.</p>
        <ColumnMapping
          header={shown.header}
          sample={shown.sample}
          names={names}
          choice={choice}
          onChoose={setChoice}
          disabled={false}
          problems={problems}
        />
        <Row>
          <Button variant={shown.state === 'checked' ? 'quiet' : 'primary'} busy={busy} onClick={() => void check()}>
            {shown.state === 'checked' ? 'Check again' : 'Check file'}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
