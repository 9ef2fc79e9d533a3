import { useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { addressLine } from '../../ui/address/AddressText.tsx';
import { TextLink } from '../../ui/controls/Button.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { RecordTimeline } from '../record/timeline/RecordTimeline.tsx';
import { BuyerCard, BuyerLink } from './BuyerCard.tsx';
import { SoldTable } from './SoldTable.tsx';
import { StaffOrder, type StaffOrderRecord } from './StaffOrder.tsx';
import { soldByOrder } from './sold-items.ts';
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
          <OrderStateDot state={order.state} /> · <BuyerLink user={record.user} name={order.billing.full_name} />
        </>
      }
      side={<StaffOrder record={record} onChanged={setRecord} />}
    >
      <Card>
        <h2>Items</h2>
        <SoldTable {...soldByOrder(order)} />
        <Row>
          {order.invoice_number === null ? null : (
            <TextLink to={`/profile/${order.id}/snapshot`} discover="none">
              Invoice {order.invoice_number}
            </TextLink>
          )}
          {record.transaction_id === null ? null : (
            <TextLink to={`/admin/transactions/${record.transaction_id}`}>Payment and refunds</TextLink>
          )}
        </Row>
      </Card>
      <BuyerCard
        user={record.user}
        dealer={record.dealer}
        email={order.email}
        billing={order.billing}
        more={[
          ['Ship to', order.shipping_address ? addressLine(order.shipping_address) : 'Nothing ships'],
          ['Placed', <DateText key="placed" at={order.placed_at} show="both" />],
          ['Paid', order.paid_at ? <DateText key="paid" at={order.paid_at} show="both" /> : 'Not yet'],
        ]}
      />
      <Card>
        <h2>Activity</h2>
        <RecordTimeline of={{ kind: 'order', id: order.id }} since={`${order.state} ${record.history.length}`} />
      </Card>
    </RecordFrame>
  );
}
