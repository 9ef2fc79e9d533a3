import type { CallReply } from '@tuneport/contract/index';
import { addressLines } from '../../../ui/address/AddressText.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/DateText.tsx';
import { amountText } from '../../../ui/money-text.ts';
import { PrintLayout } from '../../../ui/PrintLayout.tsx';
import css from '../orders/orders.module.css';
import { isSome } from './purchase-types.ts';

type Paper = CallReply<'GET /catalog-purchases/:id/invoice'>;

/** A purchase of tunes on paper: as an invoice, or as the frozen copy of what was bought. */
export function PurchaseInvoice({ paper, title }: { paper: Paper; title: string }) {
  const { purchase, seller } = paper;
  const split = isSome(purchase.card) && isSome(purchase.account);
  const sums = [
    ...purchase.taxes.map((tax) => [`${tax.name} ${tax.percent} %`, tax.amount.amount] as const),
    ...(split ? [['By card', purchase.card.amount] as const] : []),
    ...(isSome(purchase.account) ? [['On account', purchase.account.amount] as const] : []),
    ...(isSome(purchase.refunded) ? [['Paid back since', purchase.refunded.amount] as const] : []),
  ];
  const taxes = purchase.taxes.length;
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
            <div>Purchase {purchase.number}</div>
            <DateText at={paper.issued_at} show="date" />
            <div className={css.seller}>{seller.address}</div>
            <div>{seller.email}</div>
          </>
        }
        totals={
          <dl className={css.sums}>
            {sums.slice(0, taxes).map(([label, amount]) => (
              <Sum key={label} label={label} amount={amount} />
            ))}
            <div className={css.total}>
              <dt>Total</dt>
              <dd>
                {amountText(purchase.total.amount)} {purchase.total.currency}
              </dd>
            </div>
            {sums.slice(taxes).map(([label, amount]) => (
              <Sum key={label} label={label} amount={amount} />
            ))}
          </dl>
        }
      >
        <div className={css.addresses}>
          <div>
            <h2>Billed to</h2>
            {addressLines(purchase.billing).map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
          <div>
            <h2>For</h2>
            <div>{purchase.vehicle}</div>
          </div>
        </div>
        <table className={css.lines}>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">List</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {purchase.lines.map((line) => (
              <tr key={line.label}>
                <td>{line.label}</td>
                <td>{amountText(line.list.amount)}</td>
                <td>{amountText(line.amount.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </PrintLayout>
    </>
  );
}

const Sum = ({ label, amount }: { label: string; amount: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{amountText(amount)}</dd>
  </div>
);
