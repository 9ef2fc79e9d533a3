import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockPurchase } from './purchase-queries.ts';
import type { Purchase } from './purchase-record.ts';

// A purchase may belong to a record of a higher area, such as a tune request. That area registers callbacks at startup,
// which run in the transaction of the transition and the posting.

export type PurchaseFollower = {
  /**
   * Before anything is written or charged: rejects if the request can no longer be paid, or not at this price, and
   * holds a lock that keeps this true until the purchase is stored.
   */
  awaits?(db: Db, input: { readonly requestId: number; readonly estimateHash: string }): Promise<void>;
  /** An approved purchase has another price than the request: the request takes over its estimate. */
  repriced?(db: Db, input: { readonly requestId: number; readonly from: string; readonly to: string }): Promise<void>;
  /**
   * Before staff refund: rejects if the value of the request was moved elsewhere. Runs under the lock of its purchase.
   */
  letsGo?(db: Db, requestId: number): Promise<void>;
  /**
   * The card has paid the difference of a value transfer: moves the value to the balance that pays the rest. False if
   * the transfer no longer can; then nothing was written and the card is refunded.
   */
  fund?(db: Db, platform: Platform, purchase: Purchase): Promise<boolean>;
  /** An unpaid purchase ended; a value transfer that pays for it stops. */
  ended?(db: Db, purchase: Purchase, now: Date): Promise<void>;
  /** Paid, whether by the response, the provider's event or the sweeper. Called once. */
  paid(db: Db, platform: Platform, purchase: Purchase): Promise<void>;
  /** Partly refunded: the request continues, and pages that show its money reload. */
  partRefunded?(db: Db, platform: Platform, purchase: Purchase): Promise<void>;
  /** Fully refunded by the platform, or charged back by the buyer's bank. */
  refunded?(db: Db, platform: Platform, purchase: Purchase, by: 'house' | 'bank'): Promise<void>;
};

let follower: PurchaseFollower | null = null;

/** Called once where the areas are registered. Only purchases for a request are reported. */
export function followPurchases(one: PurchaseFollower): void {
  if (follower && follower !== one) throw new Error('purchases are followed by two areas');
  follower = one;
}

export const askFollower = async (db: Db, requestId: number | null, estimateHash: string): Promise<void> => {
  if (requestId !== null) await follower?.awaits?.(db, { requestId, estimateHash });
};

export const notifyRepriced = async (db: Db, requestId: number, from: string, to: string): Promise<void> => {
  if (from !== to) await follower?.repriced?.(db, { requestId, from, to });
};

/** Checks that the purchase may be refunded. */
export async function requireRefundable(db: Db, purchaseId: number): Promise<void> {
  const purchase = await lockPurchase(db, purchaseId);
  if (typeof purchase?.request_id === 'number') await follower?.letsGo?.(db, purchase.request_id);
}

export const fundPurchase = async (db: Db, platform: Platform, purchase: Purchase): Promise<boolean> =>
  (await follower?.fund?.(db, platform, purchase)) ?? false;

export const notifyEnded = async (db: Db, purchase: Purchase, now: Date): Promise<void> => {
  if (purchase.value_transfer_id !== null) await follower?.ended?.(db, purchase, now);
};

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

export const notifyPartRefunded = async (db: Db, platform: Platform, purchase: Purchase): Promise<void> => {
  if (purchase.request_id !== null) await follower?.partRefunded?.(db, platform, purchase);
};
