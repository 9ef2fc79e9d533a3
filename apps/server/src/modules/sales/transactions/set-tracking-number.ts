import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type Parcel, type ShippedBy, setOrderTracking } from '../../store/index.ts';
import { transactionById } from './transaction-queries.ts';

/** Only the payment of an order has something to ship. */
export async function setTrackingNumber(db: Db, id: number, parcel: Parcel, by: ShippedBy): Promise<void> {
  const transaction = await transactionById(db, id);
  if (!transaction) throw new Refusal('not_found');
  if (transaction.sale !== 'order') throw new Refusal('invalid_transition', { allowed: [] });
  await setOrderTracking(db, transaction.sale_id, parcel, by);
}
