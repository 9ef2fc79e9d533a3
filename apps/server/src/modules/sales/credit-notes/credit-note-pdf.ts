import { amountText } from '@tuneport/domain/money/money-text';
import { addressLines } from '@tuneport/domain/places/address-lines';
import { creditedItems, movedRows } from '@tuneport/domain/purchases/credit-note-labels';
import { addedLabel, reverseChargeNote } from '@tuneport/domain/store/tax/tax-labels';
import { t } from '@tuneport/domain/text/text';
import { renderPdf } from '../../../platform/pdf/render-pdf.ts';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import { numberWithBrand } from '../../store/index.ts';
import type { readOwnCreditNote } from './read-credit-note.ts';

type Note = Awaited<ReturnType<typeof readOwnCreditNote>>;

function saleLine({ sale, sale_number: number }: Pick<Note, 'sale' | 'sale_number'>): string {
  if (sale === 'deal') return t('Credit deal {number}', { number });
  return sale === 'order' ? t('Order {number}', { number }) : t('Purchase {number}', { number });
}

export async function creditNotePdf(note: Note): Promise<PdfFile> {
  const bytes = await renderPdf({
    title: t('Credit note'),
    seller: note.seller,
    meta: [
      note.number,
      t('Invoice {number} of {date}', { number: note.invoice.number, date: note.invoice.issued_on }),
      saleLine(note),
      note.issued_on,
    ],
    at: note.issued_at,
    footer: numberWithBrand(note),
    parts: [
      { kind: 'sides', sides: [{ title: t('Credited to'), lines: addressLines(note.billing) }] },
      {
        kind: 'table',
        columns: [
          { label: t('Item'), width: 80 },
          { label: t('Quantity'), width: 20, align: 'right' },
        ],
        rows: creditedItems(note).map(({ name, quantity }) => [name, String(quantity)]),
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
          ...movedRows(note).map(([label, amount]) => ({ label, amount: amountText(amount) })),
        ],
      },
      ...(note.reverse_charge ? [{ kind: 'text' as const, text: t(reverseChargeNote) }] : []),
    ],
  });
  return { name: `${note.number}.pdf`, bytes };
}
