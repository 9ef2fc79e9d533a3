import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export type AddressValues = {
  country_code: string;
  full_name: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postal_code: string;
  email: string;
  phone: string;
  /** Missing in addresses that were stored before it existed. */
  vat_id?: string | undefined;
};

/** The columns that addresses of users and of dealers have. */
export const addressColumns = [
  'id',
  'country_code',
  'full_name',
  'line1',
  'line2',
  'city',
  'state',
  'postal_code',
  'email',
  'phone',
  'vat_id',
  'readonly',
] as const;
const columns = [...addressColumns, 'is_default'] as const;

export const addressesOf = (db: Db, userId: number) =>
  db
    .selectFrom('addresses')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute();

/** Locked until the end of the transaction, so that check and write are atomic. */
export const ownAddress = (db: Db, userId: number, id: number) =>
  db
    .selectFrom('addresses')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** Serializes writes to a user's addresses: only one is the default, and their number is limited. */
export const lockAddresses = (db: Db, userId: number) =>
  sql`select from users where id = ${userId} for no key update`.execute(db);

export const countAddresses = async (db: Db, userId: number): Promise<number> => {
  const row = await db
    .selectFrom('addresses')
    .select((query) => query.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
};

export const insertAddress = (db: Db, userId: number, values: AddressValues & { is_default: boolean }, now: Date) =>
  db
    .insertInto('addresses')
    .values({ ...values, user_id: userId, created_at: now, updated_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const storeAddress = (db: Db, id: number, values: AddressValues, now: Date) =>
  db
    .updateTable('addresses')
    .set({ ...values, updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Unset the previous default first: only one is allowed at a time. */
export async function putFirst(db: Db, userId: number, id: number, now: Date) {
  await db
    .updateTable('addresses')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .execute();
  return db
    .updateTable('addresses')
    .set({ is_default: true, updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export const removeAddress = (db: Db, id: number) => db.deleteFrom('addresses').where('id', '=', id).execute();
