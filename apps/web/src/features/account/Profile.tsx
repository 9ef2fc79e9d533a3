import type { Call, CallReply } from '@tuneport/contract/index';
import { inLanguage, isLanguage, languageNames, languages } from '@tuneport/domain/text/languages';
import { language, t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call, refreshUi } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { chooseCurrency } from '../../platform/chosen-currency.ts';
import { chooseLanguage } from '../../platform/chosen-language.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { StoredMethods } from '../payments/StoredMethods.tsx';
import { AccountBlock, AccountPage } from './AccountPage.tsx';
import css from './account.module.css';
import { EmailBlock } from './EmailBlock.tsx';
import { FreshLoginHost } from './FreshLoginDialog.tsx';
import { MailPreferences } from './MailPreferences.tsx';
import { PasswordBlock } from './PasswordBlock.tsx';

type User = CallReply<'GET /user/me'>;

export const meta = () => [{ title: pageTitle(t('My profile')) }];

const load = async (call: Call) => {
  const [user, methods, site, mails] = await Promise.all([
    call('GET /user/me'),
    call('GET /auth/reauthentication'),
    call('GET /auth/methods'),
    call('GET /user/mail-preferences'),
  ]);
  return { user, hasPassword: methods.password, hasMailServer: site.has_mail_server, mails };
};
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export default function Profile() {
  const loaded = useLoaderData<typeof loader>();
  const [user, setUser] = useState<User>(loaded.user);
  const changed = (next: User) => {
    setUser(next);
    void refreshUi();
  };
  return (
    <AccountPage title={t('My profile')}>
      <FreshLoginHost />
      <Details user={user} onChanged={changed} />
      <EmailBlock user={user} hasMailServer={loaded.hasMailServer} onChanged={changed} />
      <PasswordBlock user={user} hasPassword={loaded.hasPassword} onChanged={changed} />
      <MailPreferences loaded={loaded.mails} />
      <AccountBlock
        title={t('Payment methods')}
        lead={t('Cards you saved for faster checkout. Only the payment provider stores their numbers.')}
      >
        <StoredMethods />
      </AccountBlock>
    </AccountPage>
  );
}

type BlockProps = { user: User; onChanged: (user: User) => void };

function Details({ user, onChanged }: BlockProps) {
  const currencies = useUi()?.settings.currencies ?? [];
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const preferred_display_currency = field('preferred_display_currency') || null;
    const chosen = field('language');
    const spoken = isLanguage(chosen) ? chosen : null;
    const body = { name: field('name'), preferred_display_currency, language: spoken };
    onChanged(await call('PATCH /users/:id', { params: { id: user.id }, body }));
    // A currency selected while shopping would override the new preference.
    if (preferred_display_currency !== user.preferred_display_currency) chooseCurrency(null);
    if (spoken) chooseLanguage(spoken);
    if (spoken && spoken !== language()) window.location.assign(inLanguage(spoken, '/profile'));
    else toast(t('Profile saved.'));
  });
  // A currency the site no longer offers stays selected until the user selects another.
  const known = user.preferred_display_currency;
  const codes = known && !currencies.includes(known) ? [...currencies, known] : currencies;
  return (
    <AccountBlock title={t('About you')}>
      <form method="post" className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <div className={css.two}>
          <TextField
            label={t('Name')}
            name="name"
            autoComplete="name"
            maxLength={100}
            defaultValue={user.name}
            error={failure.errors.name}
          />
          <NativeSelect
            label={t('Show prices in')}
            name="preferred_display_currency"
            hint={t('In the store, the catalogue and the cart. You pay in the currency shown at checkout.')}
            placeholder={t('Site currency')}
            options={codes.map((code) => ({ value: code, label: code }))}
            defaultValue={known ?? ''}
            error={failure.errors.preferred_display_currency}
          />
          <NativeSelect
            label={t('Language')}
            name="language"
            hint={t('For your own pages and e-mails. Other pages have a language switch at the bottom.')}
            placeholder={t('Same as the page address')}
            options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
            defaultValue={user.language ?? ''}
            error={failure.errors.language}
          />
        </div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Save profile')}
        </Button>
      </form>
    </AccountBlock>
  );
}
