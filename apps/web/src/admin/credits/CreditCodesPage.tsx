import type { CallReply } from '@tuneport/contract/index';
import { creditCodeMachine } from '@tuneport/domain/credits/credit-codes';
import { creditKinds, creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { stateOptions } from '@tuneport/domain/states/machine';
import { useState } from 'react';
import { kindNames } from '../../features/credits/credit-labels.ts';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { machineSteps } from '../../ui/controls/machine-steps.ts';
import { StateActions } from '../../ui/controls/StateActions.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import { fromLocalTime } from '../../ui/form/local-time.ts';
import type { FormValues } from '../../ui/form/merge.ts';
import { Stack } from '../../ui/layout/Layout.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { refFilter } from '../record/noun/noun.ts';
import { type RecordDone, RecordList } from '../record/RecordList.tsx';
import { useSave } from '../record/useSave.ts';
import { kindOptions } from './credit-record-labels.ts';

export const meta = () => [{ title: pageTitle('Credit codes') }];

type Code = CallReply<'GET /v1/admin/tune-credit-codes/:id'>;
type Made = CallReply<'POST /v1/admin/tune-credit-codes'>;

const stateDot = (code: Code) => <StateBadge machine={creditCodeMachine} state={code.state} />;
const nameOf = (code: Code) => `… ${code.hint}`;

const columns: readonly Column<Code>[] = [
  { id: 'hint', label: 'Ends with', cell: nameOf, csv: (code) => code.hint },
  {
    id: 'units',
    label: 'Credits',
    cell: (code) => creditsLabel(code.kind, code.units),
    csv: (code) => creditsLabel(code.kind, code.units),
  },
  { id: 'state', label: 'Status', sortable: true, group: true, cell: stateDot, csv: (code) => code.state },
  { id: 'giver', label: 'From', cell: (code) => code.giver, csv: (code) => code.giver, hideBelow: 800 },
  {
    id: 'recipient',
    label: 'For',
    cell: (code) => code.claimed_by ?? code.recipient ?? 'anyone with the code',
    csv: (code) => code.claimed_by ?? code.recipient ?? '',
    hideBelow: 640,
  },
  {
    id: 'expires_at',
    label: 'Until',
    sortable: true,
    cell: (code) => <DateText at={code.expires_at} show="date" />,
    csv: (code) => code.expires_at,
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: 'Status',
    kind: 'select',
    options: stateOptions(creditCodeMachine),
    many: true,
  },
  refFilter('dealer', 'Dealer', '/v1/admin/dealers'),
];

const read = (id: number) => call('GET /v1/admin/tune-credit-codes/:id', { params: { id } });

export default function CreditCodesPage() {
  return (
    <RecordList
      of="GET /v1/admin/tune-credit-codes"
      what="code"
      title="Credit codes"
      columns={columns}
      filters={filters}
      searchLabel="Search address, note or last characters"
      rowKey={(code) => code.id}
      rowName={nameOf}
      read={read}
      titleOf={(code) => creditsLabel(code.kind, code.units)}
      empty={{
        title: 'Credit codes appear here once you create one.',
        text: 'A code gives tune credits to the first person who claims it, or to one e-mail address.',
        first: 'Create the first code',
      }}
      form={(code, done) => (code ? <CodeRecord opened={code} {...done} /> : <CodeForm {...done} />)}
    />
  );
}

function CodeRecord({ opened, onSaved }: RecordDone & { opened: Code }) {
  const [code, setCode] = useState(opened);
  const withdraw = async () => {
    await call('DELETE /v1/admin/tune-credit-codes/:id', { params: { id: code.id } });
    setCode(await read(code.id));
    toast('Code withdrawn.');
    onSaved(code.id);
  };
  return (
    <Stack>
      <KeyValue
        rows={[
          ['Credits', `${code.units} × ${kindNames[code.kind]}`],
          ['Status', stateDot(code)],
          ['Ends with', code.hint],
          ['From', code.giver],
          ['For', code.recipient ?? 'Anyone with the code'],
          ['Note', code.note],
          ['Created', <DateText key="created" at={code.created_at} />],
          ['Until', <DateText key="until" at={code.expires_at} />],
          ['Claimed by', code.claimed_by ?? ''],
          ['Claimed', code.claimed_at ? <DateText key="claimed" at={code.claimed_at} /> : ''],
        ]}
      />
      <StateActions
        steps={machineSteps(creditCodeMachine, {
          withdraw: {
            danger: true,
            confirm: 'It can no longer be claimed. Anyone who opens it will see that it was withdrawn.',
          },
        })}
        can={{ withdraw: code.state === 'open' }}
        run={withdraw}
      />
    </Stack>
  );
}

const fields: readonly FormField[] = [
  { name: 'kind', label: 'Kind', kind: 'select', options: kindOptions },
  { name: 'units', label: 'Quantity', kind: 'number' },
  {
    name: 'recipient',
    label: 'For',
    kind: 'text',
    maxLength: 254,
    optional: true,
    hint: 'We send the link to this e-mail address, and only its owner can claim it. Leave blank to let anyone with the code claim it.',
  },
  {
    name: 'note',
    label: 'Note',
    kind: 'text',
    maxLength: 500,
    optional: true,
    hint: 'Visible to anyone who opens the code.',
  },
  {
    name: 'valid_until',
    label: 'Claim by',
    kind: 'datetime-local',
    optional: true,
    hint: 'Leave blank for 90 days.',
  },
];
const blank: FormValues = { kind: creditKinds[0], units: '', recipient: '', note: '', valid_until: '' };

function CodeForm({ onSaved }: RecordDone) {
  const [made, setMade] = useState<Made | null>(null);
  const { save, saved } = useSave<Made>(
    blank,
    () => ({ values: blank, readAt: '' }),
    (values) =>
      call('POST /v1/admin/tune-credit-codes', {
        body: {
          kind: (values.kind ?? 'ecu') as Code['kind'],
          units: Number(values.units),
          recipient: String(values.recipient ?? ''),
          note: String(values.note ?? ''),
          ...(values.valid_until ? { valid_until: fromLocalTime(String(values.valid_until)) } : {}),
        } as never,
        once: true,
      }),
  );
  if (made)
    return (
      <Stack>
        <Notice tone="good" live title="Code created. It is shown only once.">
          We store only its fingerprint. {made.recipient ? `The link was sent to ${made.recipient}.` : 'Copy it now.'}
        </Notice>
        <CopyField label="Link" value={made.link} />
        <CopyField label="Code" value={made.code} />
        <div>
          <Button onClick={() => onSaved(made.id)}>Done</Button>
        </div>
      </Stack>
    );
  return (
    <DetailForm
      fields={fields}
      values={blank}
      readAt=""
      saveLabel="Create code"
      save={save}
      onSaved={() => setMade(saved.current)}
    />
  );
}
