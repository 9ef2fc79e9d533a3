import { payoutMachine } from '@tuneport/domain/ledger/payout-states';
import { stateOptions } from '@tuneport/domain/states/machine';
import { msg, t } from '@tuneport/domain/text/text';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { type Column, specOf } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { type ListFetch, useListAnswer } from '../../ui/list/useListAnswer.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { TransferState } from './earnings-labels.tsx';
import { groupPath, type ListedTransfer, type PartyPaths, transferPath } from './earnings-types.ts';

const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: msg('Status'),
    kind: 'select',
    options: stateOptions(payoutMachine),
  },
];

const columnsOf = (paths: PartyPaths): readonly Column<ListedTransfer>[] => [
  {
    id: 'number',
    label: msg('Transfer'),
    cell: (transfer) => transfer.number,
    csv: (transfer) => transfer.number,
  },
  {
    id: 'entries',
    label: msg('Entries'),
    align: 'end',
    cell: (transfer) => transfer.entries,
    csv: (transfer) => transfer.entries,
    hideBelow: 640,
  },
  {
    id: 'state',
    label: msg('Status'),
    cell: (transfer) => <TransferState state={transfer.state} />,
    csv: (transfer) => transfer.state,
  },
  {
    id: 'at',
    label: msg('Sent'),
    cell: (transfer) => (transfer.sent_at ? <DateText at={transfer.sent_at} show="date" /> : t('Not yet')),
    csv: (transfer) => transfer.sent_at ?? '',
  },
  {
    id: 'group',
    label: msg('Group'),
    cell: (transfer) =>
      transfer.group ? (
        <Link to={groupPath(paths, transfer.group.id)} discover="none">
          {transfer.group.number}
        </Link>
      ) : (
        ''
      ),
    csv: (transfer) => transfer.group?.number ?? '',
    hideBelow: 640,
  },
  {
    id: 'reference',
    label: msg('Reference'),
    cell: (transfer) => transfer.reference,
    csv: (transfer) => transfer.reference,
    hideBelow: 800,
  },
  {
    id: 'amount',
    label: msg('Amount'),
    align: 'end',
    cell: (transfer) => <MoneyText money={transfer.amount} />,
    csv: (transfer) => `${transfer.amount.amount} ${transfer.amount.currency}`,
  },
];

/** Payouts to a party. `fetchList` must be referentially stable. */
export function TransfersList({ fetchList, paths }: { fetchList: ListFetch<ListedTransfer>; paths: PartyPaths }) {
  const columns = useMemo(() => columnsOf(paths), [paths]);
  const spec = useMemo(() => specOf(columns, filters), [columns]);
  const { answer, error, loading, reload, loadPage } = useListAnswer(fetchList, spec);
  return (
    <ListPage
      title={t('Transfers')}
      columns={columns}
      filters={filters}
      answer={answer}
      error={error}
      loading={loading}
      onRetry={reload}
      loadPage={loadPage}
      csvName="transfers"
      rowKey={(transfer) => transfer.id}
      rowName={(transfer) => transfer.number}
      rowLink={(transfer) => transferPath(paths, transfer.id)}
      empty={{
        title: t('Transfers to you appear here.'),
        text: t('We send available earnings; they take a few days to arrive.'),
      }}
    />
  );
}
