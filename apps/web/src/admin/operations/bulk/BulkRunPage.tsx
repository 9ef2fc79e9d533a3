import type { CallReply } from '@tuneport/contract/index';
import { type BulkListName, bulkListLabels, bulkRunMachine } from '@tuneport/domain/operations/bulk-runs';
import { capitalized } from '@tuneport/domain/text/capitalized';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { grouped } from '../../../ui/list/list-state.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { KeyValue } from '../../../ui/text/KeyValue.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { CancelRun, RunProgress } from './BulkRunNotice.tsx';
import css from './bulk.module.css';
import { resultText, runTitle, valuesText } from './bulk-labels.ts';
import { useFollowed } from './useBulkRun.ts';

type Run = CallReply<'GET /v1/admin/bulk-runs/:id'>;

const readRun = (id: number) => call('GET /v1/admin/bulk-runs/:id', { params: { id } });
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => readRun(Number(params.id));
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the bulk action" />;
export const meta = ({ loaderData }: { loaderData?: Run }) => [
  { title: pageTitle(loaderData ? runTitle(loaderData) : 'Bulk action') },
];

export default function BulkRunPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <BulkRunRecord key={loaded.id} loaded={loaded} />;
}

/** Record pages of lists outside the catalogue editor; null where a record has no page. */
const recordPaths: Readonly<Partial<Record<BulkListName, string | null>>> = {
  'dyno-runs': null,
  'lead-deals': '/admin/lead-engine/deals',
  'lead-contacts': '/admin/lead-engine/contacts',
};
function rowPath(list: BulkListName, id: number): string | null {
  const path = list in recordPaths ? recordPaths[list] : `/catalog-manage/${list}`;
  return path ? `${path}/${id}` : null;
}

function BulkRunRecord({ loaded }: { loaded: Run }) {
  const [run, setRun] = useState(loaded);
  useFollowed(run, setRun);
  const shownRow = ({ id, name }: { id: number; name: string }) => {
    const to = rowPath(run.list, id);
    return to ? (
      <TextLink to={to} discover="none">
        {name}
      </TextLink>
    ) : (
      name
    );
  };
  return (
    <RecordFrame
      crumbs={[{ label: 'Bulk actions', to: '/admin/bulk-runs' }]}
      title={runTitle(run)}
      about={<StateBadge machine={bulkRunMachine} state={run.state} />}
      actions={
        run.state === 'running' ? (
          <CancelRun run={run} onCancelled={() => void readRun(run.id).then(setRun)} />
        ) : undefined
      }
      side={
        <Card>
          <h2>Details</h2>
          <KeyValue
            rows={[
              ['Records', capitalized(bulkListLabels[run.list])],
              ['Filters', valuesText(run.query) || 'None'],
              ...(run.action === 'edit' ? [['Change', valuesText(run.change)] as const] : []),
              ['Started by', run.started_by.name],
              ['Started', <DateText key="started" at={run.created_at} show="both" />],
              ...(run.finished_at
                ? [['Ended', <DateText key="ended" at={run.finished_at} show="both" />] as const]
                : []),
            ]}
          />
        </Card>
      }
    >
      {run.problem ? <Notice tone="careful">{run.problem}</Notice> : null}
      <Card>
        <h2>{run.state === 'running' ? 'Progress' : 'Result'}</h2>
        {run.state === 'running' ? <RunProgress run={run} /> : null}
        <p>{resultText(run)}</p>
        {run.stalled ? <Stalled run={run} onResumed={setRun} /> : null}
      </Card>
      {run.refused > 0 ? (
        <Card>
          <h2>Refused rows</h2>
          <ul className={css.reasons}>
            {run.reasons.map(({ reason, count }) => (
              <li key={reason}>
                <span>{reason}</span>
                <strong>{grouped(count)}</strong>
              </li>
            ))}
          </ul>
          <h3>Rows</h3>
          <ul className={css.reasons}>
            {run.refusals.map((row) => (
              <li key={row.id}>
                {shownRow(row)}
                <span>{row.reason}</span>
              </li>
            ))}
          </ul>
          {run.refused > run.refusals.length ? <p>The first {run.refusals.length} rows are shown.</p> : null}
        </Card>
      ) : null}
    </RecordFrame>
  );
}

function Stalled({ run, onResumed }: { run: Run; onResumed: (run: Run) => void }) {
  const resume = () =>
    call('POST /v1/admin/bulk-runs/:id/resume', { params: { id: run.id } }).then(onResumed, (error: unknown) =>
      toast(errorText(error, 'Something went wrong. Try again.'), { tone: 'bad' }),
    );
  return (
    <Notice
      tone="careful"
      action={
        <Button size="small" onClick={() => void resume()}>
          Resume
        </Button>
      }
    >
      No progress since <DateText at={run.updated_at} show="time" />.
    </Notice>
  );
}
