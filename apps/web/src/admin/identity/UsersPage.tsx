import { roleName, roleNames, roles, userFlags } from '@tuneport/domain/identity/permissions';
import { flagInfo } from '@tuneport/domain/settings/flag-info';
import { pageTitle } from '../../shell/title.ts';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';
import css from './identity-admin.module.css';

export const meta = () => [{ title: pageTitle('Users') }];

type User = RowOf<'GET /v1/admin/users'>;

const flagNames = (user: User) => user.f.map((flag) => flagInfo[flag].name).join(', ');

export function UserState({ user }: { user: Pick<User, 'banned' | 'deleted' | 'email_confirmed'> }) {
  if (user.deleted) return <StateDot hollow>Deleted</StateDot>;
  if (user.banned) return <StateDot tone="bad">Banned</StateDot>;
  if (!user.email_confirmed) return <StateDot hollow>Unconfirmed</StateDot>;
  return <StateDot tone="good">Active</StateDot>;
}

const columns: readonly Column<User>[] = [
  { id: 'name', label: 'Name', sortable: true, cell: (user) => user.name, csv: (user) => user.name },
  { id: 'email', label: 'E-mail', sortable: true, cell: (user) => user.email, csv: (user) => user.email },
  {
    id: 'role',
    label: 'Role',
    sortable: true,
    group: true,
    cell: (user) => roleName(user.role),
    csv: (user) => roleName(user.role),
  },
  {
    id: 'f',
    label: 'Rights',
    cell: (user) => <span className={css.flags}>{flagNames(user) || '–'}</span>,
    csv: flagNames,
    hideBelow: 1000,
  },
  {
    id: 'state',
    label: 'Status',
    cell: (user) => <UserState user={user} />,
    csv: (user) =>
      user.deleted ? 'deleted' : user.banned ? 'banned' : user.email_confirmed ? 'active' : 'unconfirmed',
  },
  {
    id: 'second_factor',
    label: 'Second factor',
    cell: (user) => (user.second_factor ? 'Yes' : '–'),
    csv: (user) => (user.second_factor ? 'yes' : 'no'),
    hideBelow: 1000,
  },
  {
    id: 'created_at',
    label: 'Registered',
    sortable: true,
    cell: (user) => <DateText at={user.created_at} show="date" />,
    csv: (user) => user.created_at,
    hideBelow: 800,
  },
  {
    id: 'last_seen_at',
    label: 'Last seen',
    sortable: true,
    cell: (user) => (user.last_seen_at ? <DateText at={user.last_seen_at} show="relative" /> : '–'),
    csv: (user) => user.last_seen_at ?? '',
    hideBelow: 800,
  },
];

const filters: readonly FilterSpec[] = [
  {
    id: 'role',
    label: 'Role',
    kind: 'select',
    options: roleNames.map((name) => ({ value: String(roles[name]), label: name })),
    many: true,
  },
  {
    id: 'flag',
    label: 'Right',
    kind: 'select',
    options: userFlags.map((flag) => ({ value: flag, label: flagInfo[flag].name })),
  },
  { id: 'registered', label: 'Registered', kind: 'range' },
  { id: 'banned', label: 'Banned', kind: 'boolean', yes: 'Banned', no: 'Not banned' },
];

export default function UsersPage() {
  return (
    <AdminList
      of="GET /v1/admin/users"
      title="Users"
      columns={columns}
      filters={filters}
      defaultSort="-created_at"
      searchLabel="Search name or e-mail"
      rowKey={(user) => user.id}
      rowName={(user) => user.name}
      rowLink={(user) => `/admin/users/${user.id}`}
      empty={{ title: 'Everyone with an account appears here.' }}
    />
  );
}
