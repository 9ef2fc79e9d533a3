import type { TestServer } from './server.ts';

type Given = { user_id: number; dealer_id?: number; paid_at?: Date };

/** An order as a row only, for tests that do not depend on how it was placed. Returns its id. */
export async function insertOrder(server: TestServer, given: Given): Promise<number> {
  const at = given.paid_at ?? new Date();
  const { id } = await server.db
    .insertInto('orders')
    .values({
      ...given,
      state: given.paid_at ? 'paid' : 'pending_payment',
      region: 1,
      placed_by: `user:${given.user_id}`,
      email: 'robin@example.test',
      currency: 'CAD',
      default_currency: 'CAD',
      billing: '{}',
      list_minor: 1250n,
      discount_minor: 0n,
      shipping_minor: 0n,
      tax_minor: 0n,
      total_minor: 1250n,
      taxes: '[]',
      discounts: '[]',
      placed_at: at,
      expires_at: new Date(at.getTime() + 3_600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
