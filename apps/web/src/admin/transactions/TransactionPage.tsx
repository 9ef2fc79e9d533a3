import type { CallReply } from '@tuneport/contract/index';
import { type FormEvent, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { addressLine } from '../../ui/address/AddressText.tsx';
import { Button, TextLink } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { FormError } from '../../ui/field/FormError.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { KeyValue } from '../../ui/KeyValue.tsx';
import { Card } from '../../ui/Layout.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { toast } from '../../ui/toast-store.ts';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import { RefundCard } from './RefundCard.tsx';
import { OrderStateDot, stateName, TransactionState } from './transaction-words.tsx';
import css from './transactions.module.css';

export type TransactionRecord = CallReply<'GET /v1/admin/transactions/:id'>;

export const meta = ({ loaderData }: { loaderData?: TransactionRecord }) => [
  { title: pageTitle(loaderData ? `Transaction ${loaderData.number}` : 'Transaction') },
];

export const clientLoader = ({ params }: ClientLoaderFunctionArgs) =>
  call('GET /v1/admin/transactions/:id', { params: { id: params.id ?? '' } });
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the transaction" />;

export default function TransactionPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Record key={loaded.id} loaded={loaded} />;
}

function Record({ loaded }: { loaded: TransactionRecord }) {
  const [one, setOne] = useState(loaded);
  const sold = soldBy(one);
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
          {one.order ? <TrackingCard one={one} onChanged={setOne} /> : null}
          <RefundCard one={one} onChanged={setOne} />
          <Card>
            <h2>History</h2>
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
            [one.rental ? 'Given back' : 'Refunded', <MoneyText key="refunded" money={one.refunded} />],
            ...(sold.kept ? [['Kept as ours', <MoneyText key="kept" money={sold.kept} />] as const] : []),
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
              'Sent to',
              one.rental
                ? `with order ${one.rental.order_number}`
                : one.order?.shipping_address
                  ? addressLine(one.order.shipping_address)
                  : 'nothing is sent',
            ],
            ['Paid through', one.provider === 'account' ? `the account of ${sold.dealer ?? 'a dealer'}` : one.provider],
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

/** What was paid for, in the same rows whether it is an order, a purchase of tunes or a deposit. */
function soldBy({ order, purchase, rental }: TransactionRecord) {
  if (rental)
    return {
      title: 'What is kept',
      rows: [[`Deposit for ${rental.quantity} × ${rental.product.name}`, rental.deposit] as const],
      kept: rental.taken,
      taxes: [],
      total: null,
      billing: null,
      link: { to: `/admin/rentals/${rental.id}`, label: rental.kind === 'loan' ? 'The loan' : 'The rental' },
      dealer: null,
      split: false,
    };
  if (order)
    return {
      title: 'What was sold',
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
      split: false,
    };
  if (!purchase) throw new Error('a transaction without what was sold');
  return {
    title: 'What was sold',
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

type Changed = { one: TransactionRecord; onChanged: (one: TransactionRecord) => void };

function TrackingCard({ one, onChanged }: Changed) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const tracking_number = String(new FormData(event.currentTarget).get('tracking_number') ?? '');
    setBusy(true);
    setProblem('');
    try {
      const params = { id: one.id };
      onChanged(
        await call('POST /v1/admin/transactions/:id/set-tracking-number', {
          params,
          body: { tracking_number },
          once: true,
        }),
      );
      toast('The tracking number is stored.');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This did not work. Nothing was changed.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card>
      <h2>Parcel</h2>
      {one.can.set_tracking_number ? (
        <form className={css.line} onSubmit={(event) => void send(event)}>
          <TextField
            label="Tracking number"
            name="tracking_number"
            defaultValue={one.tracking_number}
            maxLength={100}
            hint={one.order_state === 'paid' ? 'The order counts as shipped with it.' : undefined}
          />
          <Button type="submit" busy={busy}>
            {one.order_state === 'paid' ? 'Ship order' : 'Store number'}
          </Button>
          <FormError message={problem} />
        </form>
      ) : (
        <p>{one.tracking_number || 'Nothing to send.'}</p>
      )}
    </Card>
  );
}
