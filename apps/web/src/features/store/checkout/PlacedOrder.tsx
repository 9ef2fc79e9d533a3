import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { useUser } from '../../../platform/ui-state.ts';
import { AddressText } from '../../../ui/address/AddressText.tsx';
import { ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Breadcrumbs } from '../../../ui/layout/Breadcrumbs.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { OrderStatus } from '../orders/OrderStatus.tsx';
import { OrderRentals } from '../rentals/OrderRentals.tsx';
import type { DepositSlot } from '../rentals/RentalList.tsx';
import css from './checkout.module.css';
import { sumsOfOrder } from './checkout-sums.ts';
import { tokenOf } from './draft-store.ts';
import { SummaryLines, SummarySums } from './Summary.tsx';

type Order = CallReply<'GET /order/:id'>;

/** After the payment: items, destination and next steps. */
export function PlacedOrder({ id, payment }: { id: number; payment: (slot: DepositSlot) => ReactNode }) {
  const user = useUser();
  const [order, setOrder] = useState<Order | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const token = tokenOf(id);
  useEffect(() => {
    call('GET /order/:id', { params: { id }, query: token ? { token } : {} })
      .then(setOrder)
      .catch((error: unknown) =>
        setFailed(error instanceof ApiError ? error.message : t('The order could not be loaded at the moment.')),
      );
  }, [id, token]);
  if (failed)
    return (
      <Container width="narrow" className={css.page}>
        <EmptyState title={t('Open this order from the link in your e-mail.')}>
          {t('{failed} The e-mail we sent you has a link that opens it anywhere.', { failed })}
        </EmptyState>
      </Container>
    );
  if (!order)
    return (
      <Container width="narrow" className={css.page}>
        <Skeleton />
      </Container>
    );
  const paid = order.state !== 'pending_payment' && order.state !== 'cancelled';
  const isNew = order.state === 'paid' || order.state === 'on_hold';
  const to = order.shipping_address;
  return (
    <Container width="narrow" className={css.page}>
      {user ? (
        <Breadcrumbs crumbs={[{ label: t('My orders'), to: '/profile/orders' }, { label: order.number }]} />
      ) : null}
      <h1>{isNew ? t('Thank you, your order is placed.') : t('Order {number}', { number: order.number })}</h1>
      {isNew ? <p className={css.lead}>{order.number}</p> : null}
      {isNew ? (
        <p>
          {rich('We have sent the confirmation to <strong>{email}</strong>.', {
            email: order.email,
            strong: (text) => <strong>{text}</strong>,
          })}
        </p>
      ) : null}
      <OrderStatus order={order} token={token} onChanged={(status) => setOrder({ ...order, ...status })} />
      <div className={css.card}>
        <SummaryLines
          lines={order.lines.map((line, at) => ({
            key: `${at}`,
            name: line.name,
            options: [...line.options.map(({ selection }) => selection), ...cancelledLabel(line)],
            quantity: line.quantity,
            amount: line.list,
          }))}
        />
        <SummarySums sums={sumsOfOrder(order)} />
        {to ? (
          <address className={css.address}>
            <span>{t('Ship to')}</span>
            <AddressText address={to} />
          </address>
        ) : null}
      </div>
      {paid ? <OrderRentals orderId={order.id} token={token} payment={payment} /> : null}
      <div className={css.next}>
        {token ? (
          <ButtonLink variant="primary" to={`/profile/orders/${order.id}/${token}/invoice`}>
            {t('Open the invoice')}
          </ButtonLink>
        ) : null}
        {order.can.pay ? (
          <ButtonLink variant="primary" to="/checkout">
            {t('Back to payment')}
          </ButtonLink>
        ) : null}
        {user ? <ButtonLink to="/profile/orders">{t('My orders')}</ButtonLink> : null}
        <ButtonLink to="/products">{t('Back to the store')}</ButtonLink>
      </div>
    </Container>
  );
}

/** Cancelled pieces stay in the list because the total is the amount paid; the refund is shown above. */
const cancelledLabel = ({ quantity, cancelled }: Order['lines'][number]): string[] =>
  cancelled === 0 ? [] : [quantity === 1 ? 'cancelled' : t('{cancelled} cancelled', { cancelled })];
