import { isRegionId, type RegionId } from '../places/regions.ts';

const regionCodes: Readonly<Record<RegionId, string>> = { 1: 'NA', 2: 'EU' };

const padded = (no: number): string => String(no).padStart(6, '0');

/** A sale as stored: the region has its own series of invoices, and an unpaid sale has no invoice. */
export type InvoicedSale = { readonly region: number; readonly invoice_no: number | null };

/** The number of a sale's invoice, such as INV-EU-000017; null before it is paid. */
export const invoiceNumberOf = ({ region, invoice_no }: InvoicedSale): string | null =>
  invoice_no === null || !isRegionId(region) ? null : `INV-${regionCodes[region]}-${padded(invoice_no)}`;

/** Credit notes of all regions have one series. */
export const creditNoteNumber = (id: number): string => `CN-${padded(id)}`;

/** Reads a typed invoice number: "INV-EU-000017", "inv eu 17", or "INV-17" of any region. Null for other text. */
export function parseInvoiceNumber(
  text: string,
): { readonly regions: readonly RegionId[]; readonly no: number } | null {
  const [, code = '', digits] = /^inv[-\s]?(?:(na|eu)[-\s]?)?0*(\d{1,9})$/i.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const regions = ([1, 2] as const).filter((region) => code === '' || regionCodes[region] === code.toUpperCase());
  return { regions, no: Number(digits) };
}
