import type { CallReply } from '@tuneport/contract/index';
import { labelColours } from '@tuneport/domain/leads/pipelines';
import { type FormEvent, useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Container, Row, Stack } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { PageHead } from '../PageHead.tsx';
import { RecordLoading } from '../record/RecordFrame.tsx';
import { type FieldsByRecord, readCustomFields } from './fields/custom-fields.ts';
import { LeadTabs } from './LeadTabs.tsx';
import css from './leads.module.css';
import { StageRow } from './StageRow.tsx';

export const meta = () => [{ title: pageTitle('Pipeline settings') }];

export async function clientLoader() {
  const [pipelines, labels, fields] = await Promise.all([
    call('GET /v1/admin/lead-engine/pipelines'),
    call('GET /v1/admin/lead-engine/labels', { query: {} }),
    readCustomFields(),
  ]);
  return { pipelines, labels: labels.data, fields };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the settings" />;

type Pipeline = CallReply<'GET /v1/admin/lead-engine/pipelines'>[number];

export default function SettingsPage() {
  const { pipelines, labels, fields } = useLoaderData<typeof clientLoader>();
  return (
    <Container width="full" className={css.page}>
      <LeadTabs />
      <PageHead title="Pipeline settings" />
      {pipelines.map((pipeline) => (
        <PipelineCard key={pipeline.id} pipeline={pipeline} isLast={pipelines.length === 1} fields={fields.deal} />
      ))}
      <Card>
        <NameForm
          title="New pipeline"
          label="Pipeline name"
          button="Add pipeline"
          add={(name) => call('POST /v1/admin/lead-engine/pipelines', { body: { name } })}
        />
      </Card>
      <Labels labels={labels} />
      <Card>
        <Stack>
          <h2>Custom fields</h2>
          <p>
            {counted(fields.deal.length, 'field')} of deals, {counted(fields.contact.length, 'field')} of contacts.
          </p>
          <Row>
            <ButtonLink to="/admin/lead-engine/settings/fields">Edit custom fields</ButtonLink>
          </Row>
        </Stack>
      </Card>
    </Container>
  );
}

/** Runs a change, shows its error, and reloads the page data. */
function useChange() {
  const { revalidate } = useRevalidator();
  return async (act: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await act();
      if (done) toast(done);
      await revalidate();
      return true;
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
      return false;
    }
  };
}

type PipelineProps = { pipeline: Pipeline; isLast: boolean; fields: FieldsByRecord['deal'] };

function PipelineCard({ pipeline, isLast, fields }: PipelineProps) {
  const change = useChange();
  const [name, setName] = useState(pipeline.name);
  const [deleting, setDeleting] = useState(false);
  const params = { id: pipeline.id };
  const ids = pipeline.stages.map(({ id }) => id);
  return (
    <Card>
      <Stack>
        <form
          className={css.tools}
          aria-label={`Pipeline ${pipeline.name}`}
          onSubmit={(event) => {
            event.preventDefault();
            void change(() => call('PATCH /v1/admin/lead-engine/pipelines/:id', { params, body: { name } }), 'Saved.');
          }}
        >
          <TextField
            label="Pipeline"
            value={name}
            maxLength={60}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {name === pipeline.name ? null : <Button type="submit">Rename pipeline</Button>}
        </form>
        <div>
          {pipeline.stages.map((stage, at) => (
            <StageRow
              key={stage.id}
              stage={stage}
              label={isLast ? stage.name : `${pipeline.name}: ${stage.name}`}
              save={(body) =>
                change(
                  () =>
                    call('PATCH /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
                      params: { ...params, stageId: stage.id },
                      body,
                    }),
                  'Saved.',
                )
              }
              remove={() =>
                change(
                  () =>
                    call('DELETE /v1/admin/lead-engine/pipelines/:id/stages/:stageId', {
                      params: { ...params, stageId: stage.id },
                    }),
                  'Stage removed.',
                )
              }
              move={(by) => {
                const order = ids.filter((id) => id !== stage.id);
                order.splice(at + by, 0, stage.id);
                return change(() =>
                  call('PATCH /v1/admin/lead-engine/pipelines/:id', { params, body: { stageOrder: order } }),
                );
              }}
              isFirst={at === 0}
              isLast={at === ids.length - 1}
              fields={fields}
            />
          ))}
        </div>
        <NameForm
          title={`New stage in ${pipeline.name}`}
          label="Stage name"
          button="Add stage"
          add={(stage) =>
            call('POST /v1/admin/lead-engine/pipelines/:id/stages', {
              params,
              body: { name: stage, position: Math.max(1, pipeline.stages.filter((one) => !one.closesAs).length + 1) },
            })
          }
        />
        {isLast ? null : (
          <Row>
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete pipeline
            </Button>
          </Row>
        )}
      </Stack>
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title={`Delete the pipeline ${pipeline.name}?`}
        confirmLabel="Delete pipeline"
        danger
        onConfirm={async () => {
          await change(() => call('DELETE /v1/admin/lead-engine/pipelines/:id', { params }), 'Pipeline deleted.');
        }}
      >
        Only a pipeline without deals can be deleted.
      </ConfirmDialog>
    </Card>
  );
}

type NameFormProps = { title: string; label: string; button: string; add: (name: string) => Promise<unknown> };

function NameForm({ title, label, button, add }: NameFormProps) {
  const change = useChange();
  const [name, setName] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await change(() => add(name))) setName('');
  };
  return (
    <form className={css.tools} onSubmit={submit} aria-label={title}>
      <TextField
        label={label}
        value={name}
        maxLength={60}
        required
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">{button}</Button>
    </form>
  );
}

type Label = CallReply<'GET /v1/admin/lead-engine/labels'>['data'][number];
const colours = labelColours.map((value) => ({ value, label: value[0]?.toUpperCase() + value.slice(1) }));

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function Labels({ labels }: { labels: readonly Label[] }) {
  const change = useChange();
  const [deleting, setDeleting] = useState<Label | null>(null);
  return (
    <Card>
      <Stack>
        <h2>Labels</h2>
        {labels.length === 0 ? <p>Labels mark deals and contacts, for example "Fleet" or "Urgent".</p> : null}
        {labels.map((label) => (
          <Row key={label.id} between>
            <span className={css.label} data-colour={label.colour}>
              {label.name}
            </span>
            <span className={css.tools}>
              <NativeSelect
                label={`Colour of ${label.name}`}
                hideLabel
                options={colours}
                value={label.colour}
                onChange={(event) =>
                  void change(() =>
                    call('PATCH /v1/admin/lead-engine/labels/:id', {
                      params: { id: label.id },
                      body: { colour: event.currentTarget.value as Label['colour'] },
                    }),
                  )
                }
              />
              <Button size="small" variant="danger" onClick={() => setDeleting(label)}>
                Delete label
              </Button>
            </span>
          </Row>
        ))}
        <NameForm
          title="New label"
          label="Label name"
          button="Add label"
          add={(name) => call('POST /v1/admin/lead-engine/labels', { body: { name } })}
        />
      </Stack>
      <ConfirmDialog
        open={deleting !== null}
        onClose={() => setDeleting(null)}
        title={`Delete the label ${deleting?.name ?? ''}?`}
        confirmLabel="Delete label"
        danger
        onConfirm={async () => {
          const id = deleting?.id ?? 0;
          await change(() => call('DELETE /v1/admin/lead-engine/labels/:id', { params: { id } }), 'Label deleted.');
        }}
      >
        It is removed from {counted(deleting?.deals ?? 0, 'deal')} and {counted(deleting?.contacts ?? 0, 'contact')}.
      </ConfirmDialog>
    </Card>
  );
}
