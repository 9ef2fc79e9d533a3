import type { CallReply } from '@tuneport/contract/index';
import { purchaseMachine } from '@tuneport/domain/purchases/purchase-states';
import { stateOptions } from '@tuneport/domain/states/machine';
import { msg, t } from '@tuneport/domain/text/text';
import { useMemo } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { ServerList } from '../../shell/lists/ServerList.tsx';
import { pageTitle } from '../../shell/title.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import type { Column } from '../../ui/list/list-columns.ts';
import type { FilterSpec } from '../../ui/list/list-state.ts';
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
    label: msg('Tune'),
    cell: (sale) => sale.tune,
    csv: (sale) => sale.tune,
  },
  { id: 'vehicle', label: msg('Car'), cell: (sale) => sale.vehicle, csv: (sale) => sale.vehicle },
  {
    id: 'number',
    label: msg('Number'),
    cell: (sale) => sale.number,
    csv: (sale) => sale.number,
    hideBelow: 800,
  },
  { id: 'at', label: msg('Sold'), cell: (sale) => <DateText at={sale.at} show="date" />, csv: (sale) => sale.at },
  {
    id: 'state',
    label: msg('Status'),
    cell: (sale) => <StateBadge machine={purchaseMachine} state={sale.state} />,
    csv: (sale) => sale.state,
  },
  {
    id: 'price',
    label: msg('Price'),
    align: 'end',
    cell: (sale) => <MoneyText money={sale.price} />,
    csv: (sale) => sale.price.amount,
    hideBelow: 640,
  },
  {
    id: 'share',
    label: msg('Your share'),
    align: 'end',
    cell: (sale) => <MoneyText money={sale.share} />,
    csv: (sale) => `${sale.share.amount} ${sale.share.currency}`,
  },
];
const filters: readonly FilterSpec[] = [
  {
    id: 'state',
    label: msg('Status'),
    kind: 'select',
    options: soldOptions,
  },
  { id: 'sold', label: msg('Sold'), kind: 'range' },
];

export const meta = ({ loaderData }: { loaderData?: Tuner }) => [
  { title: pageTitle(loaderData ? t('Sold tunes of {name}', { name: loaderData.name }) : t('Sold tunes')) },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => loadTuner(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => loadTuner(call, params);

export default function TunerSales() {
  const tuner = useLoaderData<typeof loader>();
  const { id } = tuner;
  const fixed = useMemo(() => ({ tuner: id }), [id]);
  return (
    <TunerFrame tuner={tuner}>
      <ServerList
        of="GET /tune-sales"
        fixed={fixed}
        title={t('Sold tunes')}
        columns={columns}
        filters={filters}
        searchLabel={t('Search tune or car')}
        csvName="sold-tunes"
        rowKey={(sale) => sale.id}
        rowName={(sale) => sale.number}
        empty={{
          title: t('Your sold tunes appear here.'),
          text: t('With the price and your share under the terms in effect that day.'),
        }}
      />
    </TunerFrame>
  );
}
