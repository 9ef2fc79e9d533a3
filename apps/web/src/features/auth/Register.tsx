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
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';
import { MailHint } from './MailHint.tsx';

export const meta = () => [{ title: pageTitle('Create an account') }];

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field) => {
    const body = { name: field('name'), email: field('email'), password: field('password') };
    const { has_mail_server } = await send('POST /auth/register', { body });
    return redirect(`/auth/register?sent=${has_mail_server ? 'mail' : 'kept'}`, 303);
  });

/** State after a form was sent without script; the typed values are not in the URL. */
const sentWithoutScript = (query: URLSearchParams) =>
  query.has('sent') ? { email: 'the address you entered', has_mail_server: query.get('sent') === 'mail' } : null;

export default function Register() {
  const [query, setQuery] = useSearchParams();
  const { search } = useLocation();
  const refused = useActionData<SentForm>();
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
        title="Check your e-mail"
        lead={`Open the link in our e-mail to ${sent.email} to confirm your address, then log in.`}
      >
        <MailHint hasMailServer={sent.has_mail_server}>
          Nothing there after a few minutes? Check your spam folder and the address, or{' '}
          <TextLink to="/auth/forgot-password">set a new password by e-mail</TextLink>, which also confirms your
          address.
        </MailHint>
        <div className={css.between}>
          <Button
            onClick={() => {
              setSent(null);
              setQuery({});
            }}
          >
            Use another address
          </Button>
          <ButtonLink variant="ghost" to="/auth/login">
            Log in
          </ButtonLink>
        </div>
      </AuthPage>
    );
  }
  const errors = failure.errors;
  return (
    <AuthPage
      title="Create an account"
      lead="Keep your tunes, files and orders in one place. We'll e-mail you a link to confirm your address."
      foot={
        <>
          Already have one? <TextLink to={`/auth/login${search}`}>Log in</TextLink>
        </>
      }
    >
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={errors.recaptcha_token?.[0] ?? failure.message} />
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={refused?.values.name ?? typed.name}
          required
          error={errors.name}
        />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={refused?.values.email ?? typed.email}
          required
          error={errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A short sentence makes a strong password."
          error={errors.password}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          Create account
        </Button>
        <p className={css.small}>
          By creating an account you agree to our <TextLink to="/terms-of-service">Terms of Service</TextLink> and{' '}
          <TextLink to="/privacy-policy">Privacy Policy</TextLink>.
        </p>
      </form>
    </AuthPage>
  );
}
