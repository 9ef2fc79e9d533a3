import type { CallReply } from '@tuneport/contract/index';
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
import { RefundCard } from './RefundCard.tsx';
import { SoldTable } from './SoldTable.tsx';
import { StaffOrder, type StaffOrderRecord } from './StaffOrder.tsx';
import { soldByOrder, soldByPurchase } from './sold-items.ts';
import { orderStateName, TransactionState } from './transaction-labels.tsx';

export type TransactionRecord = CallReply<'GET /v1/admin/transactions/:id'>;

type Loaded = { readonly transaction: TransactionRecord; readonly order: StaffOrderRecord | null };

export const meta = ({ loaderData }: { loaderData?: Loaded }) => [
  { title: pageTitle(loaderData ? `Transaction ${loaderData.transaction.number}` : 'Transaction') },
];

export const clientLoader = async ({ params }: ClientLoaderFunctionArgs): Promise<Loaded> => {
  const transaction = await call('GET /v1/admin/transactions/:id', { params: { id: params.id ?? '' } });
  const id = transaction.order_id;
  return { transaction, order: id === null ? null : await call('GET /v1/admin/orders/:id', { params: { id } }) };
};
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the transaction" />;

export default function TransactionPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Record key={loaded.transaction.id} loaded={loaded} />;
}

function Record({ loaded }: { loaded: Loaded }) {
  const [one, setOne] = useState(loaded.transaction);
  const [staffOrder, setStaffOrder] = useState(loaded.order);
  const sold = soldBy(one);
  const user = one.user_id === null ? null : { id: one.user_id, name: one.buyer };
  // A change to the order may move its money, and the reverse.
  const orderChanged = async (record: StaffOrderRecord) => {
    setStaffOrder(record);
    setOne(await call('GET /v1/admin/transactions/:id', { params: { id: one.id } }));
  };
  const transactionChanged = async (record: TransactionRecord) => {
    setOne(record);
    if (record.order_id !== null)
      setStaffOrder(await call('GET /v1/admin/orders/:id', { params: { id: record.order_id } }));
  };
  return (
    <RecordFrame
      crumbs={[{ label: 'Transactions', to: '/admin/transactions' }]}
      title={one.number}
      about={
        <>
          <TransactionState state={one.state} /> · {orderStateName(one.order_state)} ·{' '}
          <BuyerLink user={user} name={one.buyer} />
        </>
      }
      side={
        <>
          {staffOrder ? <StaffOrder record={staffOrder} onChanged={(record) => void orderChanged(record)} /> : null}
          <RefundCard one={one} onChanged={(record) => void transactionChanged(record)} />
        </>
      }
    >
      <Card>
        <h2>{one.rental ? 'Deposit' : 'Items'}</h2>
        <SoldTable {...sold.table} />
        <Row>
          <TextLink to={sold.link.to} discover="none">
            {sold.link.label}
          </TextLink>
          {one.refunds.map(({ credit_note }) =>
            credit_note ? (
              <TextLink key={credit_note.id} to={`/profile/credit-notes/${credit_note.id}`} discover="none">
                Credit note {credit_note.number}
              </TextLink>
            ) : null,
          )}
        </Row>
      </Card>
      <BuyerCard
        user={user}
        dealer={one.dealer}
        email={one.email}
        billing={sold.billing}
        more={[
          [
            'Ship to',
            one.rental
              ? `With order ${one.rental.order_number}`
              : one.order?.shipping_address
                ? addressLine(one.order.shipping_address)
                : 'Nothing to ship',
          ],
          ['Paid via', providerName(one.provider, one.dealer?.name ?? null)],
          ['Date', <DateText key="at" at={one.at} show="both" />],
        ]}
      />
      <Card>
        <h2>Activity</h2>
        <RecordTimeline of={timelineOf(one)} since={`${one.state} ${one.order_state} ${one.refunds.length}`} />
      </Card>
    </RecordFrame>
  );
}

/** Notes and history belong to what was sold, so they are the same on its own page. */
function timelineOf({ order_id, purchase_id, rental_id }: TransactionRecord) {
  if (order_id !== null) return { kind: 'order', id: order_id } as const;
  return purchase_id === null
    ? ({ kind: 'rental', id: rental_id ?? 0 } as const)
    : ({ kind: 'purchase', id: purchase_id } as const);
}

const providerNames: Readonly<Record<string, string>> = {
  prepaid: 'Prepaid balance',
  stripe: 'Stripe',
  test: 'Test payments',
};
const providerName = (provider: string, dealer: string | null): string =>
  provider === 'account' ? `Account of ${dealer ?? 'a dealer'}` : (providerNames[provider] ?? provider);

/** The items paid for: of an order, a purchase of tunes or a deposit, with what of it this payment covers. */
function soldBy(one: TransactionRecord) {
  const { order, purchase, rental } = one;
  const refunded = /[1-9]/.test(one.refunded.amount)
    ? [{ label: 'Refunded', money: { ...one.refunded, amount: `-${one.refunded.amount}` }, off: true }]
    : [];
  if (rental)
    return {
      table: {
        currency: one.amount.currency,
        lines: [
          {
            key: rental.id,
            name: `Deposit for ${rental.product.name}`,
            quantity: rental.quantity,
            net: rental.deposit,
          },
        ],
        sums: [...refunded, { label: 'Kept', money: rental.taken }],
      },
      billing: null,
      link: { to: `/admin/rentals/${rental.id}`, label: rental.kind === 'loan' ? 'View loan' : 'View rental' },
    };
  const [table, record, link, split] = order
    ? [
        soldByOrder({ ...order, refunded: { ...order.refunded, amount: '0' } }),
        order,
        { to: `/profile/${order.id}/snapshot`, label: `Invoice ${order.invoice_number ?? ''}` },
        order.balance !== null && order.balance.amount !== order.total.amount,
      ]
    : purchase
      ? [
          soldByPurchase(purchase),
          purchase,
          { to: `/admin/purchases/${purchase.id}`, label: 'View purchase' },
          /[1-9]/.test(purchase.card.amount) && /[1-9]/.test(purchase.account.amount),
        ]
      : [];
  if (!table || !record || !link) throw new Error('a transaction without what was sold');
  const part = split ? [{ label: 'This payment', money: one.amount }] : [];
  return { table: { ...table, sums: [...table.sums, ...part, ...refunded] }, billing: record.billing, link };
}
