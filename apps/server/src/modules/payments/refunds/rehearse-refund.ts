import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addRefund, type RefundInput } from './refund-payment.ts';
import { moveRefund, refundById } from './refund-queries.ts';
import { bookRefund } from './settle-refund.ts';

/**
 * Posts a refund without calling the provider, lets `look` read the result, and rolls back. A dry run uses the same
 * code, so its result is exact.
 */
export async function dryRunRefund<T>(
  tx: Tx,
  platform: Platform,
  input: RefundInput,
  look: () => Promise<T>,
): Promise<T> {
  await sql`savepoint refund_rehearsal`.execute(tx);
  await refundHere(tx, platform, input);
  const seen = await look();
  await sql`rollback to savepoint refund_rehearsal`.execute(tx);
  return seen;
}

/** Makes and posts a refund in the caller's transaction. Outside a rehearsal only for a payment from a balance. */
export async function refundHere(tx: Tx, platform: Platform, input: RefundInput): Promise<number> {
  const id = await addRefund(tx, input);
  await moveRefund(tx, id, 'settled', {});
  const refund = await refundById(tx, id);
  if (!refund) throw new Error(`refund ${id} is gone`);
  await bookRefund(tx, platform, refund);
  return id;
}
