import { earningStateLabels, earningStates } from '@tuneport/domain/ledger/earnings';
import { payoutNumber } from '@tuneport/domain/ledger/payout-states';
import { msg, t, tIn } from '@tuneport/domain/text/text';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { type Column, specOf } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
import { type ListFetch, useListAnswer } from '../../ui/list/useListAnswer.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { dateText } from '../../ui/text/date-text.ts';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { isNegative } from '../../ui/text/money-text.ts';
import { DisputeCell } from '../partners/DisputeCell.tsx';
import { DisputesCard } from '../partners/DisputesCard.tsx';
import { EntryState, SaleName } from './earnings-labels.tsx';
import { type Entry, type PartyPaths, transferPath } from './earnings-types.ts';

const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: msg('Status'),
    kind: 'select',
    options: earningStates.map((value) => ({ value, label: earningStateLabels[value] })),
  },
  { id: 'from', label: msg('From'), kind: 'date' },
  { id: 'to', label: msg('To'), kind: 'date' },
  { id: 'currency', label: msg('Currency'), kind: 'text' },
];

const columnsOf = (paths: PartyPaths, holder: string, onDisputed: () => void): readonly Column<Entry>[] => [
  {
    id: 'title',
    label: tIn('transaction', 'Sale'),
    cell: (entry) => <SaleName title={entry.title} number={entry.number} />,
    csv: (entry) => entry.title,
  },
  { id: 'number', label: msg('Number'), cell: (entry) => entry.number, csv: (entry) => entry.number, optional: true },
  { id: 'rule', label: msg('Rule'), cell: (entry) => entry.rule, csv: (entry) => entry.rule, hideBelow: 1000 },
  { id: 'at', label: msg('Booked'), cell: (entry) => <DateText at={entry.at} show="date" />, csv: (entry) => entry.at },
  {
    id: 'state',
    label: msg('Status'),
    cell: (entry) =>
      isNegative(entry.open.amount) ? (
        <StateDot tone="careful">{t('Refunded after payout')}</StateDot>
      ) : (
        <EntryState state={entry.state} />
      ),
    csv: (entry) => entry.state,
  },
  {
    id: 'expected',
    label: msg('Expected'),
    cell: (entry) =>
      entry.expected_at === null ? (
        entry.state === 'pending' ? (
          t('After delivery')
        ) : (
          '–'
        )
      ) : (
        <span
          title={
            entry.available_at === null
              ? undefined
              : t('On hold until {date}', { date: dateText(new Date(entry.available_at), 'utc', false) })
          }
        >
          <DateText at={entry.expected_at} show="date" />
        </span>
      ),
    csv: (entry) => entry.expected_at ?? '',
    hideBelow: 800,
  },
  {
    id: 'reversals',
    label: msg('Reversed'),
    align: 'end',
    cell: (entry) =>
      entry.reversals.map(({ at, amount }) => (
        <span key={at} title={at.slice(0, 10)}>
          <MoneyText money={amount} hideCurrency />
        </span>
      )),
    csv: (entry) => entry.reversals.map(({ at, amount }) => `${at} ${amount.amount}`).join('; '),
    hideBelow: 1000,
  },
  {
    id: 'transfer',
    label: msg('Transfer'),
    cell: (entry) =>
      entry.transfer_id === null ? (
        '–'
      ) : (
        <Link to={transferPath(paths, entry.transfer_id)} discover="none">
          {payoutNumber(entry.transfer_id)}
        </Link>
      ),
    csv: (entry) => (entry.transfer_id === null ? '' : payoutNumber(entry.transfer_id)),
  },
  {
    id: 'amount',
    label: msg('Your share'),
    align: 'end',
    cell: (entry) => <MoneyText money={isNegative(entry.open.amount) ? entry.open : entry.amount} />,
    csv: (entry) => {
      const { amount, currency } = isNegative(entry.open.amount) ? entry.open : entry.amount;
      return `${amount} ${currency}`;
    },
  },
  {
    id: 'dispute',
    label: msg('Dispute'),
    align: 'end',
    cell: (entry) => (
      <DisputeCell
        holder={holder}
        account="earning"
        line={entry.id.slice(0, entry.id.lastIndexOf(':'))}
        label={entry.number}
        amount={entry.amount}
        dispute={entry.dispute}
        mayDispute={entry.may_dispute}
        onDisputed={onDisputed}
      />
    ),
    csv: (entry) => (entry.dispute === null ? '' : String(entry.dispute.id)),
  },
];

type Props = {
  fetchList: ListFetch<Entry>;
  paths: PartyPaths;
  /** The party as the ledger names it. */
  holder: string;
};

/** Earnings of a party per sale, with filters and a download. `fetchList` must be referentially stable. */
export function EntriesList({ fetchList, paths, holder }: Props) {
  const [disputed, setDisputed] = useState(0);
  const again = useRef(() => {});
  const columns = useMemo(
    () =>
      columnsOf(paths, holder, () => {
        again.current();
        setDisputed((count) => count + 1);
      }),
    [paths, holder],
  );
  const spec = useMemo(() => specOf(columns, filters), [columns]);
  const { answer, error, loading, reload, loadPage } = useListAnswer(fetchList, spec);
  again.current = reload;
  return (
    <>
      <ListPage
        title={t('Entries')}
        columns={columns}
        filters={filters}
        answer={answer}
        error={error}
        loading={loading}
        onRetry={reload}
        loadPage={loadPage}
        csvName="earnings"
        rowKey={(entry) => entry.id}
        rowName={(entry) => entry.number}
        empty={{
          title: t('Each sale appears here once it is delivered.'),
          text: t('With your share and its status.'),
        }}
      />
      <DisputesCard holder={holder} version={disputed} onWithdrawn={reload} />
    </>
  );
}
