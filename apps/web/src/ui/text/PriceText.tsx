import type { ComponentProps } from 'react';
import { useTaxHint } from '../../platform/tax-hint.ts';
import css from './Figures.module.css';
import { MoneyText } from './MoneyText.tsx';

/** The price of something on offer, followed by "incl. VAT" where prices contain it. */
export function PriceText(props: ComponentProps<typeof MoneyText>) {
  const hint = useTaxHint();
  return hint === '' ? (
    <MoneyText {...props} />
  ) : (
    <>
      <MoneyText {...props} /> <small className={css.taxHint}>{hint}</small>
    </>
  );
}
