import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

type Line = { readonly product_id: number; readonly quantity: number };

/**
 * Ends an allocation: 'SALE' when goods ship, 'RELEASE' when they are no longer needed. Without lines, everything still
 * open.
 */
export async function settleStock(
  db: Db,
  input: {
    reference: string;
    how: 'SALE' | 'RELEASE';
    lines?: readonly Line[];
    actorId: number | null;
    now: Date;
  },
): Promise<{ product: number; location: number; quantity: number }[]> {
  const lines = input.lines ? JSON.stringify(input.lines) : null;
  const { rows } = await sql<{ product: number; location: number; quantity: number }>`
    select * from settle_stock(${input.reference}, ${input.how}, ${lines}::jsonb, ${input.actorId}::integer, ${input.now})`.execute(
    db,
  );
  return rows;
}

/** Releases pieces: first back-ordered ones, then those in stock. */
export async function releasePieces(
  db: Db,
  input: { reference: string; lines: readonly Line[]; actorId: number | null; now: Date },
): Promise<void> {
  const here: Line[] = [];
  for (const { product_id, quantity } of input.lines) {
    const { rows } = await sql<{ id: number; quantity: number }>`select id, quantity from stock_back_orders
      where reference = ${input.reference} and product_id = ${product_id} and filled_at is null and cancelled_at is null
      order by id for update`.execute(db);
    let left = quantity;
    for (const waiting of rows) {
      const freed = Math.min(left, waiting.quantity);
      if (freed === 0) break;
      left -= freed;
      await sql`update stock_back_orders set quantity = case when quantity = ${freed} then quantity else quantity - ${freed} end,
        cancelled_at = case when quantity = ${freed} then ${input.now}::timestamptz end where id = ${waiting.id}`.execute(
        db,
      );
    }
    if (left > 0) here.push({ product_id, quantity: left });
  }
  if (here.length > 0) await settleStock(db, { ...input, how: 'RELEASE', lines: here });
}
