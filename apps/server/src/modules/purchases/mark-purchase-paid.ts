import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { guestEmailOf, hashToken, newToken, sendGuestFileLink } from '../identity/index.ts';
import { notifyPaid } from './purchase-followers.ts';
import { sendPurchaseMail } from './purchase-mails.ts';
import { linesOf, stepPurchase, storeToken } from './purchase-queries.ts';
import type { Purchase } from './purchase-record.ts';

/** Marks the purchase as paid, sends the mail and updates its request. Null if it no longer waits for a payment. */
export async function markPurchasePaid(
  db: Db,
  platform: Platform,
  id: number,
  by: { actorId: number | null; detail: object; now: Date },
): Promise<Purchase | null> {
  const { actorId, detail, now } = by;
  const paid = await stepPurchase(db, id, 'pay', { actorId, now, detail, set: { paid_at: now } });
  if (!paid) return null;
  const lines = await linesOf(db, [id]);
  const purchase = await (lines.length > 0 && lines.every(({ gives }) => gives !== null)
    ? stepPurchase(db, id, 'give-credits', { actorId: null, now, set: { delivered_at: now } })
    : paid.request_id === null
      ? stepPurchase(db, id, 'await-file', { actorId: null, now })
      : stepPurchase(db, id, 'link', { actorId: null, now, set: { linked_at: now } }));
  if (!purchase) throw new Error(`purchase ${id} could not go on after it was paid`);
  const token = newToken();
  await storeToken(db, id, hashToken(token), now);
  const { publicOrigin } = platform.config;
  const guest = purchase.request_id === null ? await guestOf(db, purchase) : null;
  await sendPurchaseMail(db, publicOrigin, purchase, lines, token, guest !== null);
  if (guest) await sendGuestFileLink(db, publicOrigin, guest, purchaseNumber(id));
  await notifyPaid(db, platform, purchase);
  return purchase;
}

async function guestOf(db: Db, { user_id }: Purchase): Promise<{ id: number; email: string } | null> {
  const email = user_id === null ? null : await guestEmailOf(db, user_id);
  return email === null || user_id === null ? null : { id: user_id, email };
}
