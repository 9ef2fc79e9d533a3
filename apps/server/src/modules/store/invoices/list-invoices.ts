import { type Currency, money, toWire } from '@tuneport/domain/money';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { moneyOwnershipOf, ownedBy } from '../../dealers/index.ts';
import { invoiceNumber } from './read-invoice.ts';

/** Every paid order has an invoice. */
export async function listInvoices(db: Db, actor: Actor, page: number) {
  const paid = db
    .selectFrom('orders')
    .where('paid_at', 'is not', null)
    .where(ownedBy(moneyOwnershipOf(signedIn(actor)), 'orders'));
  const rows = paid
    .select(['id', 'paid_at', 'total_minor', 'currency'])
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc');
  const list = await pageOf(paid, rows, page);
  return {
    ...list,
    data: list.data.map(({ id, paid_at, total_minor, currency }) => ({
      id,
      number: invoiceNumber(id),
      issued_at: new Date(paid_at as Date),
      total: toWire(money(total_minor, currency as Currency)),
    })),
  };
}
