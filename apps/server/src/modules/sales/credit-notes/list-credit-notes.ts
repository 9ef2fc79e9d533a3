import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import { type Ownership, ownedBy } from '../../dealers/index.ts';
import { presentListedNote } from '../../store/index.ts';

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
  return { ...list, data: list.data.map(presentListedNote) };
}
