import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { addressLine } from '../../ui/address/AddressText.tsx';
import { TextLink } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { KeyValue } from '../../ui/KeyValue.tsx';
import { Card } from '../../ui/Layout.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { StaffOrder, type StaffOrderRecord } from './StaffOrder.tsx';
import { OrderStateDot } from './transaction-labels.tsx';

export const meta = ({ loaderData }: { loaderData?: StaffOrderRecord }) => [
  { title: pageTitle(loaderData ? `Order ${loaderData.order.number}` : 'Order') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/orders/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the order" />;

export default function OrderPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Record key={loaded.order.id} loaded={loaded} />;
}

function Record({ loaded }: { loaded: StaffOrderRecord }) {
  const [record, setRecord] = useState(loaded);
  const { order } = record;
  return (
    <RecordFrame
      crumbs={[{ label: 'Orders', to: '/admin/orders' }]}
      title={order.number}
      about={
        <>
          <OrderStateDot state={order.state} /> · {order.billing.full_name}
        </>
      }
      side={<StaffOrder record={record} onChanged={setRecord} />}
    >
      <Card>
        <h2>Items</h2>
        <KeyValue
          rows={[
            ...order.lines.map(
              (line) => [`${line.quantity} × ${line.name}`, <MoneyText key={line.line} money={line.net} />] as const,
            ),
            ['Shipping', <MoneyText key="shipping" money={order.shipping} />],
            ...order.taxes.map(
              (tax) => [`${tax.name} ${tax.percent} %`, <MoneyText key={tax.name} money={tax.amount} />] as const,
            ),
            ['Total', <MoneyText key="total" money={order.total} />],
            ['Refunded', <MoneyText key="refunded" money={order.refunded} />],
          ]}
        />
        {record.transaction_id === null ? null : (
          <TextLink to={`/admin/transactions/${record.transaction_id}`}>Payment and refunds</TextLink>
        )}
      </Card>
      <Card>
        <h2>Buyer</h2>
        <KeyValue
          rows={[
            ['E-mail', order.email],
            ['Billed to', addressLine(order.billing)],
            ['Ship to', order.shipping_address ? addressLine(order.shipping_address) : 'Nothing ships'],
            ['Placed', <DateText key="placed" at={order.placed_at} show="both" />],
            ['Paid', order.paid_at ? <DateText key="paid" at={order.paid_at} show="both" /> : 'Not yet'],
          ]}
        />
      </Card>
    </RecordFrame>
  );
}
