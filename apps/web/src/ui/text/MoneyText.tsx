import { t } from '@tuneport/domain/text/text';
import { cx } from '../class-names.ts';
import css from './Figures.module.css';
import { amountText, isNegative, type WireMoney } from './money-text.ts';

type Props = {
  money: WireMoney;
  /** In a table the currency is shown once, in the header. */
  hideCurrency?: boolean;
  big?: boolean;
  /** The price before a sale, struck through. */
  was?: WireMoney;
  /** Shows a plus sign for positive amounts. */
  signed?: boolean;
  /** A deduction: shown with a minus sign, but not in the colour of a debt. */
  off?: boolean;
};

export function MoneyText({ money, hideCurrency, big, was, signed, off }: Props) {
  const plus = signed && !isNegative(money.amount) && /[1-9]/.test(money.amount) ? '+' : '';
  return (
    <span className={cx(css.money, big && css.big, isNegative(money.amount) && !off && css.negative)}>
      {was ? (
        <del className={css.was}>
          <span className="visually-hidden">{t('was')} </span>
          {amountText(was.amount)}
        </del>
      ) : null}
      {`${plus}${amountText(money.amount)}${hideCurrency ? '' : ' '}`}
      {hideCurrency ? null : <span className={css.unit}>{money.currency}</span>}
    </span>
  );
}

/** A number with its unit, separated by a space: +62 hp. */
export function Figure({ value, unit, signed, big }: { value: number; unit: string; signed?: boolean; big?: boolean }) {
  const sign = value < 0 ? '−' : signed && value > 0 ? '+' : '';
  const digits = amountText(String(Math.abs(value)));
  return (
    <span className={cx(css.figure, big && css.big)}>
      {`${sign}${digits} `}
      <span className={css.unit}>{unit}</span>
    </span>
  );
}
