import { amountText } from '@tuneport/domain/money/money-text';
import { addressLines } from '@tuneport/domain/places/address-lines';
import { addedLabel, reverseChargeNote } from '@tuneport/domain/store/tax/tax-labels';
import { t } from '@tuneport/domain/text/text';
import { renderPdf } from '../../../platform/pdf/render-pdf.ts';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import { numberThrough } from '../../store/index.ts';
import type { readOwnCreditNote } from './read-credit-note.ts';

export async function creditNotePdf(note: Awaited<ReturnType<typeof readOwnCreditNote>>): Promise<PdfFile> {
  const items =
    note.lines.length > 0
      ? note.lines
      : [{ name: t('Refund of invoice {number}', { number: note.invoice.number }), quantity: 1 }];
  const bytes = await renderPdf({
    title: t('Credit note'),
    seller: note.seller,
    meta: [
      note.number,
      t('Invoice {number} of {date}', { number: note.invoice.number, date: note.invoice.issued_on }),
      note.sale === 'order'
        ? t('Order {number}', { number: note.sale_number })
        : t('Purchase {number}', { number: note.sale_number }),
      note.issued_on,
    ],
    at: note.issued_at,
    footer: numberThrough(note),
    parts: [
      { kind: 'sides', sides: [{ title: t('Credited to'), lines: addressLines(note.billing) }] },
      {
        kind: 'table',
        columns: [
          { label: t('Item'), width: 80 },
          { label: t('Quantity'), width: 20, align: 'right' },
        ],
        rows: items.map(({ name, quantity }) => [name, String(quantity)]),
      },
      {
        kind: 'sums',
        rows: [
          { label: t('Credit before tax'), amount: amountText(note.net.amount) },
          ...note.taxes.map((tax) => ({
            label: addedLabel(tax),
            amount: amountText(tax.amount.amount),
          })),
          { label: t('Total credit'), amount: `${amountText(note.total.amount)} ${note.total.currency}`, strong: true },
        ],
      },
      ...(note.reverse_charge ? [{ kind: 'text' as const, text: t(reverseChargeNote) }] : []),
    ],
  });
  return { name: `${note.number}.pdf`, bytes };
}
