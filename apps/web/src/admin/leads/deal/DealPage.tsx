import type { CallReply } from '@tuneport/contract/index';
import { dealRestoreDays, leadDealMachine } from '@tuneport/domain/leads/deal-states';
import { useMemo, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { NounForm } from '../../record/noun/NounForm.tsx';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import type { StoredRecord } from '../../record/record-calls.ts';
import { readCustomFields } from '../fields/custom-fields.ts';
import { LabelChecks } from '../LabelChecks.tsx';
import { optionOf } from '../options.ts';
import { DealActions } from './DealActions.tsx';
import { DealActivities } from './DealActivities.tsx';
import { DealLinks } from './DealLinks.tsx';
import { DealFiles, DealPeople } from './DealSide.tsx';
import { DealTimeline } from './DealTimeline.tsx';
import css from './deal.module.css';
import { dealNoun, dealValues } from './deal-noun.ts';
import { LostDialog } from './LostDialog.tsx';

export type Deal = CallReply<'GET /v1/admin/lead-engine/deals/:id'>;

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const id = Number(params.id);
  const [deal, owners, labels, fields] = await Promise.all([
    call('GET /v1/admin/lead-engine/deals/:id', { params: { id } }),
    call('GET /v1/admin/lead-engine/owners'),
    call('GET /v1/admin/lead-engine/labels', { query: {} }),
    readCustomFields(),
  ]);
  return { deal, owners, labels: labels.data, fields };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the deal" />;
export const meta = ({ loaderData }: { loaderData?: { deal: Deal } }) => [
  { title: pageTitle(loaderData?.deal.title ?? 'Deal') },
];

export default function DealPage() {
  const { deal, owners, labels, fields } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const ownerOptions = useMemo(() => owners.map(optionOf), [owners]);
  const noun = dealNoun(ownerOptions, [], fields.deal);
  const record = deal as unknown as StoredRecord;
  const changed = async () => {
    await revalidate();
  };
  return (
    <RecordFrame
      key={deal.id}
      crumbs={[{ label: 'Pipeline', to: '/admin/lead-engine' }]}
      title={deal.title}
      about={
        <>
          <StateBadge machine={leadDealMachine} state={deal.status} /> · <MoneyText money={deal.value} /> ·{' '}
          {deal.probability}% · {deal.user?.name ?? 'No owner'}
          {deal.closedAt ? (
            <>
              {' '}
              · closed <DateText at={deal.closedAt} show="date" />
            </>
          ) : null}
          {deal.archivedAt ? (
            <>
              {' '}
              · archived <DateText at={deal.archivedAt} show="date" />
            </>
          ) : null}
        </>
      }
      actions={<DealActions deal={deal} onChanged={changed} />}
      side={
        <>
          <DealPeople deal={deal} onChanged={changed} />
          <DealLinks deal={deal} />
          <LabelChecks
            labels={labels}
            own={deal.labels}
            save={(ids) =>
              call('PUT /v1/admin/lead-engine/deals/:id/labels', { params: { id: deal.id }, body: { labels: ids } })
            }
            onChanged={changed}
          />
          <DealFiles deal={deal} onChanged={changed} />
        </>
      }
    >
      {deal.deletedAt ? <DeletedNotice deal={deal} onChanged={changed} /> : null}
      {deal.lostReason ? <Notice tone="careful">Lost: {deal.lostReason}</Notice> : null}
      <StagePath deal={deal} onChanged={changed} />
      <DealActivities deal={deal} owners={ownerOptions} onChanged={changed} />
      <Card>
        <h2>Deal</h2>
        <NounForm
          noun={noun}
          record={record}
          read={dealValues}
          readOnly={deal.deletedAt !== null}
          onSaved={() => void revalidate()}
        />
      </Card>
      <DealTimeline deal={deal} onChanged={changed} />
    </RecordFrame>
  );
}

type Part = { deal: Deal; onChanged: () => Promise<void> };

/** The stages of the pipeline; a click moves the deal. */
function StagePath({ deal, onChanged }: Part) {
  const [losing, setLosing] = useState<number | null>(null);
  const here = deal.pipeline.stages.findIndex(({ id }) => id === deal.stageId);
  const move = async (stageId: number, lostReason?: string) => {
    const body = { stageId, version: deal.version, ...(lostReason === undefined ? {} : { lostReason }) };
    await call('PATCH /v1/admin/lead-engine/deals/:id', { params: { id: deal.id }, body });
    toast(`Moved to ${deal.pipeline.stages.find(({ id }) => id === stageId)?.name ?? 'another stage'}.`);
    await onChanged();
  };
  const locked = deal.status !== 'open' || deal.deletedAt !== null;
  return (
    <Card>
      <h2>Stage</h2>
      <p className={css.inStage}>
        {deal.pipeline.name} · {deal.daysInStage === 1 ? '1 day' : `${deal.daysInStage} days`} in this stage
        {deal.rotten ? ', too long' : ''}
      </p>
      <ol className={css.stages}>
        {deal.pipeline.stages.map((stage, at) => (
          <li key={stage.id}>
            <button
              type="button"
              disabled={locked}
              aria-current={stage.id === deal.stageId ? 'step' : undefined}
              data-passed={at < here || undefined}
              onClick={() => {
                // Not disabled: the button that was pressed would lose the focus.
                if (stage.id === deal.stageId) return;
                if (stage.closesAs === 'lost') setLosing(stage.id);
                else move(stage.id).catch((error: Error) => toast(errorText(error), { tone: 'bad' }));
              }}
            >
              {stage.name}
            </button>
          </li>
        ))}
      </ol>
      <LostDialog
        open={losing !== null}
        onClose={() => setLosing(null)}
        onLost={(reason) => move(losing ?? 0, reason)}
      />
    </Card>
  );
}

function DeletedNotice({ deal, onChanged }: Part) {
  return (
    <Notice tone="careful">
      This deal is deleted. It can be restored for {dealRestoreDays} days.{' '}
      <Button
        variant="link"
        onClick={async () => {
          await call('POST /v1/admin/lead-engine/deals/:id/restore', { params: { id: deal.id } });
          await onChanged();
        }}
      >
        Restore deal
      </Button>{' '}
      <TextLink to="/admin/lead-engine">Back to the pipeline</TextLink>
    </Notice>
  );
}
