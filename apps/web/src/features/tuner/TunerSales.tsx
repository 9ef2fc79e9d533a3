import type { CallReply } from '@tuneport/contract/index';
import { purchaseMachine } from '@tuneport/domain/purchases/purchase-states';
import { stateOptions } from '@tuneport/domain/states/machine';
import { useCallback, useMemo } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { type Column, specOf } from '../../ui/list/list-columns.ts';
import type { FilterSpec, ListQuery } from '../../ui/list/list-state.ts';
import { useListAnswer } from '../../ui/list/useListAnswer.ts';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { loadTuner, type Tuner } from './load-tuner.ts';
import { TunerFrame } from './TunerFrame.tsx';

type Sale = CallReply<'GET /tune-sales'>['data'][number];

/** What has not been sold is not listed. */
const soldOptions = stateOptions(purchaseMachine).filter(
  ({ value }) => value !== 'pending_payment' && value !== 'cancelled',
);

const columns: readonly Column<Sale>[] = [
  {
    id: 'tune',
    label: 'Tune',
    cell: (sale) => sale.tune,
    csv: (sale) => sale.tune,
  },
  { id: 'vehicle', label: 'Car', cell: (sale) => sale.vehicle, csv: (sale) => sale.vehicle },
  {
    id: 'number',
    label: 'Sale',
    cell: (sale) => sale.number,
    csv: (sale) => sale.number,
    hideBelow: 800,
  },
  { id: 'at', label: 'Sold', cell: (sale) => <DateText at={sale.at} show="date" />, csv: (sale) => sale.at },
  {
    id: 'state',
    label: 'State',
    cell: (sale) => <StateBadge machine={purchaseMachine} state={sale.state} />,
    csv: (sale) => sale.state,
  },
  {
    id: 'price',
    label: 'Price',
    align: 'end',
    cell: (sale) => <MoneyText money={sale.price} />,
    csv: (sale) => sale.price.amount,
    hideBelow: 640,
  },
  {
    id: 'share',
    label: 'Your share',
    align: 'end',
    cell: (sale) => <MoneyText money={sale.share} />,
    csv: (sale) => `${sale.share.amount} ${sale.share.currency}`,
  },
];
const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: 'State',
    kind: 'select',
    options: soldOptions,
  },
  { id: 'from', label: 'From', kind: 'date' },
  { id: 'to', label: 'To', kind: 'date' },
];

export const meta = ({ loaderData }: { loaderData?: Tuner }) => [
  { title: pageTitle(loaderData ? `Sold tunes of ${loaderData.name}` : 'Sold tunes') },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => loadTuner(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadTuner(call, params);

export default function TunerSales() {
  const tuner = useLoaderData<typeof loader>();
  const { id } = tuner;
  const spec = useMemo(() => specOf(columns, filters), []);
  const fetchList = useCallback(
    (query: ListQuery, signal: AbortSignal) => call('GET /tune-sales', { query: { ...query, tuner: id }, signal }),
    [id],
  );
  const { answer, error, loading, reload, loadPage } = useListAnswer(fetchList, spec);
  return (
    <TunerFrame tuner={tuner}>
      <ListPage
        title="Sold tunes"
        columns={columns}
        filters={filters}
        searchLabel="Search tune or car"
        answer={answer}
        error={error}
        loading={loading}
        onRetry={reload}
        loadPage={loadPage}
        csvName="sold-tunes"
        rowKey={(sale) => sale.id}
        rowName={(sale) => sale.number}
        empty={{
          title: 'Your sold tunes appear here.',
          text: 'With their price and your share under the terms of that day.',
        }}
      />
    </TunerFrame>
  );
}
