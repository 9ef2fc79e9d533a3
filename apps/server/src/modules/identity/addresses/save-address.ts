import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import {
  type AddressValues,
  countAddresses,
  insertAddress,
  lockAddresses,
  ownAddress,
  putFirst,
  removeAddress,
  storeAddress,
} from './address-queries.ts';
import { checkAddress } from './check-address.ts';

const addressesMax = 50;

const readOnly = () =>
  new Refusal('forbidden', {
    message: 'We manage this address, so you cannot change it here. Contact us if it is wrong.',
  });

function checked(values: AddressValues): AddressValues {
  const { address, errors } = checkAddress(values);
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return address;
}

/** A positive id updates that address; any other value creates one. */
export async function createAddress(db: Db, userId: number, values: AddressValues, now: Date) {
  const address = checked(values);
  await lockAddresses(db, userId);
  const count = await countAddresses(db, userId);
  if (count >= addressesMax)
    throw new Refusal('conflict', {
      message: `You have ${addressesMax} addresses, the maximum. Delete one first.`,
    });
  return insertAddress(db, userId, { ...address, is_default: count === 0 }, now);
}

export async function changeAddress(db: Db, userId: number, id: number, change: Partial<AddressValues>, now: Date) {
  const before = await ownAddress(db, userId, id);
  if (!before) throw new Refusal('not_found');
  if (before.readonly) throw readOnly();
  const { id: _, readonly: __, is_default: ___, ...values } = before;
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  return storeAddress(db, id, checked({ ...values, ...Object.fromEntries(named) }), now);
}

/** Allowed for a read-only address too, because the address itself is not changed. */
export async function chooseDefault(db: Db, userId: number, id: number, now: Date) {
  await lockAddresses(db, userId);
  if (!(await ownAddress(db, userId, id))) throw new Refusal('not_found');
  return putFirst(db, userId, id, now);
}

export async function deleteAddress(db: Db, userId: number, id: number): Promise<void> {
  const before = await ownAddress(db, userId, id);
  if (!before) throw new Refusal('not_found');
  if (before.readonly) throw readOnly();
  await removeAddress(db, id);
}
