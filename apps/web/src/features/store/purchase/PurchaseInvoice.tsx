import type { CallReply } from '@tuneport/contract/index';
import { addressLines } from '../../../ui/address/AddressText.tsx';
import { amountText } from '../../../ui/text/money-text.ts';
import { Paper } from '../orders/Paper.tsx';
import { isSome } from './purchase-types.ts';

type Invoiced = CallReply<'GET /catalog-purchases/:id/invoice'>;

/** Printable purchase of tunes. */
export function PurchaseInvoice({ paper, title }: { paper: Invoiced; title: string }) {
  const { purchase } = paper;
  const split = isSome(purchase.card) && isSome(purchase.account);
  return (
    <Paper
      title={title}
      paper={paper}
      of={`Purchase ${purchase.number}`}
      sums={[
        ...purchase.paid_with.map(
          ({ label, credits, amount }) => [`${label}, paid with ${credits}`, `-${amount.amount}`] as const,
        ),
        ...purchase.taxes.map((tax) => [`${tax.name} ${tax.percent} %`, tax.amount.amount] as const),
      ]}
      total={purchase.total}
      after={[
        ...(split ? [['By card', purchase.card.amount] as const] : []),
        ...(isSome(purchase.account) ? [['On account', purchase.account.amount] as const] : []),
        ...(isSome(purchase.refunded) ? [['Refunded since', purchase.refunded.amount] as const] : []),
      ]}
      sides={[
        {
          title: 'Billed to',
          body: addressLines(purchase.billing).map((line) => <div key={line}>{line}</div>),
        },
        { title: 'For', body: <div>{purchase.vehicle}</div> },
      ]}
      columns={['What', 'List', 'Amount']}
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
