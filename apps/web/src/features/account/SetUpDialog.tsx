import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useId } from 'react';
import { call } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { QrCode } from '../../ui/text/QrCode.tsx';
import css from './account.module.css';

export type TotpSecret = CallReply<'POST /auth/totp/setup'>;

type Props = { secret: TotpSecret; onClose: () => void; onConfirmed: (codes: readonly string[]) => void };

export function SetUpDialog({ secret, onClose, onConfirmed }: Props) {
  const id = useId();
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const reply = await withFreshLogin(() => call('POST /auth/totp/confirm', { body: { code: field('code') } }));
    onConfirmed(reply.recovery_codes);
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={t('Set up authenticator app')}
      foot={
        <Button type="submit" form={id} variant="primary" busy={busy}>
          {t('Turn on')}
        </Button>
      }
    >
      <form method="post" id={id} className={css.setUp} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <ol className={css.steps}>
          <li>
            {t('Scan this code with an authenticator app on your phone.')}
            <QrCode text={secret.uri} label={t('QR code for your authenticator app')} />
            <div className={css.quiet}>{t('Or enter this key in the app:')}</div>
            <code className={css.key}>{secret.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyField value={secret.secret} label={t('Key for the authenticator app')} />
          </li>
          <li>
            {t('Enter the code the app shows.')}
            <TextField
              label={t('Code')}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              autoFocus
              error={failure.errors.code}
            />
          </li>
        </ol>
      </form>
    </Dialog>
  );
}
