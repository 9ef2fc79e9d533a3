import { platformAccount } from '@tuneport/domain/ledger/ledger-accounts';
import { move } from '@tuneport/domain/ledger/ledger-legs';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { postTransfer } from '../../ledger/index.ts';
import { lockPurchase } from '../purchase-queries.ts';
import { cardSubject, type Purchase } from '../purchase-record.ts';
import { recordRefund } from './refund-purchase.ts';
import { leftOf, sharesLost } from './refunded-parts.ts';
import { returnedAmounts } from './returned-amounts.ts';

/**
 * Ends a free purchase: the platform's contribution is reversed and no share is earned. Null if money or credits were
 * paid, which are refunded separately. Runs in the caller's transaction; idempotent.
 */
export async function refundFree(
  db: Db,
  platform: Platform,
  input: { readonly id: number; readonly actorId: number | null; readonly reason: string },
): Promise<Purchase | null> {
  const purchase = await lockPurchase(db, input.id);
  if (!purchase || purchase.paid_at === null || purchase.state === 'refunded') return null;
  if (purchase.total_minor > 0n || purchase.credit_minor > 0n) return null;
  const { id, currency, free_minor: freeMinor } = purchase;
  const worked = platformAccount(purchase.delivered_at === null ? 'defer.work' : 'rev', currency);
  const lost = await sharesLost(db, purchase, leftOf(purchase, await returnedAmounts(db, id)), freeMinor);
  const legs = [
    ...(freeMinor > 0n ? move(worked, platformAccount('goodwill', currency), freeMinor) : []),
    ...lost.shares,
  ];
  if (legs.length > 0)
    await postTransfer(db, {
      key: `purchase:${id}:free-back`,
      kind: 'purchase.free-back',
      subject: cardSubject(id),
      at: platform.clock.now(),
      actorId: input.actorId,
      reason: input.reason,
      legs,
      beyondLimits: lost.beyondLimits,
    });
  await recordRefund(db, platform, purchase, true, { actorId: input.actorId, detail: { free: true } });
  return lockPurchase(db, id);
}
