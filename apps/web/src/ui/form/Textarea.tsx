import { type ComponentPropsWithRef, useId } from 'react';
import css from './Field.module.css';
import { type FieldCommon, FieldShell } from './FieldShell.tsx';
import { describe } from './field-state.ts';

type Props = FieldCommon & ComponentPropsWithRef<'textarea'>;

export function Textarea({ label, hideLabel, hint, error, optional, className, ...area }: Props) {
  const made = useId();
  const id = area.id ?? made;
  return (
    <FieldShell
      {...{ id, label, hideLabel, hint, error, optional, className }}
      disabled={area.disabled || area.readOnly}
    >
      <textarea rows={4} {...area} id={id} className={css.control} {...describe(id, hint, error)} />
    </FieldShell>
  );
}
