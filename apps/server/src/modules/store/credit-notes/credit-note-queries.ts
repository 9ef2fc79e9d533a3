import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { creditNoteNumber } from '@tuneport/domain/payments/document-numbers';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/page.ts';
import { type Ownership, ownedBy } from '../../dealers/index.ts';

type Listed = { id: number; issued_at: Date; amount_minor: bigint; currency: string; cancels: number | null };

const listed = (row: Listed) => ({
  id: row.id,
  number: creditNoteNumber(row.id),
  issued_at: row.issued_at,
  total: toWire(money(row.cancels === null ? row.amount_minor : -row.amount_minor, row.currency as Currency)),
});

export const creditNoteById = (db: Db, id: number) =>
  db.selectFrom('credit_notes').selectAll().where('id', '=', id).executeTakeFirst();

export type CreditedSale = 'order' | 'purchase' | 'deal';

/** The credit notes of one sale, as its invoice lists them. */
export const creditNotesOf = async (db: Db, sale: CreditedSale, saleId: number) =>
  (
    await db
      .selectFrom('credit_notes')
      .select(['id', 'issued_at', 'amount_minor', 'currency', 'cancels'])
      .where('sale', '=', sale)
      .where('sale_id', '=', saleId)
      .orderBy('id')
      .execute()
  ).map(listed);

export async function listCreditNotesOf(db: Db, owner: Ownership, page: number) {
  const notes = db.selectFrom('credit_notes as n').where(({ or, exists, selectFrom }) =>
    or([
      exists(
        selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.id', '=', 'n.sale_id')
          .where('n.sale', '=', 'order')
          .where(ownedBy(owner, 'orders')),
      ),
      exists(
        selectFrom('catalog_purchases')
          .select('catalog_purchases.id')
          .whereRef('catalog_purchases.id', '=', 'n.sale_id')
          .where('n.sale', '=', 'purchase')
          .where(ownedBy(owner, 'catalog_purchases')),
      ),
      exists(
        selectFrom('dealer_credit_deals as d')
          .select('d.id')
          .whereRef('d.id', '=', 'n.sale_id')
          .where('n.sale', '=', 'deal')
          .where(sql<boolean>`d.dealer_id = any(${[...owner.dealerIds]}::integer[])`),
      ),
    ]),
  );
  const rows = notes
    .select(['n.id', 'n.issued_at', 'n.amount_minor', 'n.currency', 'n.cancels'])
    .orderBy('n.id', 'desc');
  const list = await pageOf(notes, rows, page);
  return { ...list, data: list.data.map(listed) };
}
