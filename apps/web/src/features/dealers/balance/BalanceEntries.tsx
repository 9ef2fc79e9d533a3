import type { CallReply } from '@tuneport/contract/index';
import { msg, t } from '@tuneport/domain/text/text';
import { useCallback, useMemo } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { ListPage } from '../../../ui/list/ListPage.tsx';
import { type Column, specOf } from '../../../ui/list/list-columns.ts';
import type { FilterSpec, ListQuery } from '../../../ui/list/list-state.ts';
import { useListAnswer } from '../../../ui/list/useListAnswer.ts';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import type { Dealer } from '../load-dealer.ts';

type Entry = CallReply<'GET /v1/dealers/:id/entries'>['data'][number];

const filtersOn = (today: string): readonly FilterSpec[] => [
  { id: 'date', label: msg('Date'), kind: 'range', today },
  { id: 'currency', label: msg('Currency'), kind: 'text' },
];
const columns: readonly Column<Entry>[] = [
  { id: 'at', label: msg('Date'), cell: (entry) => <DateText at={entry.at} show="date" />, csv: (entry) => entry.at },
  { id: 'label', label: msg('Entry'), cell: (entry) => entry.label, csv: (entry) => entry.label },
  {
    id: 'account',
    label: msg('Account'),
    cell: (entry) => (entry.account === 'account' ? t('On account') : t('Prepaid')),
    csv: (entry) => entry.account,
    hideBelow: 800,
  },
  {
    id: 'amount',
    label: msg('Amount'),
    align: 'end',
    cell: (entry) => <MoneyText money={entry.amount} />,
    csv: (entry) => entry.amount.amount,
  },
  {
    id: 'balance',
    label: msg('Balance after'),
    align: 'end',
    cell: (entry) => <MoneyText money={entry.balance} />,
    csv: (entry) => entry.balance.amount,
    hideBelow: 640,
  },
];

/** Every purchase on account and payment, with the balance after it. */
export function BalanceEntries({ dealer: { id, today } }: { dealer: Dealer }) {
  const filters = useMemo(() => filtersOn(today), [today]);
  const spec = useMemo(() => specOf(columns, filters), [filters]);
  const fetchList = useCallback(
    (query: ListQuery, signal: AbortSignal) => call('GET /v1/dealers/:id/entries', { params: { id }, query, signal }),
    [id],
  );
  const { answer, error, loading, reload, loadPage } = useListAnswer(fetchList, spec);
  return (
    <ListPage
      title={t('Entries')}
      heading="h2"
      columns={columns}
      filters={filters}
      answer={answer}
      error={error}
      loading={loading}
      onRetry={reload}
      loadPage={loadPage}
      csvName="balance-entries"
      rowKey={(entry) => entry.id}
      rowName={(entry) => entry.label}
      empty={{ title: t('Purchases on account and payments appear here.'), text: t('Each with the balance after it.') }}
    />
  );
}
