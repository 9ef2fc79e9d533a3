import { money, toWire } from '@tuneport/domain/money/money';
import { orderNumber } from '@tuneport/domain/store/order-states';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secret-links.ts';
import { settingsOf } from '../../settings/index.ts';
import { readerOf } from '../orders/order-policy.ts';
import { type OrderReader, readOrder } from '../orders/order-queries.ts';
import { presentOrder } from '../orders/present-order.ts';

export const invoiceNumber = (orderId: number): string => orderNumber(orderId).replace('TP-', 'INV-');

/** The link itself is the right: who else holds a session does not matter. */
const linkReader = (token: string, actor: Actor): OrderReader => ({
  ...readerOf(actor, token),
  userId: null,
  dealerIds: [],
  staff: false,
});

export const readInvoiceByLink = (db: Db, platform: Platform, actor: Actor, id: number, token: string) =>
  readInvoice(db, platform, id, linkReader(token, actor));

/** With the slug of a dealer only an invoice of that dealer, also where the reader may read others. */
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
  return readInvoice(db, platform, id, readerOf(actor, undefined));
}

/** Made from the order as it was sold, which is never rewritten: the same paper every time, but for what was paid back since. */
async function readInvoice(db: Db, platform: Platform, id: number, reader: OrderReader) {
  const order = await readOrder(db, id, reader);
  if (!order) throw await noRecord(db, 'order', id, reader.tokenHash);
  if (order.paid_at === null) throw new Refusal('not_found');
  const settings = await settingsOf(platform);
  const { expires_at: _expires, ...shown } = presentOrder(order);
  return {
    number: invoiceNumber(order.id),
    issued_at: new Date(order.paid_at),
    seller: {
      name: settings.company_name,
      address: settings.company_address ?? '',
      email: settings.company_email ?? '',
    },
    order: shown,
    refunded: toWire(money(BigInt(order.refunded_minor), order.currency)),
  };
}
