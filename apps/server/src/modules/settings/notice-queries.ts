import type { Insertable } from 'kysely';
import type { Sales } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';
import { containing, pageOf } from '../../platform/db/lists/page.ts';
import type { SaleRow } from './present.ts';
import { saleColumns } from './queries.ts';

type Filter = {
  page: number;
  search?: string | undefined;
  state?: 'scheduled' | 'running' | 'ended' | undefined;
};

export async function listSales(db: Db, filter: Filter & { type?: string | undefined }, now: Date) {
  let query = db.selectFrom('sales');
  const { search } = filter;
  if (search) {
    const like = containing(search);
    query = query.where((is) => is.or([is('name', 'ilike', like), is('code', 'ilike', like)]));
  }
  if (filter.type) query = query.where('type', '=', filter.type);
  if (filter.state === 'ended') query = query.where('ends_at', '<=', now);
  else if (filter.state) {
    query = query.where('ends_at', '>', now).where('starts_at', filter.state === 'scheduled' ? '>' : '<=', now);
  }
  return pageOf(query, query.select(saleColumns).orderBy('starts_at', 'desc').orderBy('id', 'desc'), filter);
}

export async function saleById(db: Db, id: number, lock?: 'lock'): Promise<SaleRow | undefined> {
  const query = db.selectFrom('sales').select(saleColumns).where('id', '=', id);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

export async function saleCodeTaken(db: Db, code: string, exceptId: number | null): Promise<boolean> {
  let query = db.selectFrom('sales').select('id').where('code', '=', code);
  if (exceptId !== null) query = query.where('id', '<>', exceptId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Returns undefined if a concurrent sale took the code after the check. */
export async function insertSale(db: Db, row: Insertable<Sales>): Promise<SaleRow | undefined> {
  return db
    .insertInto('sales')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(saleColumns)
    .executeTakeFirst();
}

export async function storeSale(db: Db, id: number, row: Insertable<Sales>): Promise<SaleRow> {
  return db.updateTable('sales').set(row).where('id', '=', id).returning(saleColumns).executeTakeFirstOrThrow();
}

export async function removeSale(db: Db, id: number): Promise<SaleRow | undefined> {
  return db.deleteFrom('sales').where('id', '=', id).returning(saleColumns).executeTakeFirst();
}
