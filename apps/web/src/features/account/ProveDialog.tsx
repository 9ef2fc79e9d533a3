import { type ReactNode, useId } from 'react';
import { useSubmit } from '../../platform/use-submit.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormError } from '../../ui/field/FormError.tsx';
import { PasswordField } from '../../ui/field/PasswordField.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import css from './account.module.css';

export type Proof = { password: string; code: string };

type Props = {
  title: string;
  /** The verb with its object, the same words as the button that led here. */
  label: string;
  danger?: boolean;
  /** Asks for a code of the authenticator app, or a recovery code, as well. */
  withCode?: boolean;
  children?: ReactNode;
  onClose: () => void;
  onProved: (proof: Proof) => Promise<void>;
};

/** Asks the owner of the account to prove it before one of its keys changes. */
export function ProveDialog({ title, label, danger, withCode, children, onClose, onProved }: Props) {
  const id = useId();
  const { busy, failure, onSubmit } = useSubmit((field) =>
    onProved({ password: field('password'), code: field('code') }),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={title}
      foot={
        <>
          <Button onClick={onClose} disabled={busy}>
            Keep as it is
          </Button>
          <Button type="submit" form={id} variant={danger ? 'dangerFill' : 'primary'} busy={busy}>
            {label}
          </Button>
        </>
      }
    >
      <form id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        {children ? <div>{children}</div> : null}
        <PasswordField label="Your password" name="password" autoFocus error={failure.errors.password} />
        {withCode ? (
          <TextField
            label="Code"
            name="code"
            hint="From your authenticator app, or one of your recovery codes."
            autoComplete="one-time-code"
            maxLength={40}
            error={failure.errors.code}
          />
        ) : null}
      </form>
    </Dialog>
  );
}
