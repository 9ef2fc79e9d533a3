import { amountText } from '@tuneport/domain/money/money-text';
import { addressLines } from '@tuneport/domain/places/address-lines';
import { renderPdf } from '../../../platform/pdf/render-pdf.ts';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import type { readOwnCreditNote } from './read-credit-note.ts';

const day = (at: Date): string => at.toISOString().slice(0, 10);

export async function creditNotePdf(note: Awaited<ReturnType<typeof readOwnCreditNote>>): Promise<PdfFile> {
  const items =
    note.lines.length > 0 ? note.lines : [{ name: `Refund of invoice ${note.invoice.number}`, quantity: 1 }];
  const bytes = await renderPdf({
    title: 'Credit note',
    seller: note.seller,
    meta: [
      note.number,
      `Invoice ${note.invoice.number} of ${day(note.invoice.issued_at)}`,
      `${note.sale === 'order' ? 'Order' : 'Purchase'} ${note.sale_number}`,
      day(note.issued_at),
    ],
    at: note.issued_at,
    footer: `${note.number}${note.brand ? `, through ${note.brand.name}` : ''}`,
    parts: [
      { kind: 'sides', sides: [{ title: 'Credited to', lines: addressLines(note.billing) }] },
      {
        kind: 'table',
        columns: [
          { label: 'Item', width: 80 },
          { label: 'Quantity', width: 20, align: 'right' },
        ],
        rows: items.map(({ name, quantity }) => [name, String(quantity)]),
      },
      {
        kind: 'sums',
        rows: [
          { label: 'Credit before tax', amount: amountText(note.net.amount) },
          ...note.taxes.map((tax) => ({
            label: `${tax.name} ${tax.percent} %`,
            amount: amountText(tax.amount.amount),
          })),
          { label: 'Total credit', amount: `${amountText(note.total.amount)} ${note.total.currency}`, strong: true },
        ],
      },
    ],
  });
  return { name: `${note.number}.pdf`, bytes };
}
