import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { AddressDialog, DeleteAddressDialog } from '../../ui/address/AddressDialog.tsx';
import type { Countries } from '../../ui/address/AddressFields.tsx';
import { addressLines } from '../../ui/address/AddressText.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import css from './dealer.module.css';
import type { Dealer } from './load-dealer.ts';

type Address = CallReply<'GET /v1/dealers/:id/addresses'>[number];
type Props = { dealer: Dealer; addresses: readonly Address[]; countries: Countries };

export function DealerAddresses({ dealer, addresses, countries }: Props) {
  const { revalidate } = useRevalidator();
  const [editing, setEditing] = useState<Address | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Address | null>(null);
  return (
    <Card className={css.block} id="addresses">
      <h2>{t('Addresses')}</h2>
      {addresses.length === 0 ? (
        <p className={css.quiet}>{t('Addresses you add appear here.')}</p>
      ) : (
        <ul className={css.list}>
          {addresses.map((address) => (
            <li key={address.id}>
              <div className={css.who}>
                <span>{address.full_name}</span>
                <span className={css.quiet}>{addressLines(address).slice(1).join(', ')}</span>
              </div>
              {dealer.may_manage && !address.readonly ? (
                <Row>
                  <Button
                    size="small"
                    aria-label={t('Edit {line1}', { line1: address.line1 })}
                    onClick={() => setEditing(address)}
                  >
                    {t('Edit')}
                  </Button>
                  <Button
                    size="small"
                    variant="ghost"
                    aria-label={t('Delete {line1}', { line1: address.line1 })}
                    onClick={() => setLeaving(address)}
                  >
                    {t('Delete')}
                  </Button>
                </Row>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {dealer.may_manage ? (
        <div>
          <Button onClick={() => setEditing('new')}>{t('Add address')}</Button>
        </div>
      ) : null}
      {editing ? (
        <AddressDialog
          address={editing === 'new' ? null : editing}
          countries={countries}
          onClose={() => setEditing(null)}
          save={async (body) => {
            const { id } = dealer;
            if (editing === 'new') await call('POST /v1/dealers/:id/addresses', { params: { id }, body, once: true });
            else {
              const params = { id, addressId: editing.id };
              await call('PATCH /v1/dealers/:id/addresses/:addressId', { params, body });
            }
            await revalidate();
          }}
        />
      ) : null}
      {leaving ? (
        <DeleteAddressDialog
          address={leaving}
          onClose={() => setLeaving(null)}
          remove={async () => {
            const params = { id: dealer.id, addressId: leaving.id };
            await call('DELETE /v1/dealers/:id/addresses/:addressId', { params });
            await revalidate();
          }}
        />
      ) : null}
    </Card>
  );
}
