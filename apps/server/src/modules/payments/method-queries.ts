import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Card, Intent, StoredMethod } from '../../platform/payments/provider.ts';
import type { Payment } from './payment.ts';

export type MethodRow = {
  id: number;
  brand: string;
  last_four: string;
  exp_month: number | null;
  exp_year: number | null;
  created_at: Date;
};

const columns = ['id', 'brand', 'last_four', 'exp_month', 'exp_year', 'created_at'] as const;

export const listStoredMethods = (db: Db, owner: string, provider: string): Promise<MethodRow[]> =>
  db
    .selectFrom('payment_methods')
    .select(columns)
    .where('owner', '=', owner)
    .where('provider', '=', provider)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();

/** Storing a removed method again restores it. */
export async function insertMethod(db: Db, owner: string, provider: string, method: StoredMethod): Promise<MethodRow> {
  const row = await db
    .insertInto('payment_methods')
    .values({ owner, provider, provider_method_id: method.id, ...cardColumns(method.card) })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'provider_method_id'])
        .doUpdateSet({ removed_at: null })
        .where('payment_methods.owner', '=', owner),
    )
    .returning(columns)
    .executeTakeFirst();
  if (!row) throw new Error('the payment method belongs to another owner');
  return row;
}

const cardColumns = (card: Card) => ({
  brand: card.brand.slice(0, 30),
  last_four: /^[0-9]{4}$/.test(card.lastFour) ? card.lastFour : '????',
  exp_month: card.expMonth,
  exp_year: card.expYear,
});

/** Stores the card just used, at the payer's request. */
export async function storeUsedMethod(db: Db, payment: Payment, intent: Intent): Promise<void> {
  if (!intent.methodId || !intent.card || payment.payer === 'guest') return;
  await db
    .insertInto('payment_methods')
    .values({
      owner: payment.payer,
      provider: payment.provider,
      provider_method_id: intent.methodId,
      ...cardColumns(intent.card),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_method_id']).doNothing())
    .execute();
}

export async function markMethodRemoved(db: Db, id: number): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ removed_at: sql`now()` })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .execute();
}

/** A method of another owner is not found. */
export const findMethod = (db: Db, owners: readonly string[], id: number) =>
  db
    .selectFrom('payment_methods')
    .select(['id', 'owner', 'provider', 'provider_method_id'])
    .where('id', '=', id)
    .where('owner', 'in', [...owners])
    .where('removed_at', 'is', null)
    .executeTakeFirst();

export const customerOf = async (db: Db, owner: string, provider: string): Promise<string | null> =>
  (
    await db
      .selectFrom('payment_customers')
      .select('customer_id')
      .where('owner', '=', owner)
      .where('provider', '=', provider)
      .executeTakeFirst()
  )?.customer_id ?? null;

/** The loser of a race gets the id that the winner stored. */
export async function insertCustomer(db: Db, owner: string, provider: string, customerId: string): Promise<string> {
  await db
    .insertInto('payment_customers')
    .values({ owner, provider, customer_id: customerId })
    .onConflict((conflict) => conflict.columns(['owner', 'provider']).doNothing())
    .execute();
  return (await customerOf(db, owner, provider)) ?? customerId;
}
