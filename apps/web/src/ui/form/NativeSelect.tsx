import { type ComponentPropsWithRef, useId } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from '../text/Icon.tsx';
import css from './Field.module.css';
import { type FieldCommon, FieldShell } from './FieldShell.tsx';
import { describe } from './field-state.ts';

export type Option = { value: string; label: string; disabled?: boolean };

type Props = FieldCommon & {
  options?: readonly Option[];
  /** The first option, with an empty value: "Choose a make". */
  placeholder?: string;
} & ComponentPropsWithRef<'select'>;

export function NativeSelect({
  label,
  hideLabel,
  hint,
  error,
  optional,
  options,
  placeholder,
  className,
  children,
  ...select
}: Props) {
  const made = useId();
  const id = select.id ?? made;
  return (
    <FieldShell {...{ id, label, hideLabel, hint, error, optional, className }} disabled={select.disabled}>
      <select {...select} id={id} className={cx(css.control, css.select)} {...describe(id, hint, error)}>
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <Icon name="chevronDown" className={css.chevron} />
    </FieldShell>
  );
}
