import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { amountText } from '../../../ui/text/money-text.ts';
import { OrderReturns } from './OrderReturns.tsx';
import css from './orders.module.css';
import { TrackingLink } from './TrackingLink.tsx';

type Order = CallReply<'GET /order/:id'>;
export type OrderStatusOf = Pick<
  Order,
  'id' | 'number' | 'sentence' | 'paid_at' | 'total' | 'refunded' | 'shipments' | 'can'
>;

type Props = { order: OrderStatusOf; token?: string | undefined; onChanged: (order: OrderStatusOf) => void };

/** State of an order and its parcels, with cancellation before it ships. */
export function OrderStatus({ order, token, onChanged }: Props) {
  const [asking, setAsking] = useState(false);
  const total = `${amountText(order.total.amount)} ${order.total.currency}`;
  return (
    <section className={css.status} aria-label={t('Order status')}>
      <p>{order.sentence}</p>
      {order.shipments.length > 0 ? (
        <ul className={css.parcels}>
          {order.shipments.map((parcel) => (
            <li key={`${parcel.shipped_at} ${parcel.tracking_number}`}>
              <TrackingLink parcel={parcel} />
            </li>
          ))}
        </ul>
      ) : null}
      {/[1-9]/.test(order.refunded.amount) && order.refunded.amount !== order.total.amount ? (
        <p className={css.quiet}>
          {t('Refunded so far: {amount} {currency}', {
            amount: amountText(order.refunded.amount),
            currency: order.refunded.currency,
          })}
        </p>
      ) : null}
      {order.shipments.length > 0 ? <OrderReturns orderId={order.id} token={token} /> : null}
      {order.can.cancel ? (
        <div>
          <Button size="small" onClick={() => setAsking(true)}>
            {t('Cancel order')}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('Cancel order {number}?', { number: order.number })}
        confirmLabel={t('Cancel order')}
        danger
        onConfirm={async () =>
          onChanged(
            await call('POST /order/:id/cancel', {
              params: { id: order.id },
              body: token ? { token } : {},
              once: true,
            }),
          )
        }
      >
        {order.paid_at === null
          ? t('Your items are released. You have not been charged.')
          : t('Nothing will ship. We refund {total} to the card or balance you paid with.', { total })}
      </ConfirmDialog>
    </section>
  );
}
