import { currencyCodes } from '@tuneport/domain/money';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FieldGroup, type LinesProps, TicksInput } from '../../ui/field/FieldGroup.tsx';
import { NativeSelect } from '../../ui/field/NativeSelect.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import css from './settings.module.css';
import { partsOf, rateLine, redirectLine } from './settings-form.ts';

const currencies = currencyCodes.map((code) => ({ value: code as string, label: code as string }));
/** The order matters: the first one is shown where nothing else decides. */
export function CurrenciesInput(props: LinesProps) {
  const first = props.lines[0];
  return (
    <TicksInput
      {...props}
      hint={
        first ? (
          <>
            {props.hint} First: {first}.
          </>
        ) : (
          props.hint
        )
      }
      options={currencies}
    />
  );
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, at) => ({
  value: String((at + 1) % 7),
  label,
}));
const sorted = (lines: readonly string[]) => [...lines].sort();
export const WeekdaysInput = (props: LinesProps) => (
  <TicksInput {...props} options={weekdays} onChange={(lines) => props.onChange(sorted(lines))} />
);

type RowsProps = LinesProps & {
  add: { label: string; line: () => string };
  remove: (line: string) => string;
  row: (line: string, change: (line: string) => void, number: number) => ReactNode;
};

function Rows({ add, remove, row, ...props }: RowsProps) {
  const { lines, disabled, onChange } = props;
  const change = (at: number, line: string) => onChange(lines.map((old, index) => (index === at ? line : old)));
  return (
    <FieldGroup label={props.label} hint={props.hint} error={props.error}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its text changes with every key typed
        <div key={at} className={css.row}>
          {row(line, (next) => change(at, next), at + 1)}
          {disabled ? null : (
            <Button
              icon
              variant="ghost"
              aria-label={remove(line)}
              onClick={() => onChange(lines.filter((_, index) => index !== at))}
            >
              <Icon name="trash" />
            </Button>
          )}
        </div>
      ))}
      {disabled ? null : (
        <div>
          <Button size="small" onClick={() => onChange([...lines, add.line()])}>
            <Icon name="plus" />
            {add.label}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}

const today = () => new Date().toISOString().slice(0, 10);

export const RatesInput = (props: LinesProps) => (
  <Rows
    {...props}
    add={{ label: 'Add a rate', line: () => rateLine('', '', today()) }}
    remove={(line) => `Remove the rate of ${partsOf(line, 1)[0] || 'no currency'}`}
    row={(line, change, number) => {
      const [currency = '', rate = '', asOf = ''] = partsOf(line, 3);
      return (
        <>
          <NativeSelect
            label={`Currency ${number}`}
            hideLabel
            placeholder="Currency"
            options={currencies}
            value={currency}
            disabled={props.disabled}
            onChange={(event) => change(rateLine(event.currentTarget.value, rate, asOf))}
          />
          <TextField
            label={`Rate ${number}`}
            hideLabel
            placeholder="0.7345"
            inputMode="decimal"
            value={rate}
            readOnly={props.disabled}
            onChange={(event) => change(rateLine(currency, event.currentTarget.value, asOf))}
          />
          <TextField
            label={`Day of rate ${number}`}
            hideLabel
            type="date"
            value={asOf}
            readOnly={props.disabled}
            onChange={(event) => change(rateLine(currency, rate, event.currentTarget.value))}
          />
        </>
      );
    }}
  />
);

export const RedirectsInput = (props: LinesProps) => (
  <Rows
    {...props}
    add={{ label: 'Add a redirect', line: () => redirectLine('/', '/') }}
    remove={(line) => `Remove the redirect of ${partsOf(line, 1)[0]}`}
    row={(line, change, number) => {
      const [from = '', to = ''] = partsOf(line, 2);
      return (
        <>
          <TextField
            label={`From ${number}`}
            hideLabel
            value={from}
            readOnly={props.disabled}
            onChange={(event) => change(redirectLine(event.currentTarget.value, to))}
          />
          <Icon name="arrowRight" className={css.arrow} />
          <TextField
            label={`To ${number}`}
            hideLabel
            value={to}
            readOnly={props.disabled}
            onChange={(event) => change(redirectLine(from, event.currentTarget.value))}
          />
        </>
      );
    }}
  />
);
