import type { CallReply } from '@tuneport/contract/index';
import { manifestMachine } from '@tuneport/domain/catalog/tools/manifest-states';
import { isAdmin } from '@tuneport/domain/identity/permissions';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { useSubmit } from '../../../platform/api/use-submit.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { machineSteps } from '../../../ui/controls/machine-steps.ts';
import { StateActions } from '../../../ui/controls/StateActions.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Card, Row } from '../../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { counted } from '../../counted.ts';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import css from './developer.module.css';
import { jsonPath } from './json-path.ts';
import { VehicleSimulator } from './VehicleSimulator.tsx';

type Manifest = CallReply<'GET /v1/tool-manifests/:id'>;

export const meta = ({ loaderData }: { loaderData?: Manifest | null }) => [
  { title: pageTitle(loaderData ? `${loaderData.tool.name} ${loaderData.version}` : 'New manifest') },
];
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  params.id === 'new' ? null : call('GET /v1/tool-manifests/:id', { params: { id: Number(params.id) } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the manifest" />;

const template = {
  format: 1,
  tool: 'flashzilla-v3',
  firmware: '4.12.0',
  control_units: [
    {
      unit: 'ecu',
      family: 'Bosch MED17.5',
      fits: ['CCZB'],
      operations: [
        { operation: 'identify', connection: 'obd', protocols: ['uds-can'] },
        { operation: 'write', connection: 'obd', protocols: ['uds-can'], max_file_bytes: 4194304, block_bytes: 4096 },
      ],
    },
  ],
};

const steps = machineSteps(manifestMachine, {
  submit: { confirm: 'Staff check the manifest. You can take it back until they decide.' },
  withdraw: {},
  approve: { confirm: 'From now on the tool is offered only for what the manifest lists.' },
  reject: { danger: true, reason: { label: 'Reason', required: true } },
  end: {
    danger: true,
    confirm: 'The tool is offered again for every tune it is linked with.',
    reason: { label: 'Reason', required: true },
  },
});

const outcomes = {
  submit: 'The manifest was submitted.',
  withdraw: 'The manifest is a draft again.',
  approve: 'The manifest is in effect.',
  reject: 'The manifest was rejected.',
  end: 'The manifest was ended.',
};

export default function ManifestPage() {
  const record = useLoaderData() as Manifest | null;
  const { revalidate } = useRevalidator();
  const facts = factsOf(useUi());
  const [text, setText] = useState(() => JSON.stringify(record?.manifest ?? template, null, 2));
  const parts = [
    ...(record?.is_own ? (['author'] as const) : []),
    ...(isAdmin(facts.role) ? (['staff'] as const) : []),
  ];
  const can = Object.fromEntries(
    record
      ? eventsFrom(manifestMachine, record.state, parts)
          .filter((event) => event !== 'approve' || !record.is_own)
          .map((event) => [event, true])
      : [],
  );
  const run = async (event: 'submit' | 'withdraw' | 'approve' | 'reject' | 'end', reason: string) => {
    if (!record) return;
    const params = { id: record.id };
    if (event === 'submit') await call('POST /v1/tool-manifests/:id/submit', { params });
    else if (event === 'withdraw') await call('POST /v1/tool-manifests/:id/withdraw', { params });
    else {
      const readAt = record.updated_at;
      await call('POST /v1/admin/tool-manifests/:id/decide', { params, body: { decision: event, reason }, readAt });
    }
    toast(outcomes[event]);
    await revalidate();
  };
  const isEditable = record === null || (record.is_own && record.state === 'draft');
  return (
    <RecordFrame
      key={record?.id ?? 'new'}
      crumbs={[
        { label: 'Developer', to: '/developer' },
        { label: 'Tool manifests', to: '/developer/manifests' },
      ]}
      title={record ? `${record.tool.name}, version ${record.version}` : 'New manifest'}
      about={record ? <StateBadge machine={manifestMachine} state={record.state} /> : null}
      actions={<StateActions steps={steps} can={can} run={run} main={record?.is_own ? 'submit' : 'approve'} />}
      side={
        <>
          {record ? <Changes record={record} /> : null}
          <VehicleSimulator manifest={text} />
        </>
      }
    >
      {record?.reason ? (
        <Notice tone="careful" title="Reason">
          {record.reason}
        </Notice>
      ) : null}
      <Editor record={record} text={text} onText={setText} isEditable={isEditable} />
    </RecordFrame>
  );
}

type EditorProps = { record: Manifest | null; text: string; onText: (text: string) => void; isEditable: boolean };

function Editor({ record, text, onText, isEditable }: EditorProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [invalid, setInvalid] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const { busy, failure, onSubmit } = useSubmit(async () => {
    setInvalid(null);
    let body: never;
    try {
      body = JSON.parse(text) as never;
    } catch (error) {
      setInvalid(`This is not valid JSON: ${error instanceof Error ? error.message : ''}`);
      return;
    }
    const saved = record
      ? await call('PUT /v1/tool-manifests/:id', { params: { id: record.id }, body })
      : await call('POST /v1/tool-manifests', { body, once: true });
    toast('The draft was saved.');
    if (record) await revalidate();
    else await navigate(`/developer/manifests/${saved.id}`);
  });
  const remove = async () => {
    if (!record) return;
    await call('DELETE /v1/tool-manifests/:id', { params: { id: record.id } });
    toast('The draft was deleted.');
    await navigate('/developer/manifests');
  };
  return (
    <Card>
      <form className={css.stack} onSubmit={onSubmit} noValidate>
        <FormError message={invalid ?? failure.message} />
        {Object.keys(failure.errors).length > 0 ? (
          <Notice tone="bad" title="The manifest was not saved">
            <ul className={css.list}>
              {Object.entries(failure.errors).map(([field, messages]) => (
                <li key={field}>
                  <code>{jsonPath(field)}</code> {messages?.join(' ')}
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        <Textarea
          label="Manifest (JSON)"
          className={css.editor}
          rows={28}
          spellCheck={false}
          value={text}
          readOnly={!isEditable}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        {isEditable ? (
          <Row>
            <Button type="submit" variant="primary" busy={busy}>
              Save draft
            </Button>
            {record ? (
              <Button variant="danger" disabled={busy} onClick={() => setDeleting(true)}>
                Delete draft
              </Button>
            ) : null}
          </Row>
        ) : null}
      </form>
      <ConfirmDialog
        open={isDeleting}
        danger
        title="Delete this draft?"
        confirmLabel="Delete draft"
        onClose={() => setDeleting(false)}
        onConfirm={remove}
      >
        This cannot be undone.
      </ConfirmDialog>
    </Card>
  );
}

function Changes({ record: { diff, excluded, author } }: { record: Manifest }) {
  const lost = excluded.engines + excluded.transmissions;
  return (
    <Card>
      <div className={css.stack}>
        <h2>{diff.version === null ? 'First version' : `Changes since version ${diff.version}`}</h2>
        {author ? <p className={css.quiet}>Written by {author}</p> : null}
        {diff.changes.length === 0 ? <p className={css.quiet}>Nothing changed.</p> : null}
        <ul className={css.list}>
          {diff.changes.map(({ what, before, after }) => (
            <li key={what}>
              <strong>{what}</strong>: {changeText(before, after)}
            </li>
          ))}
        </ul>
        {lost > 0 ? (
          <Notice tone="careful">
            Excludes {counted(excluded.engines, 'engine')} and {counted(excluded.transmissions, 'transmission')} that
            have tunes for this tool.
          </Notice>
        ) : (
          <p className={css.quiet}>Covers every engine and transmission that has tunes for this tool.</p>
        )}
      </div>
    </Card>
  );
}

function changeText(before: string | null, after: string | null): string {
  if (before === null) return after ?? '';
  return `${before} → ${after ?? 'removed'}`;
}
