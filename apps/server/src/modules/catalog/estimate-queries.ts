import type { Insertable } from 'kysely';
import type { CatalogEstimates } from '../../platform/db/db.gen.ts';
import type { Db } from '../../platform/db/db.ts';

// When a hash was last stored from here. Somebody who switches one add-on on and off asks for the same few again and again.
const lastStored = new Map<string, number>();
const rememberedMax = 10_000;
const storeAgainAfterMs = 3_600_000;

/** The same selection at the same prices is the same estimate; asking again only lets it hold longer. */
export async function storeEstimate(db: Db, row: Insertable<CatalogEstimates>, now: Date): Promise<void> {
  if (now.getTime() - (lastStored.get(row.hash) ?? Number.NEGATIVE_INFINITY) < storeAgainAfterMs) return;
  await db
    .insertInto('catalog_estimates')
    .values(row)
    .onConflict((on) => on.column('hash').doUpdateSet({ expires_at: row.expires_at }))
    .execute();
  if (lastStored.size >= rememberedMax) lastStored.clear();
  lastStored.set(row.hash, now.getTime());
}

/** For the purchase of what was estimated. */
export const estimateByHash = (db: Db, hash: string) =>
  db.selectFrom('catalog_estimates').selectAll().where('hash', '=', hash).executeTakeFirst();
