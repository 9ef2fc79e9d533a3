import { type ReactNode, useId } from 'react';
import { FieldError } from '../../../ui/field/FieldError.tsx';
import { Checkbox } from '../../../ui/field/Tick.tsx';
import css from '../catalog-admin.module.css';

export type InputProps = {
  label: string;
  hint?: ReactNode;
  error?: readonly string[];
  lines: readonly string[];
  disabled: boolean;
  onChange: (lines: readonly string[]) => void;
};

export function Group({
  label,
  hint,
  error,
  children,
}: Pick<InputProps, 'label' | 'hint' | 'error'> & { children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className={css.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {hint ? <p className={css.hint}>{hint}</p> : null}
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

export function TicksInput({
  options,
  ...props
}: InputProps & { options: readonly { value: string; label: string }[] }) {
  const { lines, disabled, onChange } = props;
  return (
    <Group {...props}>
      <div className={css.ticks}>
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            disabled={disabled}
            checked={lines.includes(value)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...lines, value].sort() : lines.filter((one) => one !== value))
            }
          />
        ))}
      </div>
      {options.length === 0 ? <p className={css.hint}>There is nothing to choose from yet.</p> : null}
    </Group>
  );
}
