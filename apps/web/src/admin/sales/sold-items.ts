import type { CallReply } from '@tuneport/contract/index';
import type { WireMoney } from '../../ui/text/money-text.ts';
import type { SoldLine, SoldSum } from './SoldTable.tsx';
import { lineLabel } from './transaction-labels.tsx';

type Order = CallReply<'GET /v1/admin/orders/:id'>['order'];
type Purchase = CallReply<'GET /v1/admin/purchases/:id'>['purchase'];
type Sold = { readonly lines: readonly SoldLine[]; readonly sums: readonly SoldSum[]; readonly currency: string };

const isSome = ({ amount }: WireMoney) => /[1-9]/.test(amount);
const negative = ({ amount, currency }: WireMoney): WireMoney => ({ amount: `-${amount}`, currency });

export function soldByOrder(order: Order): Sold {
  return {
    currency: order.total.currency,
    lines: order.lines.map((line) => ({
      key: line.line,
      name: lineLabel(line),
      quantity: line.quantity,
      net: line.net,
      note: [
        line.shipped > 0 && line.shipped < line.quantity ? `${line.shipped} shipped` : '',
        line.cancelled > 0 ? `${line.cancelled} cancelled` : '',
        line.back_ordered > 0 ? `${line.back_ordered} on back order` : '',
      ]
        .filter(Boolean)
        .join(', '),
    })),
    sums: [
      { label: 'Shipping', money: order.shipping },
      ...taxesOf(order).above,
      { label: 'Total', money: order.total, strong: true },
      ...taxesOf(order).below,
      ...(isSome(order.refunded) ? [{ label: 'Refunded', money: negative(order.refunded), off: true }] : []),
    ],
  };
}

export function soldByPurchase(purchase: Purchase): Sold {
  return {
    currency: purchase.total.currency,
    lines: purchase.lines.map(({ label, amount }, at) => ({ key: at, name: label, quantity: 1, net: amount })),
    sums: [
      ...taxesOf(purchase).above,
      { label: 'Total', money: purchase.total, strong: true },
      ...taxesOf(purchase).below,
    ],
  };
}

type Taxed = Pick<Order, 'taxes' | 'tax_included' | 'reverse_charge' | 'tax_removed'>;

/** Added taxes come before the total, contained taxes after it. */
function taxesOf(sale: Taxed): { readonly above: SoldSum[]; readonly below: SoldSum[] } {
  const rows = sale.taxes.map(({ name, percent, amount }) => ({
    label: `${sale.tax_included ? 'incl. ' : ''}${name} ${percent}%`,
    money: amount,
  }));
  if (!sale.tax_included) return { above: rows, below: [] };
  if (!sale.reverse_charge) return { above: [], below: rows };
  return {
    above: [{ label: 'VAT taken off (reverse charge)', money: negative(sale.tax_removed), off: true }],
    below: [],
  };
}
