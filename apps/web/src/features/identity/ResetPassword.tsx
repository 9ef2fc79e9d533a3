import { withoutLanguage } from '@tuneport/domain/text/languages';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ActionFunctionArgs, redirect, useActionData, useParams, useSearchParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { formAction, type SentForm } from '../../platform/api/form-action.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';

export const meta = () => [{ title: pageTitle(t('New password')) }];

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field) => {
    await send('POST /auth/reset-password', { body: { token: args.params.token ?? '', password: field('password') } });
    // The token has been used, so the confirmation page may have it in its URL.
    return redirect(`${withoutLanguage(args.url.pathname)}?done`, 303);
  });

export default function ResetPassword() {
  const { token = '' } = useParams();
  const [query] = useSearchParams();
  const refused = useActionData<SentForm>();
  const [done, setDone] = useState(query.has('done'));
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /auth/reset-password', { body: { token, password: field('password') } });
    setDone(true);
  }, refused);
  if (done) {
    return (
      <AuthPage
        title={t('Your password has been changed')}
        lead={t('Every device that was logged in has been logged out. Log in with the new password.')}
      >
        <ButtonLink variant="primary" wide to="/auth/login">
          {t('Log in')}
        </ButtonLink>
      </AuthPage>
    );
  }
  const badLink = failure.errors.token?.[0];
  if (badLink) {
    return (
      <AuthPage title={t('This link no longer works')} lead={badLink}>
        <ButtonLink variant="primary" wide to="/auth/forgot-password">
          {t('Request a new link')}
        </ButtonLink>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('Set a new password')} lead={t('Saving it logs you out on every device.')}>
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={failure.message} />
        <PasswordField
          label={t('New password')}
          name="password"
          autoComplete="new-password"
          required
          hint={t('At least 10 characters. A short sentence makes a strong password.')}
          error={failure.errors.password}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          {t('Set password')}
        </Button>
      </form>
    </AuthPage>
  );
}
