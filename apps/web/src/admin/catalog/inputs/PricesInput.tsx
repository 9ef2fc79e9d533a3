import { currencyCodes } from '@tuneport/domain/money';
import { Button } from '../../../ui/Button.tsx';
import { FieldGroup, type LinesProps } from '../../../ui/field/FieldGroup.tsx';
import { NativeSelect } from '../../../ui/field/NativeSelect.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import css from '../catalog-admin.module.css';
import { discountLine, discountOf, priceLine, priceOf, priceParts } from '../catalog-field.ts';

const labels = {
  baseprice: 'List',
  baseaddonprice: 'Add-on',
  dealerprice: 'Dealer',
  dealeraddonprice: 'Dealer add-on',
};

/** One row per currency; an empty amount means that there is none of its own. */
export function PricesInput({ currencies, ...props }: LinesProps & { currencies: readonly string[] }) {
  const { lines, disabled, onChange } = props;
  const used = lines.map((line) => priceOf(line).currency);
  const free = [...new Set([...currencies, ...currencyCodes])].find((code) => !used.includes(code));
  const put = (at: number, line: string) => onChange(lines.map((old, index) => (index === at ? line : old)));
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
              disabled={disabled}
              value={price.currency}
              options={currencyCodes.map((code) => ({
                value: code,
                label: code,
                disabled: code !== price.currency && used.includes(code),
              }))}
              onChange={(event) => put(at, priceLine({ ...price, currency: event.currentTarget.value }))}
            />
            {priceParts.map((part) => (
              <TextField
                key={part}
                label={labels[part]}
                inputMode="decimal"
                readOnly={disabled}
                value={price[part]}
                onChange={(event) => put(at, priceLine({ ...price, [part]: event.currentTarget.value }))}
              />
            ))}
            {disabled ? null : (
              <Button
                icon
                variant="ghost"
                aria-label={`Remove the prices in ${price.currency}`}
                onClick={() => onChange(lines.filter((_, index) => index !== at))}
              >
                <Icon name="trash" />
              </Button>
            )}
          </div>
        );
      })}
      {disabled || !free ? null : (
        <div>
          <Button size="small" onClick={() => onChange([...lines, priceLine({ currency: free })])}>
            <Icon name="plus" />
            Add prices in {free}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}

const roles = ['user', 'dealer', 'tuner', 'affiliate', 'admin'];

export function DiscountsInput(props: LinesProps) {
  const { lines, disabled, onChange } = props;
  const free = roles.find((role) => !lines.some((line) => discountOf(line).key === role));
  const put = (at: number, line: string) => onChange(lines.map((old, index) => (index === at ? line : old)));
  return (
    <FieldGroup {...props}>
      {lines.map((line, at) => {
        const discount = discountOf(line);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its text changes with every key typed
          <div key={at} className={css.pairRow}>
            <NativeSelect
              label={`Role ${at + 1}`}
              hideLabel
              disabled={disabled}
              value={discount.key}
              options={[...new Set([...roles, discount.key])].map((role) => ({ value: role, label: role }))}
              onChange={(event) => put(at, discountLine({ ...discount, key: event.currentTarget.value }))}
            />
            <TextField
              label={`Percent ${at + 1}`}
              hideLabel
              after="%"
              inputMode="decimal"
              readOnly={disabled}
              value={discount.percent}
              onChange={(event) => put(at, discountLine({ ...discount, percent: event.currentTarget.value }))}
            />
            {disabled ? null : (
              <Button
                icon
                variant="ghost"
                aria-label={`Remove the discount of ${discount.key}`}
                onClick={() => onChange(lines.filter((_, index) => index !== at))}
              >
                <Icon name="trash" />
              </Button>
            )}
          </div>
        );
      })}
      {disabled || !free ? null : (
        <div>
          <Button size="small" onClick={() => onChange([...lines, discountLine({ key: free, percent: '10' })])}>
            <Icon name="plus" />
            Add a discount
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}
