import type { LinesProps } from '../../../ui/form/FieldGroup.tsx';
import { LineRows } from '../../../ui/form/LineRows.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { CurrencySelect, freeCurrency } from '../../CurrencySelect.tsx';
import css from '../catalog-admin.module.css';
import { discountLine, discountOf, priceLine, priceOf, priceParts } from '../catalog-field.ts';

const labels = {
  baseprice: 'List',
  baseaddonprice: 'Add-on',
  dealerprice: 'Dealer',
  dealeraddonprice: 'Dealer add-on',
};

/** One row per currency; an empty amount means no individual price. */
export function PricesInput({ currencies, ...props }: LinesProps & { currencies: readonly string[] }) {
  const used = props.lines.map((line) => priceOf(line).currency);
  const free = freeCurrency(currencies, used);
  return (
    <LineRows
      {...props}
      className={css.priceRow}
      add={free ? { label: `Add prices in ${free}`, line: () => priceLine({ currency: free }) } : null}
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
            {priceParts.map((part) => (
              <TextField
                key={part}
                label={labels[part]}
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

const roles = ['user', 'dealer', 'tuner', 'affiliate', 'admin'];

export function DiscountsInput(props: LinesProps) {
  const free = roles.find((role) => !props.lines.some((line) => discountOf(line).key === role));
  return (
    <LineRows
      {...props}
      className={css.pairRow}
      add={free ? { label: 'Add discount', line: () => discountLine({ key: free, percent: '10' }) } : null}
      remove={(line) => `Remove discount of ${discountOf(line).key}`}
      row={(line, change, number) => {
        const discount = discountOf(line);
        return (
          <>
            <NativeSelect
              label={`Role ${number}`}
              hideLabel
              disabled={props.disabled}
              value={discount.key}
              options={[...new Set([...roles, discount.key])].map((role) => ({ value: role, label: role }))}
              onChange={(event) => change(discountLine({ ...discount, key: event.currentTarget.value }))}
            />
            <TextField
              label={`Percent ${number}`}
              hideLabel
              after="%"
              inputMode="decimal"
              readOnly={props.disabled}
              value={discount.percent}
              onChange={(event) => change(discountLine({ ...discount, percent: event.currentTarget.value }))}
            />
          </>
        );
      }}
    />
  );
}
