import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { formAction, type SentForm } from '../../platform/api/form-action.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { AuthPage } from './AuthPage.tsx';
import css from './auth.module.css';
import { MailHint } from './MailHint.tsx';

export const meta = () => [{ title: pageTitle(t('Forgot password')) }];

const load = (call: Call) => call('GET /auth/methods');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export const action = (args: ActionFunctionArgs) =>
  formAction(args, async (send, field) => {
    await send('POST /auth/forgot-password', { body: { email: field('email') } });
    return redirect('/auth/forgot-password?sent', 303);
  });

export default function ForgotPassword() {
  const { has_mail_server } = useLoaderData<typeof loader>();
  const [query, setQuery] = useSearchParams();
  const refused = useActionData<SentForm>();
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(query.has('sent'));
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('POST /auth/forgot-password', { body: { email: field('email') } });
    setEmail(field('email').trim());
    setSent(true);
  }, refused);
  if (sent) {
    return (
      <AuthPage
        title={t('Check your e-mail')}
        lead={t('If {email} has an account, our e-mail has a link to set a new password. It works for one hour.', {
          email: email || t('the address you entered'),
        })}
      >
        <MailHint hasMailServer={has_mail_server}>
          {t('Nothing there after a few minutes? Check your spam folder and the address, then try again.')}
        </MailHint>
        <div className={css.between}>
          <Button
            onClick={() => {
              setSent(false);
              setQuery({});
            }}
          >
            {t('Try again')}
          </Button>
          <ButtonLink variant="ghost" to="/auth/login">
            {t('Back to login')}
          </ButtonLink>
        </div>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title={t('Forgot your password?')}
      lead={t("Enter the e-mail address of your account. We'll send you a link to set a new password.")}
      foot={<TextLink to="/auth/login">{t('Back to login')}</TextLink>}
    >
      <form className={css.form} method="post" noValidate onSubmit={onSubmit}>
        <FormError message={failure.message} />
        <TextField
          label={t('E-mail')}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={refused?.values.email ?? email}
          required
          error={failure.errors.email}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          {t('Send link')}
        </Button>
      </form>
    </AuthPage>
  );
}
