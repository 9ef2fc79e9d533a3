import { currencyCodes } from '@tuneport/domain/money/money';
import { type LinesProps, TicksInput } from '../../ui/form/FieldGroup.tsx';
import { LineRows } from '../../ui/form/LineRows.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import css from './settings.module.css';
import { partsOf, rateLine, redirectLine } from './settings-form.ts';

const currencies = currencyCodes.map((code) => ({ value: code as string, label: code as string }));
/** Order matters: the first currency is the default. */
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

const today = () => new Date().toISOString().slice(0, 10);

export const RatesInput = (props: LinesProps) => (
  <LineRows
    {...props}
    className={css.row}
    add={{ label: 'Add rate', line: () => rateLine('', '', today()) }}
    remove={(line) => `Remove rate of ${partsOf(line, 1)[0] || 'no currency'}`}
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
            label={`Date of rate ${number}`}
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
  <LineRows
    {...props}
    className={css.row}
    add={{ label: 'Add redirect', line: () => redirectLine('/', '/') }}
    remove={(line) => `Remove redirect of ${partsOf(line, 1)[0]}`}
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
