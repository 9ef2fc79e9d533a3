import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { cx } from '../class-names.ts';
import field from '../form/Field.module.css';
import { FieldError } from '../form/FieldError.tsx';
import { describe, type FieldMessage } from '../form/field-state.ts';
import css from './RichEditor.module.css';
import type { RichEditorProps } from './RichEditor.tsx';

const RichEditor = lazy(() => import('./RichEditor.tsx'));

type Props = Pick<RichEditorProps, 'label' | 'value' | 'onChange' | 'picker'> & {
  id?: string | undefined;
  hint?: string | undefined;
  error?: FieldMessage;
  disabled?: boolean;
  className?: string | undefined;
};

/** A labelled rich text editor. Its code is loaded where it is used, in the browser only. */
export function RichEditorField({ id: given, label, hint, error, disabled = false, className, ...editor }: Props) {
  const made = useId();
  const id = given ?? made;
  const [isBrowser, setIsBrowser] = useState(false);
  useEffect(() => setIsBrowser(true), []);
  const described = describe(id, hint, error);
  return (
    <div className={cx(field.field, className)}>
      <span className={field.label} aria-hidden="true">
        {label}
      </span>
      {isBrowser ? (
        <Suspense fallback={<div className={css.loading} aria-busy="true" />}>
          <RichEditor
            {...editor}
            id={id}
            label={label}
            disabled={disabled}
            describedBy={described['aria-describedby']}
            invalid={described['aria-invalid'] === true}
          />
        </Suspense>
      ) : (
        <div className={css.loading} aria-busy="true" />
      )}
      {hint ? (
        <div id={`${id}-hint`} className={field.hint}>
          {hint}
        </div>
      ) : null}
      <FieldError id={id} error={error} />
    </div>
  );
}
