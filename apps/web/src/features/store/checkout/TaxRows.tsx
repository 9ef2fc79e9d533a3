import { reverseChargeNote, taxRows } from '@tuneport/domain/store/tax/tax-labels';
import { t } from '@tuneport/domain/text/text';
import { amountText } from '../../../ui/text/money-text.ts';
import css from './checkout.module.css';

type WireMoney = { readonly amount: string; readonly currency: string };
export type TaxedSale = {
  readonly tax_included: boolean;
  readonly reverse_charge: boolean;
  readonly tax_removed: WireMoney;
  readonly taxes: readonly { readonly name: string; readonly percent: string; readonly amount: WireMoney }[];
};

const rowsOf = (sale: TaxedSale) => taxRows(sale, ({ amount }) => amountText(amount));

/** Taxes that are added, or tax that is taken off, as rows of the list of sums. */
export function TaxesAbove({ sale }: { sale: TaxedSale }) {
  const { above } = rowsOf(sale);
  if (!sale.tax_included && above.length === 0)
    return (
      <>
        <dt>{t('Tax')}</dt>
        <dd>{t('none here')}</dd>
      </>
    );
  return <Rows rows={above} />;
}

/** What the total contains, as information below it. */
export function TaxesBelow({ sale }: { sale: TaxedSale }) {
  return (
    <>
      <Rows rows={rowsOf(sale).below} quiet />
      {sale.reverse_charge ? <dt className={css.taxNote}>{t(reverseChargeNote)}</dt> : null}
    </>
  );
}

function Rows({ rows, quiet }: { rows: ReturnType<typeof taxRows>['above']; quiet?: boolean }) {
  return rows.map(({ label, amount }) => (
    <div key={label} className={quiet ? css.contained : css.pair}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  ));
}
