import type { CallReply } from '@tuneport/contract/index';
import { purchaseMachine } from '@tuneport/domain/purchases/purchase-states';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { RecordTimeline } from '../record/timeline/RecordTimeline.tsx';
import { BuyerCard } from './BuyerCard.tsx';
import { SoldTable } from './SoldTable.tsx';
import { soldByPurchase } from './sold-items.ts';

type Loaded = CallReply<'GET /v1/admin/purchases/:id'>;

export const meta = ({ loaderData }: { loaderData?: Loaded }) => [
  { title: pageTitle(loaderData ? `Purchase ${loaderData.purchase.number}` : 'Purchase') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/purchases/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the purchase" />;

/** A purchase of tunes, also one that tune credits paid for and that has no transaction. */
export default function PurchasePage() {
  const { purchase, user, transactions } = useLoaderData<typeof clientLoader>();
  return (
    <RecordFrame
      key={purchase.id}
      crumbs={[{ label: 'Transactions', to: '/admin/transactions?kind=tunes' }]}
      title={purchase.number}
      about={
        <>
          <StateBadge machine={purchaseMachine} state={purchase.state} /> · {purchase.vehicle}
        </>
      }
      side={
        <Card>
          <h2>Activity</h2>
          <RecordTimeline of={{ kind: 'purchase', id: purchase.id }} />
        </Card>
      }
    >
      <Card>
        <h2>Items</h2>
        <SoldTable {...soldByPurchase(purchase)} />
        <Row>
          {purchase.invoice_number === null ? null : (
            <TextLink to={`/profile/purchases/${purchase.id}/snapshot`} discover="none">
              Invoice {purchase.invoice_number}
            </TextLink>
          )}
          {transactions.map((id) => (
            <TextLink key={id} to={`/admin/transactions/${id}`} discover="none">
              Payment and refunds
            </TextLink>
          ))}
        </Row>
        {transactions.length === 0 ? <p>No payment: tune credits or a discount paid for all of it.</p> : null}
      </Card>
      <BuyerCard
        user={user}
        dealer={purchase.dealer}
        email={purchase.email}
        billing={purchase.billing}
        more={[['Placed', <DateText key="placed" at={purchase.placed_at} show="both" />]]}
      />
    </RecordFrame>
  );
}
