import { percentText } from '../../text/percent-text.ts';
import { msg, t } from '../../text/text.ts';
import type { ChargedTax, Tax, TaxTerms } from './tax-table.ts';

export const reverseChargeRow = msg('VAT taken off (reverse charge)');
export const reverseChargeNote = msg('Reverse charge: VAT to be accounted for by the recipient');

/** A tax that is added to the prices, and one that they contain. */
export const addedLabel = ({ name, percent }: Tax): string => `${name} ${percentText(percent)}`;
export const containedLabel = ({ name, percent }: Tax): string => t('incl. {percent}% {name}', { name, percent });

/** What leads from the prices shown to the total: added taxes, or the VAT that reverse charge takes off. */
export const taxesToTotal = (sale: {
  readonly terms: TaxTerms;
  readonly taxes: readonly ChargedTax[];
  readonly containedMinor: bigint;
}): { readonly label: string; readonly amountMinor: bigint }[] =>
  [
    ...(sale.terms.included ? [] : sale.taxes.map((tax) => ({ label: addedLabel(tax), amountMinor: tax.amountMinor }))),
    { label: reverseChargeRow, amountMinor: sale.terms.reverseCharge ? -sale.containedMinor : 0n },
  ].filter(({ amountMinor }) => amountMinor !== 0n);

type Row = { readonly label: string; readonly amount: string };
type Sale<Amount> = {
  readonly tax_included: boolean;
  readonly reverse_charge: boolean;
  readonly tax_removed: Amount;
  readonly taxes: readonly (Tax & { readonly amount: Amount })[];
};

/** The tax rows of a sale: added and deducted taxes come before the total, contained taxes after it as information. */
export function taxRows<Amount>(
  sale: Sale<Amount>,
  text: (amount: Amount) => string,
): { readonly above: readonly Row[]; readonly below: readonly Row[] } {
  const rows = (label: (tax: Tax) => string) =>
    sale.taxes.map((tax) => ({ label: label(tax), amount: text(tax.amount) }));
  if (!sale.tax_included) return { above: rows(addedLabel), below: [] };
  if (!sale.reverse_charge) return { above: [], below: rows(containedLabel) };
  return { above: [{ label: t(reverseChargeRow), amount: `−${text(sale.tax_removed)}` }], below: [] };
}
