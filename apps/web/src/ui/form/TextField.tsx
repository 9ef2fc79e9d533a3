import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import css from './Field.module.css';
import { type FieldCommon, FieldShell } from './FieldShell.tsx';
import { describe } from './field-state.ts';

type Props = FieldCommon & { before?: ReactNode; after?: ReactNode } & ComponentPropsWithRef<'input'>;

export function TextField({ label, hideLabel, hint, error, optional, before, after, className, ...input }: Props) {
  const made = useId();
  const id = input.id ?? made;
  return (
    <FieldShell
      {...{ id, label, hideLabel, hint, error, optional, className }}
      disabled={input.disabled || input.readOnly}
    >
      {before ? <span className={css.affix}>{before}</span> : null}
      <input type="text" {...input} id={id} className={css.control} {...describe(id, hint, error)} />
      {after ? <span className={css.affix}>{after}</span> : null}
    </FieldShell>
  );
}
