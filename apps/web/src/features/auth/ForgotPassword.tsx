import { useState } from 'react';
import { type ActionFunctionArgs, redirect, useActionData, useSearchParams } from 'react-router';
import { call } from '../../platform/browser.ts';
import { formAction, type SentForm } from '../../platform/form-action.ts';
import { useSubmit } from '../../platform/use-submit.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink, TextLink } from '../../ui/Button.tsx';
import { FormError } from '../../ui/field/FormError.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';

export const meta = () => [{ title: pageTitle('Forgot password') }];

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field) => {
    await send('POST /auth/forgot-password', { body: { email: field('email') } });
    return redirect('/auth/forgot-password?sent', 303);
  });

export default function ForgotPassword() {
  const [query, setQuery] = useSearchParams();
  const refused = useActionData<SentForm>();
  const [sentTo, setSentTo] = useState<string | null>(query.has('sent') ? 'the address you entered' : null);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /auth/forgot-password', { body: { email: field('email') } });
    setSentTo(field('email').trim());
  }, refused);
  if (sentTo !== null) {
    return (
      <AuthPage
        title="Look into your mail"
        lead={`If ${sentTo} has an account, a link to set a new password is on its way. It works for one hour.`}
      >
        <p className={css.small}>
          Nothing there after a few minutes? Look into the spam folder, or check the address and ask again.
        </p>
        <div className={css.between}>
          <Button
            onClick={() => {
              setSentTo(null);
              setQuery({});
            }}
          >
            Ask again
          </Button>
          <ButtonLink variant="ghost" to="/auth/login">
            Back to login
          </ButtonLink>
        </div>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Forgot your password?"
      lead="Tell us the address of your account and we send a link to set a new one."
      foot={<TextLink to="/auth/login">Back to login</TextLink>}
    >
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={failure.message} />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={refused?.values.email}
          required
          error={failure.errors.email}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          Send the link
        </Button>
      </form>
    </AuthPage>
  );
}
