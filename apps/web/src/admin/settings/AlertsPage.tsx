import type { CallInput, CallReply } from '@tuneport/contract/index';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { DetailForm } from '../../ui/form/DetailForm.tsx';
import type { FormField } from '../../ui/form/form-fields.ts';
import { changedNames, type FormValues } from '../../ui/form/merge.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { DeleteButton } from '../record/DeleteButton.tsx';
import { type RecordDone, RecordList } from '../record/RecordList.tsx';
import { useSave } from '../record/useSave.ts';
import { fromLocalTime, readersZone, toLocalTime } from './local-time.ts';
import { RunStateDot, runStateFilter } from './run-state.tsx';

export const meta = () => [{ title: pageTitle('Alerts') }];

type Alert = CallReply<'GET /v1/admin/alerts/:id'>;
type NewAlert = CallInput<'POST /v1/admin/alerts'>['body'];

const levels = { info: 'Information', good: 'Good news', careful: 'Careful', bad: 'Urgent' } as const;
const tones = { info: 'neutral', good: 'good', careful: 'careful', bad: 'bad' } as const;
const audiences = { everyone: 'Everyone', users: 'Logged-in users', dealers: 'Dealers', staff: 'Staff' } as const;
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const columns: readonly Column<Alert>[] = [
  { id: 'text', label: 'Text', cell: (alert) => alert.text, csv: (alert) => alert.text },
  {
    id: 'level',
    label: 'Level',
    cell: (alert) => <StateDot tone={tones[alert.level]}>{levels[alert.level]}</StateDot>,
    csv: (alert) => levels[alert.level],
    hideBelow: 640,
  },
  {
    id: 'audience',
    label: 'Audience',
    cell: (alert) => audiences[alert.audience],
    csv: (alert) => audiences[alert.audience],
    hideBelow: 640,
  },
  { id: 'state', label: 'State', cell: (alert) => <RunStateDot state={alert.state} />, csv: (alert) => alert.state },
  {
    id: 'start',
    label: 'From',
    cell: (alert) => <DateText at={alert.start} />,
    csv: (alert) => alert.start,
    hideBelow: 800,
  },
  {
    id: 'end',
    label: 'Until',
    cell: (alert) => (alert.end ? <DateText at={alert.end} /> : '–'),
    csv: (alert) => alert.end ?? '',
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [
  runStateFilter,
  { id: 'audience', label: 'Audience', kind: 'select', options: optionsOf(audiences) },
];
const read = (id: number) => call('GET /v1/admin/alerts/:id', { params: { id } });

export default function AlertsPage() {
  return (
    <RecordList
      of="GET /v1/admin/alerts"
      what="alert"
      title="Alerts"
      columns={columns}
      filters={filters}
      searchLabel="Search text"
      rowKey={(alert) => alert.id}
      rowName={(alert) => alert.text}
      read={read}
      titleOf={() => 'Alert'}
      empty={{
        title: 'Alerts appear here once you write one.',
        text: 'An alert is a line above every page, for everyone or for one group of users.',
        first: 'Write the first alert',
      }}
      form={(alert, done) => <AlertForm alert={alert} {...done} />}
    />
  );
}

const show = (alert: Alert) => ({
  values: {
    text: alert.text,
    level: alert.level,
    audience: alert.audience,
    start: toLocalTime(alert.start),
    end: toLocalTime(alert.end),
  } as FormValues,
  readAt: alert.updated_at,
});

const blank: FormValues = { text: '', level: 'info', audience: 'everyone', start: '', end: '' };

/** Only changed fields: a timestamp read with seconds must not be sent back truncated to the minute. */
function bodyOf(before: FormValues, now: FormValues): Partial<NewAlert> {
  const moment = (value: unknown) => fromLocalTime(String(value));
  const body: Record<string, unknown> = {};
  for (const name of changedNames(Object.keys(now), before, now)) {
    const value = now[name] ?? '';
    if (name === 'end') body.end = value === '' ? null : moment(value);
    else body[name] = name === 'start' ? moment(value) : value;
  }
  return body;
}

type FormProps = RecordDone & { alert: Alert | null };

function AlertForm({ alert, onSaved, onDeleted }: FormProps) {
  const base = alert ? show(alert) : { values: blank, readAt: '' };
  const zone = `Your time zone: ${readersZone()}.`;
  const fields: FormField[] = [
    { name: 'text', label: 'Text', kind: 'textarea', rows: 3, maxLength: 500, wide: true },
    { name: 'level', label: 'Level', kind: 'select', options: optionsOf(levels) },
    { name: 'audience', label: 'Audience', kind: 'select', options: optionsOf(audiences) },
    {
      name: 'start',
      label: 'From',
      kind: 'datetime-local',
      optional: alert === null,
      hint: alert ? zone : `${zone} Leave blank to start now.`,
    },
    {
      name: 'end',
      label: 'Until',
      kind: 'datetime-local',
      optional: true,
      hint: 'Leave blank to show it until it is deleted.',
    },
  ];
  const { save, saved } = useSave(base.values, show, (values, known) =>
    alert
      ? call('PATCH /v1/admin/alerts/:id', { params: { id: alert.id }, body: bodyOf(known, values) })
      : call('POST /v1/admin/alerts', { body: { ...blankBody, ...bodyOf(blank, values) } as NewAlert }),
  );
  return (
    <DetailForm
      fields={fields}
      {...base}
      saveLabel={alert ? 'Save alert' : 'Publish alert'}
      save={save}
      onSaved={() => saved.current && onSaved(saved.current.id)}
      actions={
        alert ? (
          <DeleteButton
            what="alert"
            onDelete={async () => {
              await call('DELETE /v1/admin/alerts/:id', { params: { id: alert.id } });
              onDeleted();
            }}
          >
            It is no longer shown. The audit log keeps its text.
          </DeleteButton>
        ) : null
      }
    />
  );
}

const blankBody = { text: '', level: 'info', audience: 'everyone' };
