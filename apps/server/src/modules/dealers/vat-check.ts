import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { normalVatId, vatCountry } from '@tuneport/domain/places/vat-id';
import type { Actor } from '../../platform/actor.ts';
import { bumpArea } from '../../platform/cache/area-versions.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import type { AddressValues } from '../identity/index.ts';
import { requireNotOwnBusiness } from '../ledger/index.ts';
import { type DealerRow, dealerById } from './queries.ts';

type Checked = Pick<DealerRow, 'billing_address' | 'vat_check' | 'vat_checked_id' | 'vat_checked_at'>;

const vatIdOf = ({ billing_address }: Pick<Checked, 'billing_address'>): string =>
  normalVatId((billing_address as AddressValues | null)?.vat_id ?? '');

/** The VAT id of a dealer and what staff found out about it. A changed id is unchecked again. */
export function presentVat(dealer: Checked) {
  const id = vatIdOf(dealer);
  const isChecked = id !== '' && dealer.vat_checked_id === id;
  return {
    id,
    check: isChecked ? (dealer.vat_check as 'verified' | 'refused') : null,
    checked_at: isChecked ? dealer.vat_checked_at : null,
  };
}

/** The billing address of an active dealer whose VAT id staff have verified; null for any other. */
export async function verifiedBusiness(db: Db, id: number): Promise<AddressValues | null> {
  const dealer = await dealerById(db, id);
  if (dealer?.state !== 'active' || presentVat(dealer).check !== 'verified') return null;
  return businessAddress(dealer);
}

/** The billing information of a dealer as its invoices name it; null without an address. */
export function businessAddress(
  dealer: Pick<DealerRow, 'billing_address' | 'legal_name' | 'billing_email'>,
): AddressValues | null {
  const address = dealer.billing_address as AddressValues | null;
  return (
    address && {
      // An address may have been stored before these fields existed.
      ...{ line2: '', state: '', postal_code: '', phone: '' },
      ...address,
      full_name: dealer.legal_name || address.full_name,
      email: dealer.billing_email || address.email,
      vat_id: vatIdOf(dealer),
    }
  );
}

/** Staff looked the id up at the tax office. The id they saw is named, so that another one is not verified with it. */
export async function checkVatId(
  db: Db,
  actor: Actor,
  id: number,
  input: { readonly vat_id: string; readonly check: 'verified' | 'refused' },
  now: Date,
): Promise<void> {
  const dealer = await dealerById(db, id, 'lock');
  if (!dealer) throw new Refusal('not_found');
  // A verified id lowers what the dealer pays.
  await requireNotOwnBusiness(db, actor, { dealer: id });
  const vatId = vatIdOf(dealer);
  if (vatId === '' || vatId !== normalVatId(input.vat_id) || vatCountry(vatId) === null)
    throw new Refusal('conflict', { message: 'The VAT id of this dealer has changed. Check the new one.' });
  const set = { vat_check: input.check, vat_checked_id: vatId, vat_checked_at: now };
  await db
    .updateTable('dealers')
    .set({ ...set, updated_at: nextUpdatedAt(dealer.updated_at, now) })
    .where('id', '=', id)
    .execute();
  await writeAudit(db, actor, 'dealers.check-vat-id', `dealer:${id}`, { before: presentVat(dealer), after: set });
  await bumpArea(db, 'dealers');
}
