import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockPurchase } from './purchase-queries.ts';
import type { Purchase } from './purchase-record.ts';

// A purchase may be for something that an area above this one keeps, such as a tune request. That area says at start what it wants to
// hear; it is told in the transaction that holds the step and the posting.

export type PurchaseFollower = {
  /**
   * Before anything is written or charged: refuses where the request cannot be paid any more, or not for this price, and keeps the lock
   * under which that stays so until the purchase is there.
   */
  awaits?(db: Db, input: { readonly requestId: number; readonly estimateHash: string }): Promise<void>;
  /** Before staff pay back: refuses where the value of the request is somewhere else by now. Under the lock of its purchase. */
  letsGo?(db: Db, requestId: number): Promise<void>;
  /** Paid by whatever road: the buyer's answer, the provider's event, the sweeper. Called once. */
  paid(db: Db, platform: Platform, purchase: Purchase): Promise<void>;
  /** A part of it went back: the request goes on, and pages that show its money read it again. */
  partRefunded?(db: Db, platform: Platform, purchase: Purchase): Promise<void>;
  /** All of it went back: paid back by the house, or taken back by the buyer's bank. */
  refunded?(db: Db, platform: Platform, purchase: Purchase, by: 'house' | 'bank'): Promise<void>;
};

let follower: PurchaseFollower | null = null;

/** Called once where the areas are listed. Only purchases for a request are told about. */
export function followPurchases(one: PurchaseFollower): void {
  if (follower && follower !== one) throw new Error('purchases are followed by two areas');
  follower = one;
}

export const askFollower = async (db: Db, requestId: number | null, estimateHash: string): Promise<void> => {
  if (requestId !== null) await follower?.awaits?.(db, { requestId, estimateHash });
};

/** Whether what was paid for this may go back. */
export async function requireRefundable(db: Db, purchaseId: number): Promise<void> {
  const purchase = await lockPurchase(db, purchaseId);
  if (typeof purchase?.request_id === 'number') await follower?.letsGo?.(db, purchase.request_id);
}

export const notifyPaid = async (db: Db, platform: Platform, purchase: Purchase): Promise<void> => {
  if (purchase.request_id !== null) await follower?.paid(db, platform, purchase);
};

export const notifyRefunded = async (
  db: Db,
  platform: Platform,
  purchase: Purchase,
  by: 'house' | 'bank',
): Promise<void> => {
  if (purchase.request_id !== null) await follower?.refunded?.(db, platform, purchase, by);
};

export const tellPartRefunded = async (db: Db, platform: Platform, purchase: Purchase): Promise<void> => {
  if (purchase.request_id !== null) await follower?.partRefunded?.(db, platform, purchase);
};
