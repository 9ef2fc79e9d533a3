import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { addressLine } from '../../ui/address/AddressText.tsx';
import { TextLink } from '../../ui/controls/Button.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { StaffOrder, type StaffOrderRecord } from './StaffOrder.tsx';
import { lineLabel, OrderStateDot } from './transaction-labels.tsx';
import css from './transactions.module.css';

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
        <OrderSums order={order} />
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

/** Lines and totals of an order as a column of amounts; the currency is in the header. */
function OrderSums({ order }: { order: StaffOrderRecord['order'] }) {
  const sums = [
    ['Shipping', order.shipping],
    ...order.taxes.map((tax) => [`${tax.name} ${tax.percent} %`, tax.amount] as const),
    ['Total', order.total],
    ...(/[1-9]/.test(order.refunded.amount) ? [['Refunded', order.refunded] as const] : []),
  ] as const;
  return (
    <table className={css.sums}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
          <th scope="col">{order.total.currency}</th>
        </tr>
      </thead>
      <tbody>
        {order.lines.map((line) => (
          <tr key={line.line}>
            <td>
              {lineLabel(line)}
              {line.cancelled === 0 ? null : <small className={css.cancelled}>{line.cancelled} cancelled</small>}
            </td>
            <td>{line.quantity}</td>
            <td>
              <MoneyText money={line.net} hideCurrency />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums.map(([name, money]) => (
          <tr key={name} data-total={name === 'Total' || undefined}>
            <th scope="row" colSpan={2}>
              {name}
            </th>
            <td>
              <MoneyText money={money} hideCurrency />
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}
