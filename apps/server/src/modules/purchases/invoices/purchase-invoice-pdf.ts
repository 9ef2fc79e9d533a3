import { amountText } from '@tuneport/domain/money/money-text';
import { addressLines } from '@tuneport/domain/places/address-lines';
import { t } from '@tuneport/domain/text/text';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import {
  dueSums,
  isNotZero,
  paidSums,
  renderInvoice,
  sumRow,
  taxesAbove,
  taxesBelow,
  taxNotes,
} from '../../store/index.ts';
import type { purchaseInvoice } from './purchase-invoice.ts';

type PurchaseInvoice = Awaited<ReturnType<typeof purchaseInvoice>>;

export function purchaseInvoicePdf(invoice: PurchaseInvoice): Promise<PdfFile> {
  const { purchase } = invoice;
  return renderInvoice(invoice, t('Purchase {number}', { number: purchase.number }), [
    {
      kind: 'sides',
      sides: [
        { title: t('Billed to'), lines: addressLines(purchase.billing) },
        { title: t('For'), lines: [purchase.vehicle] },
      ],
    },
    {
      kind: 'table',
      columns: [
        { label: t('Item'), width: 64 },
        { label: t('List'), width: 18, align: 'right' },
        { label: t('Amount'), width: 18, align: 'right' },
      ],
      rows: purchase.lines.map((line) => [line.label, amountText(line.list.amount), amountText(line.amount.amount)]),
    },
    {
      kind: 'sums',
      rows: [
        ...purchase.paid_with.map(({ label, credits, amount }) =>
          sumRow(t('{label}, paid with {credits}', { label, credits }), `-${amount.amount}`),
        ),
        ...taxesAbove(purchase),
        { label: t('Total'), amount: `${amountText(purchase.total.amount)} ${purchase.total.currency}`, strong: true },
        ...taxesBelow(purchase),
        ...paidSums(invoice, purchase.paid_by_transfer),
        ...(isNotZero(purchase.moved.amount)
          ? [
              sumRow(
                t('Value transfer {number}', { number: purchase.moved_by.join(', ') }),
                `-${purchase.moved.amount}`,
              ),
            ]
          : []),
        ...(isNotZero(purchase.refunded.amount) ? [sumRow(t('Refunded since'), purchase.refunded.amount)] : []),
        ...dueSums(invoice),
      ],
    },
    ...taxNotes(purchase),
  ]);
}
