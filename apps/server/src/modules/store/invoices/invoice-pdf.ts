import { amountText } from '@tuneport/domain/money/money-text';
import { addressLines } from '@tuneport/domain/places/address-lines';
import { t } from '@tuneport/domain/text/text';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import {
  dueSums,
  type Invoice,
  isNotZero,
  paidSums,
  renderInvoice,
  sumRow,
  taxesAbove,
  taxesBelow,
  taxNotes,
} from './invoice-layout.ts';

export function invoicePdf(invoice: Invoice): Promise<PdfFile> {
  const { order } = invoice;
  return renderInvoice(invoice, t('Order {number}', { number: order.number }), [
    {
      kind: 'sides',
      sides: [
        { title: t('Billed to'), lines: addressLines(order.billing) },
        ...(order.shipping_address ? [{ title: t('Ship to'), lines: addressLines(order.shipping_address) }] : []),
      ],
    },
    {
      kind: 'table',
      columns: [
        { label: t('Item'), width: 52 },
        { label: t('Quantity'), width: 12, align: 'right' },
        { label: t('Each'), width: 18, align: 'right' },
        { label: t('Amount'), width: 18, align: 'right' },
      ],
      rows: order.lines.map((line) => [
        [line.name, ...line.options.map((one) => `${one.option}: ${one.selection}`)].join(', '),
        String(line.quantity),
        amountText(line.unit_price.amount),
        amountText(line.list.amount),
      ]),
    },
    {
      kind: 'sums',
      rows: [
        sumRow(t('Goods'), order.list.amount),
        ...(isNotZero(order.discount.amount) ? [sumRow(t('Discount'), `-${order.discount.amount}`)] : []),
        ...(order.shipping_tier
          ? [sumRow(t('Shipping, {name}', { name: order.shipping_tier.name }), order.shipping.amount)]
          : []),
        ...taxesAbove(order),
        { label: t('Total'), amount: `${amountText(order.total.amount)} ${order.total.currency}`, strong: true },
        ...taxesBelow(order),
        ...paidSums(invoice),
        ...(isNotZero(invoice.refunded.amount) ? [sumRow(t('Refunded since'), invoice.refunded.amount)] : []),
        ...dueSums(invoice),
      ],
    },
    ...taxNotes(order),
  ]);
}
