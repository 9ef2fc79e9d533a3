import { useNavigate } from 'react-router';
import { call, session } from '../../platform/browser.ts';
import { humanProof } from '../../platform/human-proof.ts';
import { useSubmit } from '../../platform/use-submit.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, TextLink } from '../../ui/Button.tsx';
import { FormError } from '../../ui/field/FormError.tsx';
import { PasswordField } from '../../ui/field/PasswordField.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';

export const meta = () => [{ title: pageTitle('Create an account') }];

export default function Register() {
  const navigate = useNavigate();
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const recaptcha_token = await humanProof('register');
    const body = { name: field('name'), email: field('email'), password: field('password'), recaptcha_token };
    session.login(await call('POST /auth/register', { body }));
    await navigate('/auth/success', { replace: true });
  });
  const errors = failure.errors;
  return (
    <AuthPage
      title="Create an account"
      lead="For your tunes, files and orders in one place. We send one mail to confirm your address."
      foot={
        <>
          Already have one? <TextLink to="/auth/login">Log in</TextLink>
        </>
      }
    >
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={errors.recaptcha_token?.[0] ?? failure.message} />
        <TextField label="Name" name="name" autoComplete="name" required error={errors.name} />
        <TextField label="E-mail" name="email" type="email" autoComplete="email" required error={errors.email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint="At least 10 characters. A short sentence is easier to remember than a riddle."
          error={errors.password}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          Create the account
        </Button>
        <p className={css.small}>
          By creating an account you agree to our <TextLink to="/terms-of-service">Terms of Service</TextLink> and{' '}
          <TextLink to="/privacy-policy">Privacy Policy</TextLink>.
        </p>
      </form>
    </AuthPage>
  );
}
