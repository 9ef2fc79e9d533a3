import { money, toWire } from '@tuneport/domain/money/money';
import { invoiceNumberOf } from '@tuneport/domain/payments/document-numbers';
import { dayIn } from '@tuneport/domain/support/wall-clock';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { brandOf } from '../../dealers/index.ts';
import { capturedFor, presentInvoicePayment } from '../../payments/index.ts';
import { companyZone, sellerOf, settingsOf } from '../../settings/index.ts';
import { creditNotesOf } from '../credit-notes/credit-note-queries.ts';
import { balanceSubject } from '../orders/order-balance.ts';
import { viewerOf } from '../orders/order-policy.ts';
import { type OrderViewer, readOrder } from '../orders/order-queries.ts';
import { presentOrder } from '../orders/present-order.ts';

/** The link itself grants access, regardless of any session. */
export const linkViewer = (token: string, actor: Actor): OrderViewer => ({
  ...viewerOf(actor, token),
  userId: null,
  dealerIds: [],
  staff: false,
});

export const readInvoiceByLink = (db: Db, platform: Platform, actor: Actor, id: number, token: string) =>
  readInvoice(db, platform, id, linkViewer(token, actor));

/** With a dealer slug only an invoice of that dealer, even if the actor may read others. */
export async function readOwnInvoice(db: Db, platform: Platform, actor: Actor, id: number, dealer?: string) {
  if (dealer !== undefined) {
    const sold = await db
      .selectFrom('orders as o')
      .innerJoin('dealers as d', 'd.id', 'o.dealer_id')
      .select('o.id')
      .where('o.id', '=', id)
      .where('d.slug', '=', dealer)
      .executeTakeFirst();
    if (!sold) throw new Refusal('not_found');
  }
  return readInvoice(db, platform, id, viewerOf(actor, undefined));
}

/** An invoice of a dealer's order, for members and staff that may see the dealer. */
export const readDealerInvoice = (db: Db, platform: Platform, dealerId: number, id: number) =>
  readInvoice(db, platform, id, { userId: null, dealerIds: [dealerId], to: 'read', staff: false, tokenHash: null });

/** An invoice of a person's own order, never one of a dealer. */
export const readPersonalInvoice = (db: Db, platform: Platform, userId: number, id: number) =>
  readInvoice(db, platform, id, { userId, dealerIds: [], to: 'read', staff: false, tokenHash: null });

/** Generated from the order as sold, which never changes: identical every time except for later refunds. */
async function readInvoice(db: Db, platform: Platform, id: number, viewer: OrderViewer) {
  const order = await readOrder(db, id, viewer);
  if (!order) throw await noRecord(db, 'order', id, viewer.tokenHash);
  const number = invoiceNumberOf(order);
  if (order.paid_at === null || number === null) throw new Refusal('not_found');
  const settings = await settingsOf(platform);
  const { expires_at: _expires, ...shown } = presentOrder(order);
  return {
    number,
    issued_at: new Date(order.paid_at),
    issued_on: dayIn(new Date(order.paid_at), await companyZone(platform)),
    seller: sellerOf(settings),
    order: shown,
    refunded: toWire(money(BigInt(order.refunded_minor), order.currency)),
    payment: presentInvoicePayment(
      money(BigInt(order.total_minor), order.currency),
      await capturedFor(db, [`order:${order.id}`, balanceSubject(order.id)]),
    ),
    credit_notes: await creditNotesOf(db, 'order', order.id),
    brand: await brandOf(db, order.dealer_id),
  };
}
