import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { usePricesIncludeTax } from '../../../platform/tax-hint.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Icon } from '../../../ui/text/Icon.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import css from './checkout.module.css';
import { type TaxedSale, TaxesAbove, TaxesBelow } from './TaxRows.tsx';

type WireMoney = { readonly amount: string; readonly currency: string };
type SummaryLine = {
  readonly key: string;
  readonly name: string;
  readonly options: readonly string[];
  readonly quantity: number;
  readonly amount: WireMoney | null;
};
export type Sums = {
  readonly list: WireMoney;
  readonly discount: WireMoney;
  readonly discountName: string;
  /** null while no tier is selected. */
  readonly shipping: { readonly name: string; readonly price: WireMoney } | null;
  readonly shippingNeeded: boolean;
  /** null while the destination is unknown. */
  readonly tax: TaxedSale | null;
  readonly total: WireMoney | null;
};

const isZero = ({ amount }: WireMoney) => !/[1-9]/.test(amount);
const minus = ({ amount, currency }: WireMoney) => ({ amount: `-${amount}`, currency });

export function SummaryLines({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={line.key}>
          <span className={css.count}>{line.quantity} ×</span>
          <span className={css.lineName}>
            {line.name}
            {line.options.length > 0 ? <small>{line.options.join(', ')}</small> : null}
          </span>
          <span>{line.amount ? <MoneyText money={line.amount} hideCurrency /> : '–'}</span>
        </li>
      ))}
    </ul>
  );
}

export function SummarySums({ sums }: { sums: Sums }) {
  const pricesIncludeTax = usePricesIncludeTax();
  const included = sums.tax?.tax_included ?? pricesIncludeTax;
  return (
    <dl className={css.sums}>
      <dt>{included ? t('Subtotal, incl. VAT') : t('Subtotal')}</dt>
      <dd>
        <MoneyText money={sums.list} hideCurrency />
      </dd>
      {isZero(sums.discount) ? null : (
        <>
          <dt>{sums.discountName}</dt>
          <dd>
            <MoneyText money={minus(sums.discount)} hideCurrency off />
          </dd>
        </>
      )}
      {sums.shippingNeeded ? (
        <div className={sums.shipping ? css.pair : css.later}>
          <dt>{sums.shipping ? t('Shipping, {name}', { name: sums.shipping.name }) : t('Shipping')}</dt>
          <dd>
            {sums.shipping ? <MoneyText money={sums.shipping.price} hideCurrency /> : t('Calculated at the next step')}
          </dd>
        </div>
      ) : null}
      {sums.tax ? <TaxesAbove sale={sums.tax} /> : null}
      <dt className={css.total}>{t('Total')}</dt>
      <dd className={css.total} aria-live="polite">
        {sums.total ? <MoneyText money={sums.total} big /> : '–'}
      </dd>
      {sums.tax ? <TaxesBelow sale={sums.tax} /> : null}
    </dl>
  );
}

type CodesProps = {
  codes: readonly string[];
  onChange: (codes: readonly string[]) => void;
  applied: readonly string[];
  unknown: readonly string[];
  unused: readonly string[];
  offered: readonly string[];
};

export function Codes({ codes, onChange, applied, unknown, unused, offered }: CodesProps) {
  const [text, setText] = useState('');
  const fold = (code: string) => code.trim().toLowerCase();
  const has = (list: readonly string[], code: string) => list.some((one) => fold(one) === fold(code));
  const add = (code: string) => {
    if (code.trim() !== '' && !has(codes, code)) onChange([...codes, code.trim()]);
    setText('');
  };
  return (
    <div className={css.codes}>
      <form
        method="post"
        className={css.codeForm}
        onSubmit={(event) => {
          event.preventDefault();
          add(text);
        }}
      >
        <TextField
          label={t('Discount code')}
          value={text}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">{t('Apply')}</Button>
      </form>
      {offered
        .filter((code) => !has(codes, code))
        .map((code) => (
          <Button key={code} size="small" variant="link" onClick={() => add(code)}>
            {t('Use {code}', { code })}
          </Button>
        ))}
      <ul className={css.codeList} aria-live="polite">
        {codes.map((code) => (
          <li key={code} data-tone={has(unknown, code) ? 'bad' : undefined}>
            <strong>{code}</strong>{' '}
            {has(unknown, code)
              ? t('is invalid or has expired.')
              : has(unused, code)
                ? t('gives no discount on this order.')
                : has(applied, code)
                  ? t('is applied.')
                  : ''}
            <button
              type="button"
              aria-label={t('Remove code {code}', { code })}
              onClick={() => onChange(codes.filter((one) => one !== code))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
