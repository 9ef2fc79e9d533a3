import {
  type ApiScope,
  apiKeyDays,
  apiScopeNames,
  apiScopes,
  developerScopes,
} from '@tuneport/domain/identity/api-scopes';
import { may } from '@tuneport/domain/identity/permissions';
import { plural, t } from '@tuneport/domain/text/text';
import { useId, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Stack } from '../../ui/layout/Layout.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import css from './account.module.css';

type Props = { onClose: () => void; onCreated: () => void };

/** Asks for name, scopes and expiry, then shows the key once. */
export function ApiKeyDialog({ onClose, onCreated }: Props) {
  const [key, setKey] = useState<string | null>(null);
  return key === null ? (
    <KeyForm
      onClose={onClose}
      onCreated={(made) => {
        setKey(made);
        onCreated();
      }}
    />
  ) : (
    <Dialog
      open
      locked
      onClose={onClose}
      title={t('Copy your API key')}
      foot={
        <Button variant="primary" onClick={onClose}>
          {t('I have copied the key')}
        </Button>
      }
    >
      <Stack>
        <Notice tone="careful">{t('You will not see this key again. Store it like a password.')}</Notice>
        <CopyField value={key} label={t('API key')} />
      </Stack>
    </Dialog>
  );
}

function KeyForm({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const id = useId();
  const isDeveloper = may(factsOf(useUi()), 'developer');
  const offered = apiScopeNames.filter((scope) => isDeveloper || !developerScopes.includes(scope));
  const [scopes, setScopes] = useState<readonly ApiScope[]>([]);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const days = Number(field('days')) as (typeof apiKeyDays)[number];
    const body = { name: field('name'), scopes: [...scopes], days };
    onCreated((await withFreshLogin(() => call('POST /user/api-keys', { body }))).key);
  });
  const toggle = (scope: ApiScope, isOn: boolean) =>
    setScopes((known) => (isOn ? [...known, scope] : known.filter((one) => one !== scope)));
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={t('Create an API key')}
      foot={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {t('Create API key')}
          </Button>
        </>
      }
    >
      <form method="post" id={id} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <TextField
          label={t('Name')}
          name="name"
          hint={t('For example the program that uses it.')}
          maxLength={60}
          autoFocus
          error={failure.errors.name}
        />
        <NativeSelect
          label={t('Expires after')}
          name="days"
          defaultValue="90"
          options={apiKeyDays.map((days) => ({
            value: String(days),
            label: plural(days, { one: '{count} day', other: '{count} days' }),
          }))}
          error={failure.errors.days}
        />
        <fieldset className={css.scopes}>
          <legend>{t('Scopes')}</legend>
          {offered.map((scope, at) => (
            <Checkbox
              key={scope}
              label={t(apiScopes[scope])}
              checked={scopes.includes(scope)}
              error={at === offered.length - 1 ? failure.errors.scopes : undefined}
              onChange={(event) => toggle(scope, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
