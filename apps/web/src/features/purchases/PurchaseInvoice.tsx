import type { CallReply } from '@tuneport/contract/index';
import { dueRows, paidRows } from '@tuneport/domain/payments/invoice-payment';
import { t } from '@tuneport/domain/text/text';
import { addressLines } from '../../ui/address/AddressText.tsx';
import { amountText } from '../../ui/text/money-text.ts';
import { invoiceTaxes } from '../store/orders/invoice-taxes.ts';
import { dayText, Paper } from '../store/orders/Paper.tsx';
import { isSome } from './purchase-types.ts';

type Invoiced = CallReply<'GET /catalog-purchases/:id/invoice'>;

type Props = { paper: Invoiced; title: string; pdf?: string; token?: string | undefined };

/** Printable purchase of tunes. */
export function PurchaseInvoice({ paper, title, pdf, token }: Props) {
  const { purchase } = paper;
  const taxes = invoiceTaxes(purchase);
  return (
    <Paper
      title={title}
      paper={paper}
      brand={paper.brand}
      pdf={pdf}
      creditNotes={paper.credit_notes}
      token={token}
      of={t('Purchase {number}', { number: purchase.number })}
      sums={[
        ...purchase.paid_with.map(
          ({ label, credits, amount }) =>
            [t('{label}, paid with {credits}', { label, credits }), `-${amount.amount}`] as const,
        ),
        ...taxes.sums,
      ]}
      total={purchase.total}
      note={taxes.note}
      after={[
        ...taxes.after,
        ...paidRows(paper.payment, dayText(paper.issued_on), purchase.paid_by_transfer),
        ...(isSome(purchase.moved)
          ? [
              [
                t('Value transfer {number}', { number: purchase.moved_by.join(', ') }),
                `-${purchase.moved.amount}`,
              ] as const,
            ]
          : []),
        ...(isSome(purchase.refunded) ? [[t('Refunded since'), purchase.refunded.amount] as const] : []),
        ...dueRows(paper.payment),
      ]}
      sides={[
        {
          title: t('Billed to'),
          body: addressLines(purchase.billing).map((line) => <div key={line}>{line}</div>),
        },
        { title: t('For'), body: <div>{purchase.vehicle}</div> },
      ]}
      columns={[t('Item'), t('List'), t('Amount')]}
    >
      {purchase.lines.map((line) => (
        <tr key={line.label}>
          <td>{line.label}</td>
          <td>{amountText(line.list.amount)}</td>
          <td>{amountText(line.amount.amount)}</td>
        </tr>
      ))}
    </Paper>
  );
}
