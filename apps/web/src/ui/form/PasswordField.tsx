import { t } from '@tuneport/domain/text/text';
import { type ComponentPropsWithRef, useId, useState } from 'react';
import { Icon } from '../text/Icon.tsx';
import css from './Field.module.css';
import { type FieldCommon, FieldShell } from './FieldShell.tsx';
import { describe } from './field-state.ts';

type Props = FieldCommon & Omit<ComponentPropsWithRef<'input'>, 'type'>;

export function PasswordField({ label, hideLabel, hint, error, optional, className, ...input }: Props) {
  const made = useId();
  const id = input.id ?? made;
  const [shown, setShown] = useState(false);
  return (
    <FieldShell
      {...{ id, label, hideLabel, hint, error, optional, className }}
      disabled={input.disabled || input.readOnly}
    >
      <input
        autoComplete="current-password"
        {...input}
        id={id}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={css.control}
        {...describe(id, hint, error)}
      />
      <button
        type="button"
        className={css.inset}
        aria-label={shown ? t('Hide the password') : t('Show the password')}
        aria-controls={id}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eyeOff' : 'eye'} />
      </button>
    </FieldShell>
  );
}
