import { type MailKind, mailKindNames, mailKinds } from '@tuneport/domain/site/mail-kinds';
import { pageTitle } from '../../shell/title.ts';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { AdminList, type RowOf } from '../AdminList.tsx';
import { MailStateDot, mailStateFilter, mailStateWord } from './mail-state.tsx';

export const meta = () => [{ title: pageTitle('Mail') }];

type Mail = RowOf<'GET /v1/admin/mail'>;

/** A kind that was removed is shown by its name. */
const kindLabel = (kind: string) =>
  mailKindNames.includes(kind as MailKind) ? mailKinds[kind as MailKind].label : kind;

const columns: readonly Column<Mail>[] = [
  {
    id: 'subject',
    label: 'Subject',
    cell: (mail) => mail.subject,
    csv: (mail) => mail.subject,
  },
  { id: 'to', label: 'To', sortable: true, cell: (mail) => mail.to_address, csv: (mail) => mail.to_address },
  {
    id: 'kind',
    label: 'Kind',
    sortable: true,
    group: true,
    cell: (mail) => kindLabel(mail.kind),
    csv: (mail) => mail.kind,
    hideBelow: 1000,
  },
  {
    id: 'state',
    label: 'Status',
    sortable: true,
    group: true,
    cell: (mail) => <MailStateDot state={mail.state} />,
    csv: (mail) => mailStateWord(mail.state),
  },
  {
    id: 'created_at',
    label: 'Created',
    sortable: true,
    cell: (mail) => <DateText at={mail.created_at} />,
    csv: (mail) => mail.created_at,
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [
  mailStateFilter,
  { id: 'created', label: 'Created', kind: 'range' },
  {
    id: 'kind',
    label: 'Kind',
    kind: 'select',
    options: mailKindNames.map((value) => ({ value, label: mailKinds[value].label })),
  },
];

export default function MailList() {
  return (
    <AdminList
      of="GET /v1/admin/mail"
      title="Mail"
      columns={columns}
      filters={filters}
      searchLabel="Search address or subject"
      rowKey={(mail) => mail.id}
      rowName={(mail) => `${mail.subject}, to ${mail.to_address}`}
      rowLink={(mail) => `/admin/mail/${mail.id}`}
      empty={{
        title: 'E-mails to customers and staff appear here.',
        text: 'Without a mail server they are stored here and not sent. Set MAIL_URL to send them.',
      }}
    />
  );
}
