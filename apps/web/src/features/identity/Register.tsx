import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ActionFunctionArgs, redirect, useActionData, useLocation, useSearchParams } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { formAction, type SentForm } from '../../platform/api/form-action.ts';
import { humanProof } from '../../platform/api/human-proof.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';
import { MailHint } from './MailHint.tsx';
import { useReturnPath } from './use-return-path.ts';

export const meta = () => [{ title: pageTitle(t('Create an account')) }];

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field) => {
    const body = { name: field('name'), email: field('email'), password: field('password') };
    const { has_mail_server } = await send('POST /auth/register', { body });
    return redirect(`/auth/register?sent=${has_mail_server ? 'mail' : 'kept'}`, 303);
  });

/** State after a form was sent without script; the typed values are not in the URL. */
const sentWithoutScript = (query: URLSearchParams) =>
  query.has('sent') ? { email: t('the address you entered'), has_mail_server: query.get('sent') === 'mail' } : null;

export default function Register() {
  const [query, setQuery] = useSearchParams();
  const { search } = useLocation();
  const refused = useActionData<SentForm>();
  useReturnPath();
  // Without the password: anyone at this screen could reveal it.
  const [typed, setTyped] = useState({ name: '', email: '' });
  const [sent, setSent] = useState<{ email: string; has_mail_server: boolean } | null>(sentWithoutScript(query));
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const recaptcha_token = await humanProof('register');
    const input = { name: field('name'), email: field('email') };
    const reply = await call('POST /auth/register', {
      body: { ...input, password: field('password'), recaptcha_token },
    });
    setTyped(input);
    setSent(reply);
  }, refused);
  if (sent !== null) {
    return (
      <AuthPage
        title={t('Check your e-mail')}
        lead={t('Open the link in our e-mail to {email} to confirm your address, then log in.', { email: sent.email })}
      >
        <MailHint hasMailServer={sent.has_mail_server}>
          {rich(
            'Nothing there after a few minutes? Check your spam folder and the address, or <link>set a new password by e-mail</link>, which also confirms your address.',
            { link: (text) => <TextLink to="/auth/forgot-password">{text}</TextLink> },
          )}
        </MailHint>
        <div className={css.between}>
          <Button
            onClick={() => {
              setSent(null);
              setQuery({});
            }}
          >
            {t('Use another address')}
          </Button>
          <ButtonLink variant="ghost" to="/auth/login">
            {t('Log in')}
          </ButtonLink>
        </div>
      </AuthPage>
    );
  }
  const errors = failure.errors;
  return (
    <AuthPage
      title={t('Create an account')}
      lead={t("Keep your tunes, files and orders in one place. We'll e-mail you a link to confirm your address.")}
      foot={rich('Already have one? <link>Log in</link>', {
        link: (text) => <TextLink to={`/auth/login${search}`}>{text}</TextLink>,
      })}
    >
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={errors.recaptcha_token?.[0] ?? failure.message} />
        <TextField
          label={t('Name')}
          name="name"
          autoComplete="name"
          defaultValue={refused?.values.name ?? typed.name}
          required
          error={errors.name}
        />
        <TextField
          label={t('E-mail')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={refused?.values.email ?? typed.email}
          required
          error={errors.email}
        />
        <PasswordField
          label={t('Password')}
          name="password"
          autoComplete="new-password"
          required
          hint={t('At least 10 characters. A short sentence makes a strong password.')}
          error={errors.password}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          {t('Create account')}
        </Button>
        <p className={css.small}>
          {rich(
            'By creating an account you agree to our <link>Terms of Service</link> and <link2>Privacy Policy</link2>.',
            {
              link: (text) => <TextLink to="/terms-of-service">{text}</TextLink>,
              link2: (text) => <TextLink to="/privacy-policy">{text}</TextLink>,
            },
          )}
        </p>
      </form>
    </AuthPage>
  );
}
