import { amountText } from '@tuneport/domain/money/money-text';
import { addressLines } from '@tuneport/domain/places/address-lines';
import { addedLabel, reverseChargeNote } from '@tuneport/domain/store/tax/tax-labels';
import { t } from '@tuneport/domain/text/text';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import { dueSums, isNotZero, paidSums, renderInvoice, sumRow } from '../../store/index.ts';
import type { DealInvoice } from './deal-invoice.ts';

export function dealInvoicePdf(invoice: DealInvoice): Promise<PdfFile> {
  const { deal } = invoice;
  return renderInvoice({ ...invoice, brand: null }, t('Credit deal {number}', { number: deal.number }), [
    { kind: 'sides', sides: [{ title: t('Billed to'), lines: addressLines(deal.billing) }] },
    {
      kind: 'table',
      columns: [
        { label: t('Item'), width: 80 },
        { label: t('Quantity'), width: 20, align: 'right' },
      ],
      rows: deal.lines.map(({ name, quantity }) => [name, String(quantity)]),
    },
    {
      kind: 'sums',
      rows: [
        sumRow(t('Net amount'), deal.net.amount),
        ...deal.taxes.map((tax) => sumRow(addedLabel(tax), tax.amount.amount)),
        { label: t('Total'), amount: `${amountText(deal.total.amount)} ${deal.total.currency}`, strong: true },
        ...paidSums(invoice),
        ...(isNotZero(invoice.refunded.amount) ? [sumRow(t('Refunded since'), invoice.refunded.amount)] : []),
        ...dueSums(invoice),
      ],
    },
    ...(deal.reverse_charge ? [{ kind: 'text' as const, text: t(reverseChargeNote) }] : []),
  ]);
}
