import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../controls/Button.tsx';
import { toast } from '../feedback/toast-store.ts';
import { FormError } from '../form/FormError.tsx';
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { AddressFields, type Countries } from './AddressFields.tsx';
import { addressLines } from './AddressText.tsx';
import { type AddressDraft, draftOf, emptyAddress } from './address-draft.ts';

type Props = {
  /** Null for a new address. */
  address: AddressDraft | null;
  countries: Countries;
  /** Saves the address and reloads what is shown. */
  save: (draft: AddressDraft) => Promise<void>;
  onClose: () => void;
};

export function AddressDialog({ address, countries, save, onClose }: Props) {
  const [draft, setDraft] = useState<AddressDraft>(address ? draftOf(address) : emptyAddress);
  const { busy, failure, run } = useSubmit(async () => {
    await save(draft);
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
        withVatId
        value={draft}
        countries={countries}
        errors={failure.errors}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
    </Dialog>
  );
}

type DeleteProps = { address: AddressDraft; remove: () => Promise<void>; onClose: () => void };

export function DeleteAddressDialog({ address, remove, onClose }: DeleteProps) {
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t('Delete this address?')}
      confirmLabel={t('Delete address')}
      onConfirm={async () => {
        await remove();
        toast(t('Address deleted.'));
      }}
    >
      {t('{address}. Orders already made keep it.', { address: addressLines(address).join(', ') })}
    </ConfirmDialog>
  );
}
