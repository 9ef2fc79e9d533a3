import { addedLabel, reverseChargeNote, reverseChargeRow } from '@tuneport/domain/store/tax/tax-labels';
import { t } from '@tuneport/domain/text/text';
import type { TaxedSale } from '../checkout/TaxRows.tsx';

type Row = readonly [label: string, amount: string];

/** An invoice states net, rate and tax: before the total if taxes were added, below it if the total contains them. */
export function invoiceTaxes(sale: TaxedSale & { readonly net: { readonly amount: string } }): {
  readonly sums: readonly Row[];
  readonly after: readonly Row[];
  readonly note: string | null;
} {
  const taxes = sale.taxes.map((tax): Row => [addedLabel(tax), tax.amount.amount]);
  const removed: Row = [t(reverseChargeRow), `-${sale.tax_removed.amount}`];
  return {
    sums: sale.tax_included ? (/[1-9]/.test(sale.tax_removed.amount) ? [removed] : []) : taxes,
    after: sale.tax_included && taxes.length > 0 ? [[t('Net amount'), sale.net.amount], ...taxes] : [],
    note: sale.reverse_charge ? t(reverseChargeNote) : null,
  };
}
