import { type ComponentPropsWithRef, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from '../class-names.ts';
import css from './Field.module.css';
import { FieldError } from './FieldError.tsx';
import { describe, type FieldMessage } from './field-state.ts';

type Props = {
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: FieldMessage;
} & Omit<ComponentPropsWithRef<'input'>, 'type'>;

function CheckboxRow({
  label,
  hideLabel,
  hint,
  error,
  className,
  look,
  ...input
}: Props & { look: 'box' | 'switch' | 'radio' }) {
  const made = useId();
  const id = input.id ?? made;
  return (
    <div className={cx(css.tickRow, className)}>
      <label className={css.tick} htmlFor={id}>
        <input
          {...input}
          id={id}
          type={look === 'radio' ? 'radio' : 'checkbox'}
          role={look === 'switch' ? 'switch' : undefined}
          className={look === 'switch' ? css.switch : css.checkbox}
          {...describe(id, hint, error)}
        />
        <span className={hideLabel ? 'visually-hidden' : css.tickText}>{label}</span>
      </label>
      {hint ? (
        <div id={`${id}-hint`} className={css.hint}>
          {hint}
        </div>
      ) : null}
      <FieldError id={id} error={error} />
    </div>
  );
}

export function Checkbox({ indeterminate, ...props }: Props & { indeterminate?: boolean }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate === true;
  }, [indeterminate]);
  return <CheckboxRow {...props} ref={ref} look="box" />;
}

export const Switch = (props: Props) => <CheckboxRow {...props} look="switch" />;

export const Radio = (props: Props) => <CheckboxRow {...props} look="radio" />;
