import type { Call, CallReply } from '@tuneport/contract/index';
import { useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call, refreshUi } from '../../platform/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUi } from '../../platform/ui-state.ts';
import { useSubmit } from '../../platform/use-submit.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/field/FormError.tsx';
import { NativeSelect } from '../../ui/field/NativeSelect.tsx';
import { PasswordField } from '../../ui/field/PasswordField.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StateDot } from '../../ui/StateDot.tsx';
import { toast } from '../../ui/toast-store.ts';
import { StoredMethods } from '../payments/StoredMethods.tsx';
import { AccountBlock, AccountPage } from './AccountPage.tsx';
import css from './account.module.css';

type User = CallReply<'GET /user/me'>;

export const meta = () => [{ title: pageTitle('My profile') }];

const load = (call: Call) => call('GET /user/me');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export default function Profile() {
  const [user, setUser] = useState<User>(useLoaderData<typeof loader>());
  const changed = (next: User) => {
    setUser(next);
    void refreshUi();
  };
  return (
    <AccountPage title="My profile">
      <Details user={user} onChanged={changed} />
      <EmailBlock user={user} onChanged={changed} />
      <PasswordBlock user={user} />
      <AccountBlock
        title="Payment methods"
        lead="Cards you stored to pay faster. Only the payment provider has the numbers."
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
    const body = { name: field('name'), preferred_display_currency };
    onChanged(await call('PATCH /users/:id', { params: { id: user.id }, body }));
    toast('Saved.');
  });
  // A currency the site no longer offers stays chosen until its owner chooses another.
  const known = user.preferred_display_currency;
  const codes = known && !currencies.includes(known) ? [...currencies, known] : currencies;
  return (
    <AccountBlock title="About you">
      <form className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <div className={css.two}>
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            maxLength={100}
            defaultValue={user.name}
            error={failure.errors.name}
          />
          <NativeSelect
            label="Show prices in"
            name="preferred_display_currency"
            hint="You pay in the currency of your order."
            placeholder="The currency of the site"
            options={codes.map((code) => ({ value: code, label: code }))}
            defaultValue={known ?? ''}
            error={failure.errors.preferred_display_currency}
          />
        </div>
        <Button type="submit" variant="primary" busy={busy}>
          Save profile
        </Button>
      </form>
    </AccountBlock>
  );
}

function EmailBlock({ user, onChanged }: BlockProps) {
  const [changing, setChanging] = useState(false);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { email: field('email'), current_password: field('current_password') };
    onChanged(await call('PATCH /users/:id', { params: { id: user.id }, body }));
    setChanging(false);
    toast('Saved. Please confirm the new address with the link we sent to it.');
  });
  return (
    <AccountBlock
      title="E-mail"
      lead={
        <span className={css.marked}>
          <span>{user.email}</span>
          {user.email_confirmed ? (
            <StateDot tone="good">Confirmed</StateDot>
          ) : (
            <StateDot tone="careful">Not confirmed</StateDot>
          )}
        </span>
      }
    >
      {user.email_confirmed ? null : <Unconfirmed />}
      {changing ? (
        <form className={css.form} onSubmit={onSubmit} noValidate>
          <FormError message={failure.message} />
          <div className={css.two}>
            <TextField
              label="New e-mail"
              name="email"
              type="email"
              autoComplete="email"
              maxLength={254}
              autoFocus
              error={failure.errors.email}
            />
            <PasswordField label="Current password" name="current_password" error={failure.errors.current_password} />
          </div>
          <Button type="submit" busy={busy}>
            Change e-mail
          </Button>
        </form>
      ) : (
        <div>
          <Button onClick={() => setChanging(true)}>Use another address</Button>
        </div>
      )}
    </AccountBlock>
  );
}

function Unconfirmed() {
  const [sent, setSent] = useState(false);
  const { busy, failure, run } = useSubmit(async () => {
    await call('POST /auth/resend-confirmation');
    setSent(true);
  });
  if (sent) {
    return (
      <Notice tone="good" live>
        The mail is on its way. Open its link within one day.
      </Notice>
    );
  }
  return (
    <Notice
      tone="careful"
      title="We do not know yet that this address is yours."
      action={
        <Button size="small" busy={busy} onClick={() => void run()}>
          Send the mail again
        </Button>
      }
    >
      {failure.message ?? 'Open the link in the mail we sent you when you registered.'}
    </Notice>
  );
}

function PasswordBlock({ user }: { user: User }) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { current_password: field('current_password'), password: field('password') };
    await call('POST /auth/change-password', { body });
    form.current?.reset();
    toast('Your password was changed. Your other sessions have ended.');
  });
  return (
    <AccountBlock title="Password" lead="At least 10 characters. Changing it ends your sessions on other devices.">
      <form ref={form} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <div className={css.two}>
          <PasswordField label="Current password" name="current_password" error={failure.errors.current_password} />
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            error={failure.errors.password}
          />
        </div>
        <Button type="submit" busy={busy}>
          Change password
        </Button>
      </form>
    </AccountBlock>
  );
}
