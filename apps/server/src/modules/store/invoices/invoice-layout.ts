import { amountText } from '@tuneport/domain/money/money-text';
import { dueRows, paidRows } from '@tuneport/domain/payments/invoice-payment';
import { addedLabel, reverseChargeNote, reverseChargeRow } from '@tuneport/domain/store/tax/tax-labels';
import { t } from '@tuneport/domain/text/text';
import { type PdfPart, renderPdf } from '../../../platform/pdf/render-pdf.ts';
import type { PdfFile } from '../../../platform/pdf/send-pdf.ts';
import type { readOwnInvoice } from './read-invoice.ts';

export type Invoice = Awaited<ReturnType<typeof readOwnInvoice>>;
type Sum = { readonly label: string; readonly amount: string; readonly strong?: boolean };

export const isNotZero = (amount: string): boolean => /[1-9]/.test(amount);
export const sumRow = (label: string, amount: string): Sum => ({ label, amount: amountText(amount) });
/** How it was paid, and the last rows: what is still due. */
export const paidSums = (
  { payment, issued_on }: Pick<Invoice, 'payment' | 'issued_on'>,
  transfer: string | null = null,
): Sum[] => paidRows(payment, issued_on, transfer).map(([label, amount]) => sumRow(label, amount));
export const dueSums = ({ payment }: Pick<Invoice, 'payment'>): Sum[] =>
  dueRows(payment).map(([label, amount]) => sumRow(label, amount));

type TaxedSale = Pick<Invoice['order'], 'tax_included' | 'reverse_charge' | 'tax_removed' | 'net' | 'taxes'>;

/** Added taxes and deducted tax come before the total; a total that contains tax is followed by its net amount. */
export const taxesAbove = (sale: TaxedSale): Sum[] =>
  sale.tax_included
    ? isNotZero(sale.tax_removed.amount)
      ? [sumRow(t(reverseChargeRow), `-${sale.tax_removed.amount}`)]
      : []
    : taxSums(sale);
export const taxesBelow = (sale: TaxedSale): Sum[] =>
  sale.tax_included && sale.taxes.length > 0 ? [sumRow(t('Net amount'), sale.net.amount), ...taxSums(sale)] : [];
const taxSums = ({ taxes }: TaxedSale): Sum[] => taxes.map((tax) => sumRow(addedLabel(tax), tax.amount.amount));

export const taxNotes = (sale: TaxedSale): PdfPart[] =>
  sale.reverse_charge ? [{ kind: 'text', text: t(reverseChargeNote) }] : [];

type InvoiceHead = {
  readonly number: string;
  readonly issued_at: Date;
  readonly issued_on: string;
  readonly seller: Invoice['seller'];
  readonly brand: Invoice['brand'];
};

/** Footer of an invoice or credit note; names the dealer whose brand the customer sees. */
export const numberWithBrand = ({ number, brand }: Pick<InvoiceHead, 'number' | 'brand'>): string =>
  brand ? t('{number}, through {name}', { number, name: brand.name }) : number;

/** Renders an invoice: its head and footer around the given parts. */
export async function renderInvoice(invoice: InvoiceHead, of: string, parts: readonly PdfPart[]): Promise<PdfFile> {
  const bytes = await renderPdf({
    title: t('Invoice'),
    seller: invoice.seller,
    meta: [invoice.number, of, invoice.issued_on],
    at: invoice.issued_at,
    footer: numberWithBrand(invoice),
    parts,
  });
  return { name: `${invoice.number}.pdf`, bytes };
}
