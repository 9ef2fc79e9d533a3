import { Checkbox, Switch } from './Checkbox.tsx';
import css from './DetailForm.module.css';
import type { FormField, Ref } from './form-fields.ts';
import { fromLocalTime, readersZone, toLocalTime } from './local-time.ts';
import type { FormValue } from './merge.ts';
import { NativeSelect } from './NativeSelect.tsx';
import { RefPicker } from './RefPicker.tsx';
import { Textarea } from './Textarea.tsx';
import { TextField } from './TextField.tsx';

type Props = {
  field: FormField;
  id: string;
  value: FormValue;
  error?: readonly string[];
  disabled: boolean;
  onChange: (value: FormValue) => void;
};

export function FormFieldInput({ field, id, value, error, disabled, onChange }: Props) {
  const { name, label, hint, optional, wide } = field;
  const common = { id, name, label, hint, error, className: wide ? css.wide : undefined };
  const text = value === null ? '' : String(value);
  switch (field.kind) {
    case 'checkbox':
    case 'switch': {
      const Box = field.kind === 'switch' ? Switch : Checkbox;
      return (
        <Box
          {...common}
          disabled={disabled}
          checked={value === true}
          onChange={(e) => onChange(e.currentTarget.checked)}
        />
      );
    }
    case 'select':
      return (
        <NativeSelect
          {...common}
          optional={optional}
          options={field.options}
          placeholder={field.placeholder ?? (optional ? 'None' : undefined)}
          disabled={disabled}
          value={text}
          onChange={(e) => onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)}
        />
      );
    case 'ref': {
      const picker = (
        <RefPicker
          label={optional ? `${label} (optional)` : label}
          hint={hint}
          error={error}
          value={value as Ref | null}
          search={field.search}
          placeholder={field.placeholder}
          disabled={disabled}
          onChange={(ref) => onChange(ref)}
        />
      );
      return wide ? <div className={css.wide}>{picker}</div> : picker;
    }
    case 'custom':
      return field.input({ id, label, hint, error, disabled, className: common.className, value, onChange });
    case 'moment':
      return (
        <TextField
          {...common}
          hint={
            <>
              {hint} Your time zone: {readersZone()}.
            </>
          }
          optional={optional}
          type="datetime-local"
          readOnly={disabled}
          value={text === '' ? '' : toLocalTime(text)}
          onChange={(e) => onChange(e.currentTarget.value === '' ? '' : fromLocalTime(e.currentTarget.value))}
        />
      );
    case 'textarea':
      return (
        <Textarea
          {...common}
          optional={optional}
          rows={field.rows ?? 4}
          maxLength={field.maxLength}
          readOnly={disabled}
          value={text}
          onChange={(e) => onChange(e.currentTarget.value)}
        />
      );
    case 'number':
      return (
        <TextField
          {...common}
          optional={optional}
          inputMode="decimal"
          after={field.unit}
          readOnly={disabled}
          value={text}
          onChange={(e) => onChange(e.currentTarget.value)}
        />
      );
    default:
      return (
        <TextField
          {...common}
          optional={optional}
          type={field.kind}
          maxLength={field.maxLength}
          readOnly={disabled}
          value={text}
          onChange={(e) => onChange(e.currentTarget.value)}
        />
      );
  }
}
