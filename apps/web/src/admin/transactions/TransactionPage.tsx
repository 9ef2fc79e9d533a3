import type { CallReply } from '@tuneport/contract/index';
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
import { Timeline } from '../../ui/text/Timeline.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { RefundCard } from './RefundCard.tsx';
import { StaffOrder, type StaffOrderRecord } from './StaffOrder.tsx';
import { OrderStateDot, stateName, TransactionState } from './transaction-labels.tsx';

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
          <TransactionState state={one.state} /> · <OrderStateDot state={one.order_state} /> · {one.buyer}
        </>
      }
      side={
        <>
          {staffOrder ? <StaffOrder record={staffOrder} onChanged={(record) => void orderChanged(record)} /> : null}
          <RefundCard one={one} onChanged={(record) => void transactionChanged(record)} />
          <Card>
            <h2>Payment history</h2>
            <Timeline
              moments={one.history.map((step, at) => ({
                id: at,
                title: stateName(step.state),
                when: <DateText at={step.at} show="both" />,
                body: step.actor_name ?? '',
              }))}
            />
          </Card>
        </>
      }
    >
      <Card>
        <h2>{sold.title}</h2>
        <KeyValue
          rows={[
            ...sold.rows.map(([label, money]) => [label, <MoneyText key={label} money={money} />] as const),
            ...sold.taxes.map(
              (tax) => [`${tax.name} ${tax.percent} %`, <MoneyText key={tax.name} money={tax.amount} />] as const,
            ),
            ...(sold.total ? [['Total', <MoneyText key="total" money={sold.total} />] as const] : []),
            ...(sold.split ? [['This payment', <MoneyText key="part" money={one.amount} />] as const] : []),
            [one.rental ? 'Refunded' : 'Refunded', <MoneyText key="refunded" money={one.refunded} />],
            ...(sold.kept ? [['Kept', <MoneyText key="kept" money={sold.kept} />] as const] : []),
          ]}
        />
        <TextLink to={sold.link.to} discover="none">
          {sold.link.label}
        </TextLink>
      </Card>
      <Card>
        <h2>Buyer</h2>
        <KeyValue
          rows={[
            ['E-mail', one.email],
            ['Billed to', sold.billing ? addressLine(sold.billing) : one.buyer],
            [
              'Ship to',
              one.rental
                ? `with order ${one.rental.order_number}`
                : one.order?.shipping_address
                  ? addressLine(one.order.shipping_address)
                  : 'nothing is sent',
            ],
            ['Paid via', providerName(one.provider, sold.dealer)],
            ['Day', <DateText key="at" at={one.at} show="both" />],
          ]}
        />
      </Card>
      {one.refunds.length > 0 ? (
        <Card>
          <h2>Refunds</h2>
          <Timeline
            moments={one.refunds.map((refund) => ({
              id: refund.id,
              title: `${refund.amount.amount} ${refund.amount.currency}`,
              when: <DateText at={refund.at} show="both" />,
              body: [refund.reason, refund.actor_name, refund.state === 'settled' ? '' : refund.state]
                .filter(Boolean)
                .join(' · '),
              tone: refund.state === 'failed' ? ('bad' as const) : ('good' as const),
            }))}
          />
        </Card>
      ) : null}
    </RecordFrame>
  );
}

const providerName = (provider: string, dealer: string | null): string =>
  provider === 'account'
    ? `the account of ${dealer ?? 'a dealer'}`
    : provider === 'prepaid'
      ? 'prepaid money'
      : provider;

/** The items paid for, in the same row format for an order, a purchase of tunes and a deposit. */
function soldBy({ order, purchase, rental }: TransactionRecord) {
  if (rental)
    return {
      title: 'Deposit',
      rows: [[`Deposit for ${rental.quantity} × ${rental.product.name}`, rental.deposit] as const],
      kept: rental.taken,
      taxes: [],
      total: null,
      billing: null,
      link: { to: `/admin/rentals/${rental.id}`, label: rental.kind === 'loan' ? 'View loan' : 'View rental' },
      dealer: null,
      split: false,
    };
  if (order)
    return {
      title: 'Items sold',
      rows: [
        ...order.lines.map(
          ({ quantity, name, options, net }) =>
            [
              `${quantity} × ${name}${options.length > 0 ? ` (${options.map(({ selection }) => selection).join(', ')})` : ''}`,
              net,
            ] as const,
        ),
        ['Shipping', order.shipping] as const,
      ],
      kept: null,
      taxes: order.taxes,
      total: order.total,
      billing: order.billing,
      link: { to: `/profile/${order.id}/snapshot`, label: 'Invoice' },
      dealer: null,
      split: order.balance !== null && order.balance.amount !== order.total.amount,
    };
  if (!purchase) throw new Error('a transaction without what was sold');
  return {
    title: 'Items sold',
    rows: purchase.lines.map(({ label, amount }) => [label, amount] as const),
    kept: null,
    taxes: purchase.taxes,
    total: purchase.total,
    billing: purchase.billing,
    link: { to: `/profile/purchases/${purchase.id}/snapshot`, label: 'Invoice' },
    dealer: purchase.dealer?.name ?? null,
    split: /[1-9]/.test(purchase.card.amount) && /[1-9]/.test(purchase.account.amount),
  };
}
