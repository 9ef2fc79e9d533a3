import type { Insertable } from 'kysely';
import type { CatalogEstimates } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';

/** The same selection at the same prices is the same estimate; asking again only lets it hold longer. */
export async function storeEstimate(db: Db, row: Insertable<CatalogEstimates>): Promise<void> {
  await db
    .insertInto('catalog_estimates')
    .values(row)
    .onConflict((on) => on.column('hash').doUpdateSet({ expires_at: row.expires_at }))
    .execute();
}

/** For the purchase of what was estimated. */
export const estimateByHash = (db: Db, hash: string) =>
  db.selectFrom('catalog_estimates').selectAll().where('hash', '=', hash).executeTakeFirst();
