import type { CallReply } from '@tuneport/contract/index';
import type { PayoutRunState, PayoutState } from '@tuneport/domain/ledger/payout-states';
import { msg, t } from '@tuneport/domain/text/text';
import { useMemo } from 'react';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { type Column, specOf } from '../../ui/list/list-columns.ts';
import { type ListFetch, useListAnswer } from '../../ui/list/useListAnswer.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { GroupState, TransferState } from './earnings-labels.tsx';
import { groupPath, type PartyPaths, transferPath } from './earnings-types.ts';

type Unified = CallReply<'GET /v1/affiliates/:id/unified-transfers'>['data'][number];

const columns: readonly Column<Unified>[] = [
  { id: 'number', label: msg('Number'), cell: (row) => row.number, csv: (row) => row.number },
  {
    id: 'kind',
    label: msg('Kind'),
    cell: (row) => (row.kind === 'group' ? t('Transfer group') : t('Transfer')),
    csv: (row) => row.kind,
    hideBelow: 640,
  },
  {
    id: 'state',
    label: msg('Status'),
    cell: (row) =>
      row.kind === 'group' ? (
        <GroupState state={row.state as PayoutRunState} />
      ) : (
        <TransferState state={row.state as PayoutState} />
      ),
    csv: (row) => row.state,
  },
  { id: 'at', label: msg('Date'), cell: (row) => <DateText at={row.at} show="date" />, csv: (row) => row.at },
  {
    id: 'amount',
    label: msg('Amount'),
    align: 'end',
    cell: (row) => <MoneyText money={row.amount} />,
    csv: (row) => `${row.amount.amount} ${row.amount.currency}`,
  },
];

/** Single transfers and transfer groups in one list. `fetchList` must be referentially stable. */
export function UnifiedList({ fetchList, paths }: { fetchList: ListFetch<Unified>; paths: PartyPaths }) {
  const spec = useMemo(() => specOf(columns, []), []);
  const { answer, error, loading, reload, loadPage } = useListAnswer(fetchList, spec);
  return (
    <ListPage
      title={t('Disbursements')}
      columns={columns}
      answer={answer}
      error={error}
      loading={loading}
      onRetry={reload}
      loadPage={loadPage}
      csvName="disbursements"
      rowKey={(row) => `${row.kind}-${row.id}`}
      rowName={(row) => row.number}
      rowLink={(row) => (row.kind === 'group' ? groupPath(paths, row.id) : transferPath(paths, row.id))}
      empty={{
        title: t('Payouts to you appear here.'),
        text: t('We send available earnings on the first of each month, once the minimum is reached.'),
      }}
    />
  );
}
