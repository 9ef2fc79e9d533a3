import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { AddressFields, type Countries } from '../../ui/address/AddressFields.tsx';
import { addressLines } from '../../ui/address/AddressText.tsx';
import { type AddressDraft, draftOf, emptyAddress } from '../../ui/address/address-draft.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
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
          dealer={dealer}
          address={editing === 'new' ? null : editing}
          countries={countries}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {leaving ? (
        <ConfirmDialog
          open
          danger
          onClose={() => setLeaving(null)}
          title={t('Delete this address?')}
          confirmLabel={t('Delete address')}
          onConfirm={async () => {
            const params = { id: dealer.id, addressId: leaving.id };
            await call('DELETE /v1/dealers/:id/addresses/:addressId', { params });
            await revalidate();
            toast(t('Address deleted.'));
          }}
        >
          {t('{address}. Orders already made keep it.', { address: addressLines(leaving).join(', ') })}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}

type DialogProps = { dealer: Dealer; address: Address | null; countries: Countries; onClose: () => void };

function AddressDialog({ dealer, address, countries, onClose }: DialogProps) {
  const { revalidate } = useRevalidator();
  const [draft, setDraft] = useState<AddressDraft>(address ? draftOf(address) : emptyAddress);
  const { busy, failure, run } = useSubmit(async () => {
    const id = dealer.id;
    if (address)
      await call('PATCH /v1/dealers/:id/addresses/:addressId', { params: { id, addressId: address.id }, body: draft });
    else await call('POST /v1/dealers/:id/addresses', { params: { id }, body: draft, once: true });
    await revalidate();
    onClose();
    toast(t('Address saved.'));
  });
  return (
    <Dialog
      open
      locked={busy}
      onClose={onClose}
      title={address ? t('Edit address') : t('New address')}
      foot={
        <>
          <Button variant="ghost" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void run()}>
            {t('Save address')}
          </Button>
        </>
      }
    >
      <FormError message={failure.message} />
      <AddressFields
        section="shipping"
        value={draft}
        countries={countries}
        errors={failure.errors}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
    </Dialog>
  );
}
