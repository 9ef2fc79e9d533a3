import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import css from './Field.module.css';
import { FieldError } from './FieldError.tsx';
import { type FieldMessage, messagesOf } from './field-state.ts';

export type FieldCommon = {
  label: string;
  /** Shows the label to screen readers only, where the context makes it obvious. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: FieldMessage;
  /** Shows "optional" next to the label; required fields have no mark. */
  optional?: boolean;
};

type Props = FieldCommon & { id: string; disabled?: boolean; className?: string; children: ReactNode };

export function FieldShell({ id, label, hideLabel, hint, error, optional, disabled, className, children }: Props) {
  return (
    <div className={cx(css.field, className)}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : css.label}>
        {label}
        {optional ? <span className={css.optional}>{t('optional')}</span> : null}
      </label>
      <div
        className={css.box}
        data-invalid={messagesOf(error).length > 0 || undefined}
        data-disabled={disabled || undefined}
      >
        {children}
      </div>
      {hint ? (
        <div id={`${id}-hint`} className={css.hint}>
          {hint}
        </div>
      ) : null}
      <FieldError id={id} error={error} />
    </div>
  );
}
