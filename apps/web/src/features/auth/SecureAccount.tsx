import { useState } from 'react';
import { useParams } from 'react-router';
import { call, refreshUi } from '../../platform/browser.ts';
import { useSubmit } from '../../platform/use-submit.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { FormError } from '../../ui/field/FormError.tsx';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';

export const meta = () => [{ title: pageTitle('Secure your account') }];

/** Changes nothing until the button is pressed, so that a mail scanner that follows links changes nothing. */
export default function SecureAccount() {
  const { token = '' } = useParams();
  const [done, setDone] = useState(false);
  const { busy, failure, run } = useSubmit(async () => {
    await call('POST /auth/secure-account', { body: { token } });
    setDone(true);
    void refreshUi();
  });
  if (done)
    return (
      <AuthPage
        title="Your account is secured"
        lead="Your address is active, every device was logged out and the old password no longer works. We e-mailed you a link to set a new password; it works for one hour."
      >
        <ButtonLink variant="primary" wide to="/auth/forgot-password">
          Request another link
        </ButtonLink>
      </AuthPage>
    );
  return (
    <AuthPage
      title="Secure your account?"
      lead="Do this if you didn't ask to change your e-mail address. Your address is kept or restored, every device is logged out, and the password and any sign-in method added since the day before the request stop working."
    >
      <div className={css.form}>
        <FormError message={failure.message ?? failure.errors.token?.[0]} />
        <Button variant="primary" wide busy={busy} onClick={() => void run()}>
          Secure my account
        </Button>
        <ButtonLink variant="ghost" wide to="/contact-us">
          Contact us
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
