import type { CallReply } from '@tuneport/contract/index';
import { rescueChecklist, rescueSymptoms } from '@tuneport/domain/support/rescue-checklist';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import type { FormValues } from '../../ui/form/merge.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import { DeleteButton } from '../record/DeleteButton.tsx';
import { type RecordDone, RecordList } from '../record/RecordList.tsx';
import { useSave } from '../record/useSave.ts';

export const meta = () => [{ title: pageTitle('Known fixes') }];

type Fix = CallReply<'GET /v1/admin/rescue-fixes/:id'>;

const columns: readonly Column<Fix>[] = [
  { id: 'title', label: 'Fix', cell: (fix) => fix.title, csv: (fix) => fix.title },
  {
    id: 'symptom',
    label: 'For',
    cell: (fix) => (fix.symptom ? rescueSymptoms[fix.symptom] : 'All problems'),
    csv: (fix) => fix.symptom ?? '',
    hideBelow: 800,
  },
  { id: 'tool', label: 'Tool', cell: (fix) => fix.tool || 'All tools', csv: (fix) => fix.tool, hideBelow: 1000 },
  {
    id: 'worked',
    label: 'Worked',
    align: 'end',
    cell: (fix) => `${fix.worked} of ${fix.offered}`,
    csv: (fix) => `${fix.worked}/${fix.offered}`,
  },
  {
    id: 'active',
    label: 'Status',
    cell: (fix) => <StateDot tone={fix.active ? 'good' : 'neutral'}>{fix.active ? 'Active' : 'Inactive'}</StateDot>,
    csv: (fix) => String(fix.active),
    hideBelow: 640,
  },
];

const read = (id: number) => call('GET /v1/admin/rescue-fixes/:id', { params: { id } });

export default function RescueFixesPage() {
  return (
    <RecordList
      of="GET /v1/admin/rescue-fixes"
      what="fix"
      title="Known fixes"
      columns={columns}
      searchLabel="Search title"
      rowKey={(fix) => fix.id}
      rowName={(fix) => fix.title}
      read={read}
      titleOf={(fix) => fix.title}
      empty={{
        title: 'Known fixes appear here once you write one.',
        text: 'A rescue offers the first matching fix before the customer has to wait for us.',
        first: 'Write the first fix',
      }}
      form={(fix, done) => <FixForm fix={fix} {...done} />}
    />
  );
}

const show = (fix: Fix) => ({
  values: {
    title: fix.title,
    steps: fix.steps,
    symptom: fix.symptom ?? '',
    tool: fix.tool,
    condition: fix.when_question === '' ? '' : `${fix.when_question}:${fix.when_answer}`,
    position: String(fix.position),
    active: fix.active,
  } as FormValues,
  readAt: fix.updated_at,
});

const blank: FormValues = { title: '', steps: '', symptom: '', tool: '', condition: '', position: '100', active: true };

const fields: FormField[] = [
  { name: 'title', label: 'Title', kind: 'text', maxLength: 160, wide: true },
  {
    name: 'steps',
    label: 'Steps',
    kind: 'textarea',
    rows: 7,
    wide: true,
    hint: 'One step per line; they are numbered automatically.',
  },
  {
    name: 'symptom',
    label: 'Problem',
    kind: 'select',
    options: [
      { value: '', label: 'All problems' },
      ...Object.entries(rescueSymptoms).map(([value, label]) => ({ value, label })),
    ],
  },
  {
    name: 'tool',
    label: 'Tool',
    kind: 'text',
    optional: true,
    hint: 'Part of its name. Leave blank for all tools.',
  },
  {
    name: 'condition',
    label: 'Condition',
    kind: 'select',
    options: [
      { value: '', label: 'Always' },
      ...rescueChecklist.flatMap(({ key, text, answers }) =>
        answers.map(({ value, label }) => ({ value: `${key}:${value}`, label: `${text} ${label}` })),
      ),
    ],
    wide: true,
  },
  { name: 'position', label: 'Sort order', kind: 'number', hint: 'The lowest matching fix is offered.' },
  { name: 'active', label: 'Active', kind: 'switch' },
];

const fieldOf = (name: string) => (name.startsWith('when_') ? 'condition' : name);

type FormProps = RecordDone & { fix: Fix | null };

function FixForm({ fix, onSaved, onDeleted }: FormProps) {
  const base = fix ? show(fix) : { values: blank, readAt: '' };
  const { save, saved } = useSave(
    base.values,
    show,
    (values, _known, readAt) => {
      const [when_question = '', when_answer = ''] = String(values.condition ?? '').split(':');
      const body = {
        title: String(values.title),
        steps: String(values.steps),
        symptom: (values.symptom === '' ? null : values.symptom) as Fix['symptom'],
        tool: String(values.tool),
        when_question,
        when_answer,
        position: Number(values.position),
        active: values.active === true,
      };
      return fix
        ? call('PATCH /v1/admin/rescue-fixes/:id', { params: { id: fix.id }, body, readAt })
        : call('POST /v1/admin/rescue-fixes', { body });
    },
    fieldOf,
  );
  return (
    <DetailForm
      fields={fields}
      {...base}
      saveLabel={fix ? 'Save fix' : 'Add fix'}
      save={save}
      onSaved={() => saved.current && onSaved(saved.current.id)}
      actions={
        fix ? (
          <DeleteButton
            what="fix"
            onDelete={async () => {
              await call('DELETE /v1/admin/rescue-fixes/:id', { params: { id: fix.id } });
              onDeleted();
            }}
          >
            It is no longer offered. Rescues that used it keep their history.
          </DeleteButton>
        ) : null
      }
    />
  );
}
