import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useId } from 'react';
import { Checkbox } from './Checkbox.tsx';
import css from './Field.module.css';
import { FieldError } from './FieldError.tsx';
import { type FieldMessage, messagesOf } from './field-state.ts';

type Props = { id?: string; label: string; hint?: ReactNode; error?: FieldMessage; children: ReactNode };

/** Several controls with one common label. */
export function FieldGroup({ id: given, label, hint, error, children }: Props) {
  const own = useId();
  const id = given ?? own;
  const bad = messagesOf(error).length > 0;
  const described = [hint ? `${id}-hint` : '', bad ? `${id}-error` : ''].filter(Boolean);
  return (
    <fieldset
      id={id}
      className={css.group}
      // A summary of errors links to it.
      tabIndex={bad ? -1 : undefined}
      data-invalid={bad || undefined}
      aria-describedby={described.join(' ') || undefined}
    >
      <legend>{label}</legend>
      {hint ? (
        <div id={`${id}-hint`} className={css.hint}>
          {hint}
        </div>
      ) : null}
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

/** A field whose value is a list of strings. */
export type LinesProps = {
  /** The target of links to the field. */
  id?: string;
  label: string;
  hint?: ReactNode;
  error?: readonly string[];
  lines: readonly string[];
  disabled: boolean;
  onChange: (lines: readonly string[]) => void;
};

/** Multiple choice; values are in the order of selection. */
export function TicksInput({
  id,
  options,
  label,
  hint,
  error,
  lines,
  disabled,
  onChange,
}: LinesProps & { options: readonly { value: string; label: string }[] }) {
  return (
    <FieldGroup id={id} label={label} hint={hint} error={error}>
      <div className={css.ticks}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            disabled={disabled}
            checked={lines.includes(option.value)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...lines, option.value] : lines.filter((one) => one !== option.value),
              )
            }
          />
        ))}
      </div>
      {options.length === 0 ? <p className={css.hint}>{t('There is nothing to choose from yet.')}</p> : null}
    </FieldGroup>
  );
}
