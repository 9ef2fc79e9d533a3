import { currencyCodes } from '@tuneport/domain/money';
import { Button } from '../../../ui/Button.tsx';
import { FieldGroup, type LinesProps } from '../../../ui/field/FieldGroup.tsx';
import { NativeSelect } from '../../../ui/field/NativeSelect.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import css from './product-admin.module.css';
import { priceLine, priceOf } from './product-form.ts';

/** One row per currency; a currency without a row is converted from the default one. */
export function PriceLines({
  currencies,
  deposit,
  ...props
}: LinesProps & { currencies: readonly string[]; deposit: boolean }) {
  const { lines, onChange } = props;
  const used = lines.map((line) => priceOf(line).currency);
  const free = [...new Set([...currencies, ...currencyCodes])].find((code) => !used.includes(code));
  const put = (at: number, line: string) => onChange(lines.map((old, nth) => (nth === at ? line : old)));
  const parts = [
    ['price', 'Price'],
    ['dealer_price', 'Dealer'],
    ...(deposit ? ([['deposit', 'Deposit']] as const) : []),
  ] as const;
  return (
    <FieldGroup {...props}>
      {lines.map((line, at) => {
        const price = priceOf(line);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its text changes with every key typed
          <div key={at} className={css.priceRow}>
            <NativeSelect
              label={`Currency ${at + 1}`}
              hideLabel
              value={price.currency}
              options={currencyCodes.map((code) => ({
                value: code,
                label: code,
                disabled: code !== price.currency && used.includes(code),
              }))}
              onChange={(event) => put(at, priceLine({ ...price, currency: event.currentTarget.value }))}
            />
            {parts.map(([part, label]) => (
              <TextField
                key={part}
                label={`${label} in ${price.currency}`}
                hideLabel
                before={label}
                inputMode="decimal"
                value={price[part]}
                onChange={(event) => put(at, priceLine({ ...price, [part]: event.currentTarget.value }))}
              />
            ))}
            <Button
              icon
              variant="ghost"
              aria-label={`Remove the prices in ${price.currency}`}
              onClick={() => onChange(lines.filter((_, nth) => nth !== at))}
            >
              <Icon name="trash" />
            </Button>
          </div>
        );
      })}
      {free ? (
        <div>
          <Button size="small" onClick={() => onChange([...lines, priceLine({ currency: free, price: '' })])}>
            <Icon name="plus" />
            Add prices in {free}
          </Button>
        </div>
      ) : null}
    </FieldGroup>
  );
}
