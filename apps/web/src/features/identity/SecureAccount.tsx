import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { call, refreshUi } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';
import { MailHint } from './MailHint.tsx';

export const meta = () => [{ title: pageTitle(t('Secure your account')) }];

const load = (call: Call) => call('GET /auth/methods');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

/** Changes nothing until the button is pressed, so that a mail scanner that follows links changes nothing. */
export default function SecureAccount() {
  const { token = '' } = useParams();
  const { has_mail_server } = useLoaderData<typeof loader>();
  const [done, setDone] = useState(false);
  const { busy, failure, run } = useSubmit(async () => {
    await call('POST /auth/secure-account', { body: { token } });
    setDone(true);
    void refreshUi();
  });
  if (done)
    return (
      <AuthPage
        title={t('Your account is secured')}
        lead={t(
          'Your address is active, every device was logged out and the old password no longer works. Open the link in our e-mail to set a new password. It works for one hour.',
        )}
      >
        <MailHint hasMailServer={has_mail_server}>
          {rich('Nothing there after a few minutes? Check your spam folder, then <link>request another link</link>.', {
            link: (text) => <TextLink to="/auth/forgot-password">{text}</TextLink>,
          })}
        </MailHint>
      </AuthPage>
    );
  const badLink = failure.errors.token?.[0];
  if (badLink)
    return (
      <AuthPage title={t('This link no longer works')} lead={badLink}>
        <div className={css.form}>
          <ButtonLink variant="primary" wide to="/contact-us">
            {t('Contact us')}
          </ButtonLink>
          <ButtonLink wide to="/auth/forgot-password">
            {t('Set a new password by e-mail')}
          </ButtonLink>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage
      title={t('Secure your account?')}
      lead={t(
        "Do this if you didn't ask to change your e-mail address. Your address is kept or restored, every device is logged out, and the password and any sign-in method added since the day before the request stop working.",
      )}
    >
      <div className={css.form}>
        <FormError message={failure.message} />
        <Button variant="primary" wide busy={busy} onClick={() => void run()}>
          {t('Secure my account')}
        </Button>
        <ButtonLink variant="ghost" wide to="/contact-us">
          {t('Contact us')}
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
