import type { LinesProps } from '../../../ui/form/FieldGroup.tsx';
import { LineRows } from '../../../ui/form/LineRows.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { CurrencySelect, freeCurrency } from '../../CurrencySelect.tsx';
import css from './product-admin.module.css';
import { priceLine, priceOf } from './product-lines.ts';

/** One row per currency; a currency without a row is converted from the default one. */
export function PriceLines({
  currencies,
  deposit,
  ...props
}: LinesProps & { currencies: readonly string[]; deposit: boolean }) {
  const used = props.lines.map((line) => priceOf(line).currency);
  const free = freeCurrency(currencies, used);
  const parts = [
    ['price', 'Price'],
    ['dealer_price', 'Dealer'],
    ...(deposit ? ([['deposit', 'Deposit']] as const) : []),
  ] as const;
  return (
    <LineRows
      {...props}
      className={css.priceRow}
      add={free ? { label: `Add prices in ${free}`, line: () => priceLine({ currency: free, price: '' }) } : null}
      remove={(line) => `Remove prices in ${priceOf(line).currency}`}
      row={(line, change, number) => {
        const price = priceOf(line);
        return (
          <>
            <CurrencySelect
              number={number}
              value={price.currency}
              used={used}
              disabled={props.disabled}
              onChange={(currency) => change(priceLine({ ...price, currency }))}
            />
            {parts.map(([part, label]) => (
              <TextField
                key={part}
                label={`${label} in ${price.currency}`}
                hideLabel
                before={label}
                inputMode="decimal"
                readOnly={props.disabled}
                value={price[part]}
                onChange={(event) => change(priceLine({ ...price, [part]: event.currentTarget.value }))}
              />
            ))}
          </>
        );
      }}
    />
  );
}
