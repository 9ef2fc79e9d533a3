import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { cachedGet, call } from '../../../platform/api/browser.ts';
import { useUi } from '../../../platform/ui-state.ts';
import type { Countries } from '../../../ui/address/AddressFields.tsx';
import { draftOf } from '../../../ui/address/address-draft.ts';
import { useDraft } from './draft-store.ts';
import { type SavedAddress, withEmail } from './OneAddress.tsx';

/** The checkout draft. The buyer's saved address is filled in once and never replaces typed text. */
export function useBillingAddress(onFailure: (message: string) => void) {
  const ui = useUi();
  const userId = ui?.user?.id ?? null;
  const email = ui?.user?.email ?? ui?.guest?.email;
  const [draft, change] = useDraft();
  const [countries, setCountries] = useState<Countries>([]);
  const [saved, setSaved] = useState<readonly SavedAddress[]>([]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once
  useEffect(() => {
    cachedGet('GET /countries')
      .then(setCountries)
      .catch(() => onFailure(t('The list of countries could not be loaded. Reload to try again.')));
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in once for each buyer
  useEffect(() => {
    if (userId !== null)
      call('GET /addresses')
        .then((list) => {
          setSaved(list);
          const first = list[0];
          if (first && draft.billing.line1 === '' && draft.billingId === null)
            change({ billing: withEmail(draftOf(first), email), billingId: first.id });
        })
        .catch(() => {});
    if (email !== undefined && draft.billing.email === '')
      change({
        billing: { ...draft.billing, email, full_name: draft.billing.full_name || (ui?.user?.name ?? '') },
      });
  }, [userId, email]);
  return { draft, change, countries, saved, email };
}
