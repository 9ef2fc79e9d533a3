import { auditGroupNames, auditGroups } from '@tuneport/domain/activity/audit-kinds';
import { useSearchParams } from 'react-router';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { refFilter } from '../record/noun/noun.ts';
import { subjectPage, subjectTitle } from '../record/subject.ts';
import { FieldDiff } from '../record/timeline/FieldDiff.tsx';
import { actDetail, fieldChanges, restOf } from './act-detail.ts';
import { auditEventLabel, auditEventLabels } from './audit-event-labels.ts';
import css from './identity-admin.module.css';

export const meta = () => [{ title: pageTitle('Audit log') }];

type Act = RowOf<'GET /v1/admin/audit'>;

const actorName = (act: Act) => act.actor_name ?? (act.actor_id === null ? 'System' : `User ${act.actor_id}`);

function Subject({ act }: { act: Act }) {
  const to = subjectPage(act.subject);
  if (!to) return subjectTitle(act.subject);
  return (
    <TextLink quiet to={to} discover="none">
      {subjectTitle(act.subject)}
    </TextLink>
  );
}

/** What changed: one line, and the fields before and after on request. */
function Detail({ act }: { act: Act }) {
  const changes = fieldChanges(act.detail);
  const rest = actDetail(restOf(act.detail));
  if (changes.length === 0) return <span className={css.detail}>{rest || '–'}</span>;
  return (
    <details className={css.diff}>
      <summary>
        {changes.length === 1 ? '1 field' : `${changes.length} fields`}
        {rest ? ` · ${rest}` : ''}
      </summary>
      <FieldDiff changes={changes} />
    </details>
  );
}

const columns: readonly Column<Act>[] = [
  { id: 'at', label: 'When', cell: (act) => <DateText at={act.at} />, csv: (act) => act.at, width: 170 },
  {
    id: 'actor',
    label: 'Who',
    cell: (act) =>
      act.actor_id === null ? (
        actorName(act)
      ) : (
        <TextLink quiet to={`/admin/users/${act.actor_id}`} discover="none">
          {actorName(act)}
        </TextLink>
      ),
    csv: actorName,
  },
  { id: 'act', label: 'What', cell: (act) => auditEventLabel(act.act), csv: (act) => auditEventLabel(act.act) },
  {
    id: 'subject',
    label: 'Record',
    cell: (act) => <Subject act={act} />,
    csv: (act) => act.subject,
  },
  {
    id: 'detail',
    label: 'Detail',
    cell: (act) => <Detail act={act} />,
    csv: (act) => actDetail(act.detail),
    hideBelow: 800,
  },
  {
    id: 'address',
    label: 'Address',
    cell: (act) => act.address ?? '–',
    csv: (act) => act.address ?? '',
    hideBelow: 1200,
  },
];

const named = Object.entries(auditEventLabels).map(([value, label]) => ({ value, label }));
const filters: readonly FilterSpec[] = [
  {
    id: 'group',
    label: 'Kind',
    kind: 'select',
    options: auditGroupNames.map((group) => ({ value: group, label: auditGroups[group].label })),
  },
  { id: 'act', label: 'Event', kind: 'select', options: named.toSorted((a, b) => a.label.localeCompare(b.label)) },
  refFilter('actor_id', 'Person', '/v1/admin/users'),
  { id: 'from', label: 'From', kind: 'date' },
  { id: 'to', label: 'Until', kind: 'date' },
];

/** Exports all matching events, not only the shown page. */
function ExportButton() {
  const [params] = useSearchParams();
  const wanted = new URLSearchParams();
  for (const name of ['group', 'act', 'actor_id', 'from', 'to', 'search']) {
    const value = params.get(name);
    if (value) wanted.set(name, value);
  }
  return (
    <ButtonLink to={`/api/v1/admin/audit/export?${wanted}`} reloadDocument>
      Export all as CSV
    </ButtonLink>
  );
}

export default function AuditPage() {
  return (
    <AdminList
      of="GET /v1/admin/audit"
      title="Audit log"
      columns={columns}
      filters={filters}
      headActions={<ExportButton />}
      searchLabel="Search by record, such as TP-000007 or user 7"
      rowKey={(act) => act.id}
      rowName={(act) => `${actorName(act)}: ${auditEventLabel(act.act)}`}
      empty={{
        title: 'Actions by users and staff appear here.',
        text: 'Changes to rights, accounts, money and settings are recorded and cannot be deleted.',
      }}
    />
  );
}
