import type { Call, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigate,
} from 'react-router';
import { call, session } from '../../platform/api/browser.ts';
import { formAction, type SentForm } from '../../platform/api/form-action.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { loadChunk } from '../../platform/chunk.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';
import { useReturnPath } from './use-return-path.ts';

type User = CallReply<'POST /auth/login'>;

export const meta = () => [{ title: pageTitle(t('Log in')) }];

const load = (call: Call) => call('GET /auth/methods');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field) => {
    const code = field('code');
    const body = { email: field('email'), password: field('password'), ...(code === '' ? {} : { code }) };
    await send('POST /auth/login', { body });
    const returnPath = args.url.searchParams.get('return');
    return redirect(returnPath === null ? successPath : `${successPath}?return=${encodeURIComponent(returnPath)}`, 303);
  });

const successPath = '/auth/success';

export default function Login() {
  const methods = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [step, setStep] = useState<{ email: string; password: string } | null>(null);
  const sent = useActionData<SentForm>();
  useReturnPath();

  const enter = async (user: User) => {
    session.login(user);
    await navigate(successPath, { replace: true });
  };

  if (step) return <CodeStep known={step} onBack={() => setStep(null)} onUser={enter} />;
  return (
    <AuthPage
      title={t('Log in')}
      foot={rich('New here? <link>Create an account</link>', {
        link: (text) => <TextLink to={`/auth/register${search}`}>{text}</TextLink>,
      })}
    >
      {methods.password ? <PasswordForm sent={sent} onUser={enter} onCode={setStep} /> : null}
      {methods.password && (methods.passkey || methods.oidc) ? <div className={css.or}>{t('or')}</div> : null}
      {methods.passkey ? <PasskeyButton onUser={enter} /> : null}
      {methods.oidc ? (
        <a href={methods.oidc.url + search} className={css.provider}>
          <Icon name="lock" />
          {t('Log in with {name}', { name: methods.oidc.name })}
        </a>
      ) : null}
    </AuthPage>
  );
}

type Entered = { onUser: (user: User) => Promise<void> };

type PasswordProps = Entered & {
  sent: SentForm | undefined;
  onCode: (known: { email: string; password: string }) => void;
};

function PasswordForm({ sent, onUser, onCode }: PasswordProps) {
  // Without script no second step could remember the password, so password and code are requested together.
  const asksCode = sent?.code === 'second_factor_required';
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const known = { email: field('email'), password: field('password') };
    const code = field('code');
    try {
      await onUser(await call('POST /auth/login', { body: code === '' ? known : { ...known, code } }));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'second_factor_required') onCode(known);
      else throw error;
    }
  }, sent);
  return (
    <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
      <FormError message={failure.message} />
      <TextField
        label={t('E-mail')}
        name="email"
        type="email"
        autoComplete="username webauthn"
        defaultValue={sent?.values.email}
        required
        error={failure.errors.email}
      />
      <PasswordField
        label={t('Password')}
        name="password"
        autoComplete="current-password"
        required
        error={failure.errors.password}
      />
      {asksCode ? (
        <TextField
          label={t('Code')}
          name="code"
          autoComplete="one-time-code"
          hint={t('From your authenticator app, or one of your recovery codes.')}
          error={failure.errors.code}
        />
      ) : null}
      <Button type="submit" variant="primary" wide busy={busy}>
        {t('Log in')}
      </Button>
      <div className={css.between}>
        <TextLink to="/auth/forgot-password">{t('Forgot your password?')}</TextLink>
      </div>
    </form>
  );
}

function CodeStep({
  known,
  onBack,
  onUser,
}: Entered & { known: { email: string; password: string }; onBack: () => void }) {
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await onUser(await call('POST /auth/login', { body: { ...known, code: field('code') } }));
  });
  return (
    <AuthPage
      title={t('One more step')}
      lead={t('Enter the code from your authenticator app, or one of your recovery codes.')}
      foot={rich('No phone or recovery code? <link>Contact us</link>', {
        link: (text) => <TextLink to="/contact-us">{text}</TextLink>,
      })}
    >
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={failure.message} />
        <TextField
          label={t('Code')}
          name="code"
          inputMode="text"
          autoComplete="one-time-code"
          autoFocus
          required
          error={failure.errors.code}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          {t('Log in')}
        </Button>
        <Button variant="ghost" wide onClick={onBack}>
          {t('Back')}
        </Button>
      </form>
    </AuthPage>
  );
}

function PasskeyButton({ onUser }: Entered) {
  const { busy, failure, run } = useSubmit(async () => {
    const { startAuthentication } = await loadChunk(() => import('@simplewebauthn/browser'));
    const options = await call('POST /auth/passkey-login/options');
    let answer: Awaited<ReturnType<typeof startAuthentication>>;
    try {
      answer = await startAuthentication({ optionsJSON: options as never });
    } catch {
      // The visitor closed the browser's dialog.
      return;
    }
    await onUser(await call('POST /auth/passkey-login', { body: { answer: answer as never } }));
  });
  return (
    <>
      <FormError message={failure.message ?? Object.values(failure.errors).flat()[0]} />
      <Button wide busy={busy} onClick={() => void run()}>
        <Icon name="user" />
        {t('Use a passkey')}
      </Button>
    </>
  );
}
