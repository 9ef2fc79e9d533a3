import type { CallInput, CallReply } from '@tuneport/contract/index';
import { call } from '../../platform/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { DateText } from '../../ui/DateText.tsx';
import { Container } from '../../ui/Layout.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { type Column, specOf } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { type ListFetch, useListAnswer } from '../../ui/list/useListAnswer.ts';
import { MailStateDot, mailStateFilter, mailStateWord } from './mail-state.tsx';
import css from './operations.module.css';

export const meta = () => [{ title: pageTitle('Sent mail') }];

type Mail = CallReply<'GET /v1/admin/mail'>['data'][number];

const columns: readonly Column<Mail>[] = [
  {
    id: 'subject',
    label: 'Subject',
    cell: (mail) => mail.subject,
    csv: (mail) => mail.subject,
  },
  { id: 'to', label: 'To', cell: (mail) => mail.to_address, csv: (mail) => mail.to_address, hideBelow: 640 },
  { id: 'kind', label: 'Kind', cell: (mail) => mail.kind, csv: (mail) => mail.kind, hideBelow: 1000 },
  {
    id: 'state',
    label: 'State',
    cell: (mail) => <MailStateDot state={mail.state} />,
    csv: (mail) => mailStateWord(mail.state),
  },
  {
    id: 'created_at',
    label: 'Written',
    cell: (mail) => <DateText at={mail.created_at} />,
    csv: (mail) => mail.created_at,
    hideBelow: 800,
  },
];
const filters: readonly FilterSpec[] = [mailStateFilter, { id: 'kind', label: 'Kind', kind: 'text' }];
const spec = specOf(columns, filters);
const fetchList: ListFetch<Mail> = (query, signal) =>
  call('GET /v1/admin/mail', { query: query as CallInput<'GET /v1/admin/mail'>['query'], signal });

export default function MailList() {
  const { answer, error, loading, reload, loadPage } = useListAnswer(fetchList, spec);
  return (
    <Container className={css.page}>
      <ListPage
        title="Sent mail"
        columns={columns}
        filters={filters}
        searchLabel="Search address or subject"
        answer={answer}
        loading={loading}
        error={error}
        onRetry={reload}
        loadPage={loadPage}
        rowKey={(mail) => mail.id}
        rowName={(mail) => `${mail.subject}, to ${mail.to_address}`}
        rowLink={(mail) => `/admin/mail/${mail.id}`}
        empty={{
          title: 'Mails appear here as soon as one is written.',
          text: 'Without a mail server they are kept here to be read; with one, this is the record of what was sent.',
        }}
      />
    </Container>
  );
}
