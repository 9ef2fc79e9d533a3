import type { Call, CallReply } from '@tuneport/contract/index';
import { plural, t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { cachedGet, call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { AddressDialog, DeleteAddressDialog } from '../../ui/address/AddressDialog.tsx';
import type { Countries } from '../../ui/address/AddressFields.tsx';
import { addressLines } from '../../ui/address/AddressText.tsx';
import { cx } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { Badge } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Row } from '../../ui/layout/Layout.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import { AccountBlock, AccountPage } from './AccountPage.tsx';
import css from './account.module.css';

export const meta = () => [{ title: pageTitle(t('My addresses')) }];

const load = (api: Call) => api('GET /addresses');
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

type Address = CallReply<'GET /addresses'>[number];

export default function Addresses() {
  const addresses = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const [editing, setEditing] = useState<Address | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Address | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const [countries, setCountries] = useState<Countries>([]);
  useEffect(() => {
    if (editing !== null) cachedGet('GET /countries').then(setCountries, () => {});
  }, [editing]);

  const choose = async (address: Address) => {
    setBusy(address.id);
    try {
      await call('POST /addresses/:id/default', { params: { id: address.id } });
      await revalidate();
      toast(t('This is now your default address.'));
    } catch (error) {
      toast(errorText(error, t('Something went wrong. Nothing was changed.')), { tone: 'bad' });
    } finally {
      setBusy(null);
    }
  };
  return (
    <AccountPage title={t('My addresses')}>
      {addresses.length === 0 ? (
        <EmptyState
          title={t('Addresses you save appear here.')}
          step={<Button onClick={() => setEditing('new')}>{t('Add address')}</Button>}
        >
          {t('You can then choose one at checkout instead of typing it.')}
        </EmptyState>
      ) : (
        <AccountBlock title={plural(addresses.length, { one: '{count} address', other: '{count} addresses' })}>
          <ul className={css.list}>
            {addresses.map((address) => (
              <li key={address.id} className={cx(css.item, css.roomy)}>
                <div className={css.what}>
                  <div className={css.name}>
                    {address.full_name} {address.is_default ? <Badge>{t('Default')}</Badge> : null}
                  </div>
                  <div className={css.quiet}>{addressLines(address).slice(1).join(', ')}</div>
                  {address.readonly ? (
                    <div className={css.quiet}>{t('Set by us. Contact us if something is wrong with it.')}</div>
                  ) : null}
                </div>
                <Row>
                  {address.is_default ? null : (
                    <Button
                      size="small"
                      variant="ghost"
                      busy={busy === address.id}
                      aria-label={t('Use {line1} first', { line1: address.line1 })}
                      onClick={() => void choose(address)}
                    >
                      {t('Set as default')}
                    </Button>
                  )}
                  {address.readonly ? null : (
                    <>
                      <Button
                        size="small"
                        aria-label={t('Edit {line1}', { line1: address.line1 })}
                        onClick={() => setEditing(address)}
                      >
                        {t('Edit')}
                      </Button>
                      <Button
                        size="small"
                        icon
                        variant="ghost"
                        aria-label={t('Delete {line1}', { line1: address.line1 })}
                        onClick={() => setLeaving(address)}
                      >
                        <Icon name="trash" />
                      </Button>
                    </>
                  )}
                </Row>
              </li>
            ))}
          </ul>
          <div>
            <Button onClick={() => setEditing('new')}>
              <Icon name="plus" />
              {t('Add address')}
            </Button>
          </div>
        </AccountBlock>
      )}
      {editing ? (
        <AddressDialog
          address={editing === 'new' ? null : editing}
          countries={countries}
          onClose={() => setEditing(null)}
          save={async (body) => {
            if (editing === 'new') await call('POST /addresses', { body, once: true });
            else await call('PATCH /addresses/:id', { params: { id: editing.id }, body });
            await revalidate();
          }}
        />
      ) : null}
      {leaving ? (
        <DeleteAddressDialog
          address={leaving}
          onClose={() => setLeaving(null)}
          remove={async () => {
            await call('DELETE /addresses/:id', { params: { id: leaving.id } });
            await revalidate();
          }}
        />
      ) : null}
    </AccountPage>
  );
}
