import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useRef, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { AccountBlock } from './AccountPage.tsx';
import css from './account.module.css';

type User = CallReply<'GET /user/me'>;
type Props = { user: User; hasPassword: boolean; onChanged: (user: User) => void };

export function PasswordBlock({ user, hasPassword, onChanged }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [known, setKnown] = useState(hasPassword);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const current = known ? { current_password: field('current_password') } : {};
    const body = { ...current, password: field('password') };
    await withFreshLogin(() => call('POST /auth/change-password', { body }));
    form.current?.reset();
    setKnown(true);
    // A pending change of e-mail address is dropped with the old password.
    onChanged(await call('GET /user/me'));
    toast(t('Your password was changed. You were logged out on other devices.'));
  });
  return (
    <AccountBlock
      title={t('Password')}
      lead={
        known
          ? t('At least 10 characters. Changing it logs you out on other devices.')
          : t('You have no password yet. Set one to log in with your e-mail address as well: at least 10 characters.')
      }
    >
      <form method="post" ref={form} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <div className={css.two}>
          {known ? (
            <PasswordField
              label={t('Current password')}
              name="current_password"
              error={failure.errors.current_password}
            />
          ) : null}
          <PasswordField
            label={t('New password')}
            name="password"
            autoComplete="new-password"
            error={failure.errors.password}
          />
        </div>
        <Button type="submit" busy={busy}>
          {known ? t('Change password') : t('Set password')}
        </Button>
      </form>
    </AccountBlock>
  );
}
