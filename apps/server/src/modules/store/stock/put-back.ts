import type { StockLevel } from '@tuneport/domain/store/stock';
import type { Db } from '../../../platform/db/db.ts';
import { fillBackOrders, insertMovement } from './book-movement.ts';
import { postCost } from './stock-cost.ts';
import { lockLevels } from './stock-queries.ts';

/** Returned pieces go back to the place they shipped from, with their cost, and fill waiting orders. */
export async function putBack(
  db: Db,
  input: {
    productId: number;
    locationId: number;
    change: StockLevel;
    reference: string;
    reason: string;
    actorId: number | null;
    now: Date;
  },
): Promise<void> {
  const { productId, locationId, actorId, now } = input;
  await lockLevels(db, productId, [locationId]);
  const movement = await insertMovement(db, { ...input, kind: 'RETURN' });
  await postCost(db, movement, { memo: input.reason, actorId, now });
  if (input.change.onHand > 0) await fillBackOrders(db, productId, locationId, now);
}
