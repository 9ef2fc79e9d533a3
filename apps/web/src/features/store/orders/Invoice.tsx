import type { CallReply } from '@tuneport/contract/index';
import { AddressText } from '../../../ui/address/AddressText.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { amountText } from '../../../ui/money-text.ts';
import { PrintLayout } from '../../../ui/PrintLayout.tsx';
import css from './orders.module.css';

type Paper = CallReply<'GET /invoices/:id'>;

/** An order on paper: as an invoice, or as the frozen copy of what was bought. */
export function Invoice({ paper, title }: { paper: Paper; title: string }) {
  const { order, seller } = paper;
  const sums = [
    ['Goods', order.list.amount],
    ...(isSome(order.discount.amount) ? [['Discount', `−${order.discount.amount}`] as const] : []),
    ...(order.shipping_tier ? [[`Shipping, ${order.shipping_tier.name}`, order.shipping.amount] as const] : []),
    ...order.taxes.map((tax) => [`${tax.name} ${tax.percent} %`, tax.amount.amount] as const),
  ] as const;
  return (
    <>
      <div className={css.bar}>
        <Button variant="primary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <PrintLayout
        title={title}
        siteName={seller.name}
        meta={
          <>
            <div>{paper.number}</div>
            <div>Order {order.number}</div>
            <DateText at={paper.issued_at} show="date" />
            <div className={css.seller}>{seller.address}</div>
            <div>{seller.email}</div>
          </>
        }
        totals={
          <dl className={css.sums}>
            {sums.map(([label, amount]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{amountText(amount)}</dd>
              </div>
            ))}
            <div className={css.total}>
              <dt>Total</dt>
              <dd>
                {amountText(order.total.amount)} {order.total.currency}
              </dd>
            </div>
            {isSome(paper.refunded.amount) ? (
              <div>
                <dt>Paid back since</dt>
                <dd>{amountText(paper.refunded.amount)}</dd>
              </div>
            ) : null}
          </dl>
        }
      >
        <div className={css.addresses}>
          <div>
            <h2>Billed to</h2>
            <AddressText address={order.billing} />
          </div>
          {order.shipping_address ? (
            <div>
              <h2>Sent to</h2>
              <AddressText address={order.shipping_address} />
            </div>
          ) : null}
        </div>
        <table className={css.lines}>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Quantity</th>
              <th scope="col">Each</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
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
          </tbody>
        </table>
      </PrintLayout>
    </>
  );
}

const isSome = (amount: string): boolean => /[1-9]/.test(amount);
