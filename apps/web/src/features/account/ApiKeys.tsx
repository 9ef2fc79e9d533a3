import type { Call, CallReply } from '@tuneport/contract/index';
import { apiKeyRequestsPerMinute, apiScopes } from '@tuneport/domain/identity/api-scopes';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { cx } from '../../ui/class-names.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AccountBlock, AccountPage } from './AccountPage.tsx';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';
import css from './account.module.css';
import { FreshLoginHost } from './FreshLoginDialog.tsx';

type ApiKey = CallReply<'GET /user/api-keys'>[number];

export const meta = () => [{ title: pageTitle(t('API keys')) }];

const load = (call: Call) => call('GET /user/api-keys');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export default function ApiKeys() {
  const keys = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const mayAdd = useUi()?.user?.email_confirmed ?? true;
  const [isAdding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <AccountPage title={t('API keys')}>
      <FreshLoginHost />
      <AccountBlock
        title={t('Keys')}
        lead={t(
          'A key lets a program act for you within the scopes you select, {count} requests a minute at most. It can never change your password, your second factor or other keys.',
          { count: apiKeyRequestsPerMinute },
        )}
      >
        {keys.length > 0 ? (
          <ul className={css.list}>
            {keys.map((key) => (
              <li key={key.id} className={cx(css.item, css.roomy)}>
                <KeyText apiKey={key} />
                {key.state === 'active' ? (
                  <Button
                    size="small"
                    aria-label={t('Revoke key {name}', { name: key.name })}
                    onClick={() => setRevoking(key)}
                  >
                    {t('Revoke')}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        ) : (
          <p className={css.quiet}>{t('Your keys appear here, with their scopes and their last use.')}</p>
        )}
        <div className={css.actions}>
          <Button variant="primary" disabled={!mayAdd} onClick={() => setAdding(true)}>
            <Icon name="plus" />
            {t('Create API key')}
          </Button>
          <ButtonLink to="/profile/api-reference">{t('Open the API reference')}</ButtonLink>
        </div>
        {mayAdd ? null : <p className={css.quiet}>{t('Confirm your e-mail address first.')}</p>}
      </AccountBlock>
      {isAdding ? <ApiKeyDialog onClose={() => setAdding(false)} onCreated={() => void revalidate()} /> : null}
      {revoking ? (
        <ConfirmDialog
          open
          title={t('Revoke key "{name}"?', { name: revoking.name })}
          confirmLabel={t('Revoke key')}
          danger
          onClose={() => setRevoking(null)}
          onConfirm={async () => {
            await call('DELETE /user/api-keys/:id', { params: { id: revoking.id } });
            void revalidate();
            toast(t('Key revoked.'));
          }}
        >
          {t('Programs that use it stop working immediately. This cannot be undone.')}
        </ConfirmDialog>
      ) : null}
    </AccountPage>
  );
}

function KeyText({ apiKey }: { apiKey: ApiKey }) {
  const { name, prefix, scopes, state, created_at, expires_at, last_used_at, last_used_from } = apiKey;
  return (
    <div className={css.what}>
      <div className={cx(css.name, css.marked)}>
        {name}
        <code>{prefix}…</code>
        {state === 'active' ? null : <StateDot hollow>{state === 'revoked' ? t('Revoked') : t('Expired')}</StateDot>}
      </div>
      <div className={css.quiet}>{scopes.map((scope) => t(apiScopes[scope])).join(' · ')}</div>
      <div className={css.quiet}>
        {rich('Created {created}, expires {expires}', {
          created: <DateText at={created_at} show="date" />,
          expires: <DateText at={expires_at} show="date" />,
        })}
        {' · '}
        {last_used_at
          ? rich('last used {used} from {address}', {
              used: <DateText at={last_used_at} show="relative" />,
              address: last_used_from ?? '',
            })
          : t('not used yet')}
      </div>
    </div>
  );
}
