import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { invoiceNumberOf } from '@tuneport/domain/payments/document-numbers';
import { sql } from 'kysely';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import { moneyOwnershipOf, type Ownership, ownedBy } from '../../dealers/index.ts';

const columns = ['id', 'region', 'invoice_no', 'paid_at', 'total_minor', 'currency'] as const;

type Sale = 'order' | 'purchase' | 'deal';

/** Every paid order, purchase of tunes and pack of tune credits has an invoice. */
export const listInvoices = (db: Db, actor: Actor, page: number) =>
  listInvoicesOf(db, moneyOwnershipOf(signedIn(actor)), page);

export async function listInvoicesOf(db: Db, owner: Ownership, page: number) {
  const paid = db.selectFrom(
    db
      .selectFrom('orders')
      .select([sql<Sale>`'order'`.as('sale'), ...columns])
      .where('paid_at', 'is not', null)
      .where(ownedBy(owner, 'orders'))
      .unionAll(
        db
          .selectFrom('catalog_purchases')
          .select([sql<Sale>`'purchase'`.as('sale'), ...columns])
          .where('paid_at', 'is not', null)
          .where(ownedBy(owner, 'catalog_purchases')),
      )
      .unionAll(
        db
          .selectFrom('dealer_credit_deals')
          .select([sql<Sale>`'deal'`.as('sale'), 'id', sql<number>`region`.as('region'), 'invoice_no'])
          .select(['invoiced_at as paid_at', 'price_minor as total_minor', 'currency'])
          .where('invoice_no', 'is not', null)
          .where(sql<boolean>`dealer_id = any(${[...owner.dealerIds]}::integer[])`),
      )
      .as('paid'),
  );
  const rows = paid
    .select(['sale', ...columns])
    .orderBy('paid_at', 'desc')
    .orderBy('invoice_no', 'desc')
    .orderBy('sale')
    .orderBy('id', 'desc');
  const list = await pageOf(paid, rows, page);
  return {
    ...list,
    data: list.data.map(({ sale, id, paid_at, total_minor, currency, ...invoice }) => ({
      sale,
      id,
      number: invoiceNumberOf(invoice) ?? '',
      issued_at: new Date(paid_at as Date),
      total: toWire(money(total_minor, currency as Currency)),
    })),
  };
}
