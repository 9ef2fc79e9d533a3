import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { type AddressValues, addressColumns, checkAddress } from '../../identity/index.ts';
import { ownDealer } from './own-dealer.ts';

const addressesMax = 50;

const checked = (values: AddressValues): AddressValues => {
  const { address, errors } = checkAddress(values);
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  return address;
};

export const dealerAddresses = (db: Db, dealerId: number) =>
  db.selectFrom('dealer_addresses').select(addressColumns).where('dealer_id', '=', dealerId).orderBy('id').execute();

export async function addDealerAddress(db: Db, actor: Actor, ref: number | string, values: AddressValues, now: Date) {
  const dealer = await ownDealer(db, actor, ref, 'manage-locked');
  const address = checked(values);
  if ((await dealerAddresses(db, dealer.id)).length >= addressesMax)
    throw new Refusal('conflict', {
      message: `This dealer has ${addressesMax} addresses, the maximum. Delete one first.`,
    });
  return db
    .insertInto('dealer_addresses')
    .values({ ...address, dealer_id: dealer.id, created_at: now, updated_at: now })
    .returning(addressColumns)
    .executeTakeFirstOrThrow();
}

/** The address is found through its dealer, never by its id alone. */
async function editable(db: Db, dealerId: number, id: number) {
  const row = await db
    .selectFrom('dealer_addresses')
    .select(addressColumns)
    .where('id', '=', id)
    .where('dealer_id', '=', dealerId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  if (row.readonly)
    throw new Refusal('forbidden', {
      message: 'We manage this address, so you cannot change it here. Contact us if it is wrong.',
    });
  return row;
}

export async function changeDealerAddress(
  db: Db,
  actor: Actor,
  of: { id: number | string; addressId: number },
  change: { [K in keyof AddressValues]?: AddressValues[K] | undefined },
  now: Date,
) {
  const dealer = await ownDealer(db, actor, of.id, 'manage');
  const { id, readonly: _, ...before } = await editable(db, dealer.id, of.addressId);
  const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return db
    .updateTable('dealer_addresses')
    .set({ ...checked({ ...before, ...sent }), updated_at: now })
    .where('id', '=', id)
    .returning(addressColumns)
    .executeTakeFirstOrThrow();
}

export async function deleteDealerAddress(
  db: Db,
  actor: Actor,
  of: { id: number | string; addressId: number },
): Promise<void> {
  const dealer = await ownDealer(db, actor, of.id, 'manage');
  const { id } = await editable(db, dealer.id, of.addressId);
  await db.deleteFrom('dealer_addresses').where('id', '=', id).execute();
}
