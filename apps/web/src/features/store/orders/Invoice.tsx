import type { CallReply } from '@tuneport/contract/index';
import { isAdmin } from '@tuneport/domain/identity/roles';
import { dueRows, paidRows } from '@tuneport/domain/payments/invoice-payment';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useUser } from '../../../platform/ui-state.ts';
import { AddressText } from '../../../ui/address/AddressText.tsx';
import { Breadcrumbs } from '../../../ui/layout/Breadcrumbs.tsx';
import { amountText } from '../../../ui/text/money-text.ts';
import { invoiceTaxes } from './invoice-taxes.ts';
import { OrderStatus, type OrderStatusOf } from './OrderStatus.tsx';
import css from './orders.module.css';
import { dayText, Paper } from './Paper.tsx';

type Invoiced = CallReply<'GET /invoices/:id'>;

type Props = {
  paper: Invoiced;
  title: string;
  token?: string | undefined;
  pdf?: string;
  /** A link to the order list. Documents of a dealer are opened from its portal and have none. */
  hasBackLink?: boolean;
};

/** A printable order, with its current state above. */
export function Invoice({ paper, title, token, pdf, hasBackLink = false }: Props) {
  const { order } = paper;
  const [status, setStatus] = useState<OrderStatusOf>(order);
  const taxes = invoiceTaxes(order);
  const sums = [
    [t('Goods'), order.list.amount],
    ...(isSome(order.discount.amount) ? [[t('Discount'), `−${order.discount.amount}`] as const] : []),
    ...(order.shipping_tier
      ? [[t('Shipping, {name}', { name: order.shipping_tier.name }), order.shipping.amount] as const]
      : []),
    ...taxes.sums,
  ] as const;
  return (
    <>
      <div className={css.abovePaper}>
        {hasBackLink ? <BackLink order={order} /> : null}
        <OrderStatus order={status} token={token} onChanged={setStatus} />
      </div>
      <Paper
        title={title}
        paper={paper}
        brand={paper.brand}
        pdf={pdf}
        creditNotes={paper.credit_notes}
        token={token}
        of={t('Order {number}', { number: order.number })}
        sums={sums}
        total={order.total}
        after={[
          ...taxes.after,
          ...paidRows(paper.payment, dayText(paper.issued_on)),
          ...(isSome(paper.refunded.amount) ? [[t('Refunded since'), paper.refunded.amount] as const] : []),
          ...dueRows(paper.payment),
        ]}
        note={taxes.note}
        sides={[
          { title: t('Billed to'), body: <AddressText address={order.billing} /> },
          ...(order.shipping_address
            ? [{ title: t('Ship to'), body: <AddressText address={order.shipping_address} /> }]
            : []),
        ]}
        columns={[t('Item'), t('Quantity'), t('Each'), t('Amount')]}
      >
        {order.lines.map((line) => (
          <tr key={`${line.slug} ${line.options.map((one) => one.selection).join(' ')}`}>
            <td>
              {line.name}
              {line.options.length > 0 ? (
                <div className={css.options}>
                  {line.options.map((one) => `${one.option}: ${one.selection}`).join(', ')}
                </div>
              ) : null}
            </td>
            <td>{line.quantity}</td>
            <td>{amountText(line.unit_price.amount)}</td>
            <td>{amountText(line.list.amount)}</td>
          </tr>
        ))}
      </Paper>
    </>
  );
}

/** Staff come from the order in the back office, buyers from their orders. */
function BackLink({ order }: { order: { readonly id: number; readonly number: string } }) {
  const user = useUser();
  if (!user) return null;
  const list = isAdmin(user.role)
    ? { label: t('Order in the back office'), to: `/admin/orders/${order.id}` }
    : { label: t('My orders'), to: '/profile/orders' };
  return <Breadcrumbs crumbs={[list, { label: order.number }]} />;
}

const isSome = (amount: string): boolean => /[1-9]/.test(amount);
