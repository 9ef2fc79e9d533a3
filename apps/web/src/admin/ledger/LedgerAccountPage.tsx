import type { CallReply } from '@tuneport/contract/index';
import { type ClientLoaderFunctionArgs, Form, useLoaderData, useNavigate, useNavigation } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { fromLocalTime, toLocalTime } from '../../ui/form/local-time.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import { ListTable } from '../../ui/list/table/ListTable.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { Stat } from '../../ui/text/Stat.tsx';
import { PageHead } from '../PageHead.tsx';
import { subjectPage } from '../record/subject.ts';
import { TableSection } from '../TableSection.tsx';
import css from './ledger.module.css';
import { kindName, ownerName, unitName } from './ledger-labels.ts';

export const meta = () => [{ title: pageTitle('Ledger account') }];

type AccountReply = CallReply<'GET /v1/admin/ledger/accounts/:id'>;
type Entry = AccountReply['entries'][number];
type Hold = AccountReply['pending'][number];

export async function clientLoader({ params, request }: ClientLoaderFunctionArgs) {
  const at = new URL(request.url).searchParams.get('at') ?? undefined;
  return call('GET /v1/admin/ledger/accounts/:id', { params: { id: Number(params.id) }, query: { at, entries: 500 } });
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Container width="full" className={css.page}>
      <Skeleton lines={12} label="Loading the account" />
    </Container>
  );
}

function Subject({ subject }: { subject: string }) {
  const to = subjectPage(subject);
  if (!to) return ownerName(subject);
  return (
    <TextLink quiet to={to} discover="none">
      {ownerName(subject)}
    </TextLink>
  );
}

const what = ({ kind, memo, reason }: { kind: string; memo: string | null; reason?: string | null }) => (
  <span className={css.what}>
    {kindName(kind)}
    {memo || reason ? <span className={css.quiet}>{[memo, reason].filter(Boolean).join(' · ')}</span> : null}
  </span>
);

const entryColumns: readonly Column<Entry>[] = [
  { id: 'at', label: 'When', cell: (entry) => <DateText at={entry.at} />, width: 170 },
  { id: 'kind', label: 'What', cell: what },
  { id: 'subject', label: 'For', cell: (entry) => <Subject subject={entry.subject} /> },
  {
    id: 'against',
    label: 'Counter-account',
    cell: (entry) =>
      entry.against
        .map(({ label, owner, owner_name }) => (owner === 'house' ? label : `${label}, ${owner_name}`))
        .join('; '),
    hideBelow: 1000,
  },
  {
    id: 'amount',
    label: 'Amount',
    align: 'end',
    cell: (entry) => <MoneyText money={entry.amount} hideCurrency signed />,
  },
  {
    id: 'balance',
    label: 'Balance',
    align: 'end',
    cell: (entry) => <MoneyText money={entry.balance} hideCurrency />,
    hideBelow: 640,
  },
  { id: 'transfer', label: 'Transfer', align: 'end', cell: (entry) => entry.transfer_id, hideBelow: 1000 },
];

const holdColumns: readonly Column<Hold>[] = [
  { id: 'at', label: 'Since', cell: (hold) => <DateText at={hold.at} />, width: 170 },
  { id: 'kind', label: 'What', cell: what },
  { id: 'subject', label: 'For', cell: (hold) => <Subject subject={hold.subject} /> },
  { id: 'expires_at', label: 'Until', cell: (hold) => <DateText at={hold.expires_at} />, hideBelow: 640 },
  {
    id: 'amount',
    label: 'Amount',
    align: 'end',
    cell: (hold) => <MoneyText money={hold.amount} hideCurrency signed />,
  },
];

export default function LedgerAccountPage() {
  const data = useLoaderData<typeof clientLoader>();
  const { account } = data;
  const unit = unitName(account.unit);
  const name = `${account.label}, ${account.owner_name}`;
  const owner = subjectPage(account.owner);
  const figure = (amount: AccountReply['opening']) => <MoneyText money={{ ...amount, currency: unit }} big />;
  return (
    <Container width="full" className={css.page}>
      <PageHead
        crumbs={[{ label: 'Ledger', to: '/admin/ledger' }, { label: name }]}
        title={name}
        about={
          owner ? (
            <TextLink to={owner} discover="none">
              {account.owner_name}
            </TextLink>
          ) : null
        }
      >
        <MomentForm key={data.at} at={data.at} />
      </PageHead>
      <div className={css.figures}>
        <Stat label="Opening" note={data.earlier > 0 ? `${data.earlier} earlier entries` : 'No earlier entries'}>
          {figure(data.opening)}
        </Stat>
        <Stat label="Balance at that time" note={<DateText at={data.at} />}>
          {figure(data.closing)}
        </Stat>
        <Stat
          label="Current balance"
          note={account.limit ? <>Limit {<MoneyText money={account.limit} hideCurrency />}</> : 'No limit'}
        >
          {figure(account.balance)}
        </Stat>
      </div>
      <TableSection title="Entries" none={data.entries.length === 0 ? 'No entries up to that time.' : null}>
        <ListTable
          caption="Entries, oldest first"
          columns={entryColumns}
          rows={data.entries}
          rowKey={(entry) => `${entry.transfer_id} ${entry.balance.amount} ${entry.amount.amount}`}
          rowName={(entry) => `${kindName(entry.kind)}, ${entry.subject}`}
          {...plain}
        />
      </TableSection>
      <TableSection title="Pending" none={data.pending.length === 0 ? 'No pending holds.' : null}>
        <ListTable
          caption="Open holds"
          columns={holdColumns}
          rows={data.pending}
          rowKey={(hold) => hold.transfer_id}
          rowName={(hold) => `${kindName(hold.kind)}, ${hold.subject}`}
          {...plain}
        />
      </TableSection>
    </Container>
  );
}

const plain = { sort: null, onSort: () => {}, stale: false };

/** The time is in the URL, so that an explanation can be shared. */
function MomentForm({ at }: { at: string }) {
  const navigate = useNavigate();
  const busy = useNavigation().state === 'loading';
  return (
    <Form
      className={css.moment}
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = String(new FormData(event.currentTarget).get('at') ?? '');
        void navigate(wanted === '' ? '?' : `?at=${encodeURIComponent(fromLocalTime(wanted))}`);
      }}
    >
      <TextField label="Point in time" type="datetime-local" name="at" step={1} defaultValue={toLocalTime(at)} />
      <Button type="submit" busy={busy}>
        Explain
      </Button>
    </Form>
  );
}
