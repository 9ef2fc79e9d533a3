import { pageTitle } from '../../shell/title.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { actDetail } from './act-detail.ts';
import { actName, actNames } from './act-names.ts';
import css from './identity-admin.module.css';

export const meta = () => [{ title: pageTitle('Audit log') }];

type Act = RowOf<'GET /v1/admin/audit'>;

const actorName = (act: Act) => act.actor_name ?? (act.actor_id === null ? 'System' : `User ${act.actor_id}`);

const detailText = (act: Act) => actDetail(act.detail);

/** "sale:7" in readable form: "Sale 7". */
const subjectText = (subject: string) => {
  const words = subject.replace(':', ' ').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function Subject({ act }: { act: Act }) {
  const user = /^user:(\d+)$/.exec(act.subject)?.[1];
  if (!user) return subjectText(act.subject);
  return (
    <TextLink quiet to={`/admin/users/${user}`} discover="none">
      User {user}
    </TextLink>
  );
}

const columns: readonly Column<Act>[] = [
  { id: 'at', label: 'When', cell: (act) => <DateText at={act.at} />, csv: (act) => act.at, width: 170 },
  { id: 'actor', label: 'Who', cell: actorName, csv: actorName },
  { id: 'act', label: 'What', cell: (act) => actName(act.act), csv: (act) => act.act },
  { id: 'subject', label: 'To', cell: (act) => <Subject act={act} />, csv: (act) => act.subject },
  {
    id: 'detail',
    label: 'Detail',
    cell: (act) => (
      <span className={css.detail} title={detailText(act)}>
        {detailText(act) || '–'}
      </span>
    ),
    csv: detailText,
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [
  {
    id: 'act',
    label: 'What',
    kind: 'select',
    options: Object.entries(actNames).map(([value, label]) => ({ value, label })),
  },
  { id: 'actor_id', label: 'User number', kind: 'text' },
];

export default function AuditPage() {
  return (
    <AdminList
      of="GET /v1/admin/audit"
      title="Audit log"
      columns={columns}
      filters={filters}
      searchLabel="Search by record, such as user:7"
      rowKey={(act) => act.id}
      rowName={(act) => `${actorName(act)}: ${actName(act.act)}`}
      empty={{
        title: 'Actions by users and staff appear here.',
        text: 'Changes to rights, accounts, money and settings are recorded and cannot be deleted.',
      }}
    />
  );
}
