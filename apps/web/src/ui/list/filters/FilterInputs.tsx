import { msg, t, tIn } from '@tuneport/domain/text/text';
import { type FormEvent, useState } from 'react';
import { Button } from '../../controls/Button.tsx';
import { Checkbox, Radio } from '../../form/Checkbox.tsx';
import { NativeSelect } from '../../form/NativeSelect.tsx';
import { TextField } from '../../form/TextField.tsx';
import { chosenText, chosenValues, type FilterSpec, filterText } from '../list-state.ts';
import {
  type Comparison,
  comparedDays,
  daysText,
  parseRange,
  rangeNow,
  rangePresets,
  rangeValue,
} from './date-range.ts';
import css from './filters.module.css';

type SelectFilter = Extract<FilterSpec, { kind: 'select' }>;
type Props<F> = { filter: F; value: string | undefined; onApply: (value: string | null) => void };

/** Several values of a filter, or all but them. */
export function ManyValues({ filter, value, onApply }: Props<SelectFilter>) {
  const [chosen, setChosen] = useState(() => chosenValues(value ?? ''));
  const toggle = (one: string, on: boolean) =>
    setChosen({ ...chosen, values: on ? [...chosen.values, one] : chosen.values.filter((other) => other !== one) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(chosenText(chosen));
  };
  return (
    <form method="post" onSubmit={submit}>
      <NativeSelect
        label={tIn('filter', 'Condition')}
        hideLabel
        options={[
          { value: 'is', label: t('{label} is any of', { label: filter.label }) },
          { value: 'not', label: t('{label} is not', { label: filter.label }) },
        ]}
        value={chosen.not ? 'not' : 'is'}
        onChange={(event) => setChosen({ ...chosen, not: event.currentTarget.value === 'not' })}
      />
      <fieldset className={css.options}>
        <legend className="visually-hidden">{filter.label}</legend>
        {filter.options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.values.includes(option.value)}
            onChange={(event) => toggle(option.value, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      <Button type="submit" wide>
        {t('Apply')}
      </Button>
    </form>
  );
}

const comparisons = [
  { value: 'previous', label: msg('The period before') },
  { value: 'year', label: msg('The same days a year ago') },
];

/** A range of days: a preset or two dates, and what it is compared with. */
export function RangeInput({ filter, value, onApply }: Props<FilterSpec>) {
  const today = filter.kind === 'range' ? filter.today : undefined;
  const now = rangeNow(today);
  const first = parseRange(value ?? '', now);
  const [preset, setPreset] = useState<string>(first ? (first.preset ?? 'custom') : 'last-30-days');
  const [days, setDays] = useState(first?.days ?? {});
  const [compare, setCompare] = useState<string>(first?.compare ?? '');
  const text = preset === 'custom' ? `${days.from ?? ''}..${days.to ?? ''}` : preset;
  const range = parseRange(compare ? `${text}~${compare}` : text, now);
  const compared = range && comparedDays(range, now);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (range) onApply(rangeValue(range));
  };
  return (
    <form method="post" onSubmit={submit}>
      <fieldset className={css.presets}>
        <legend className="visually-hidden">{filter.label}</legend>
        {[...rangePresets, { value: 'custom', label: msg('Custom') }].map((option) => (
          <Radio
            key={option.value}
            name="preset"
            label={t(option.label)}
            checked={preset === option.value}
            onChange={() => {
              if (option.value === 'custom' && range) setDays(range.days);
              setPreset(option.value);
            }}
          />
        ))}
      </fieldset>
      {preset === 'custom' ? (
        <div className={css.days}>
          <TextField
            label={t('From')}
            type="date"
            value={days.from ?? ''}
            max={days.to}
            onChange={(event) => setDays({ ...days, from: event.currentTarget.value || undefined })}
          />
          <TextField
            label={t('To')}
            type="date"
            value={days.to ?? ''}
            min={days.from}
            onChange={(event) => setDays({ ...days, to: event.currentTarget.value || undefined })}
          />
        </div>
      ) : null}
      <NativeSelect
        label={t('Compare with')}
        placeholder={t('Nothing')}
        options={comparisons.map(({ value, label }) => ({ value, label: t(label) }))}
        value={compare}
        onChange={(event) => setCompare(event.currentTarget.value as Comparison | '')}
      />
      <p className={css.panelHint}>
        {today !== undefined
          ? range
            ? [range.days, ...(compared ? [compared] : [])].map(daysText).join(' / ')
            : t('Choose a first or last day.')
          : !range
            ? t('Choose a first or last day. Days are in UTC.')
            : compared
              ? t('{days} against {compared}. Days are in UTC.', {
                  days: daysText(range.days),
                  compared: daysText(compared),
                })
              : t('{days}. Days are in UTC.', { days: daysText(range.days) })}
      </p>
      <Button type="submit" wide disabled={!range}>
        {t('Apply')}
      </Button>
    </form>
  );
}

export function PlainInput({ filter, value }: { filter: FilterSpec; value: string | undefined }) {
  if (filter.kind === 'select' || filter.kind === 'boolean') {
    const options =
      filter.kind === 'select'
        ? filter.options
        : [
            { value: 'true', label: filterText(filter, 'true') },
            { value: 'false', label: filterText(filter, 'false') },
          ];
    return (
      <NativeSelect
        name="value"
        label={filter.label}
        options={options}
        placeholder={t('Any')}
        defaultValue={value ?? ''}
      />
    );
  }
  return (
    <TextField
      name="value"
      label={filter.label}
      type={filter.kind === 'date' ? 'date' : 'text'}
      defaultValue={value}
      maxLength={filter.kind === 'text' ? 200 : undefined}
      autoComplete="off"
    />
  );
}
