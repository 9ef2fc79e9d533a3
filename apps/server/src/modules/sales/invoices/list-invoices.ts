import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import { moneyOwnershipOf, type Ownership, ownedBy } from '../../dealers/index.ts';
import { purchaseInvoiceNumber } from '../../purchases/index.ts';
import { invoiceNumber } from '../../store/index.ts';

/** Every paid order and every paid purchase of tunes has an invoice. */
export const listInvoices = (db: Db, actor: Actor, page: number) =>
  listInvoicesOf(db, moneyOwnershipOf(signedIn(actor)), page);

export async function listInvoicesOf(db: Db, owner: Ownership, page: number) {
  const paid = db.selectFrom(
    db
      .selectFrom('orders')
      .select([sql<'order' | 'purchase'>`'order'`.as('sale'), 'id', 'paid_at', 'total_minor', 'currency'])
      .where('paid_at', 'is not', null)
      .where(ownedBy(owner, 'orders'))
      .unionAll(
        db
          .selectFrom('catalog_purchases')
          .select([sql<'order' | 'purchase'>`'purchase'`.as('sale'), 'id', 'paid_at', 'total_minor', 'currency'])
          .where('paid_at', 'is not', null)
          .where(ownedBy(owner, 'catalog_purchases')),
      )
      .as('paid'),
  );
  const rows = paid
    .select(['sale', 'id', 'paid_at', 'total_minor', 'currency'])
    .orderBy('paid_at', 'desc')
    .orderBy('sale')
    .orderBy('id', 'desc');
  const list = await pageOf(paid, rows, page);
  return {
    ...list,
    data: list.data.map(({ sale, id, paid_at, total_minor, currency }) => ({
      sale,
      id,
      number: sale === 'order' ? invoiceNumber(id) : purchaseInvoiceNumber(id),
      issued_at: new Date(paid_at as Date),
      total: toWire(money(total_minor, currency as Currency)),
    })),
  };
}
