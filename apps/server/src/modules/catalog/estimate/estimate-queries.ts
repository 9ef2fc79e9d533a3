import { EstimateInput } from '@tuneport/contract/catalog/estimate-shapes';
import { type Insertable, sql } from 'kysely';
import { z } from 'zod';
import type { CatalogEstimates } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { batched } from '../../../platform/db/writes/batched.ts';
import type { Removals } from '../../../platform/jobs/housekeeping.ts';

// When each hash was last stored by this process, per database. Toggling an add-on requests the same few estimates
// repeatedly.
const storedIn = new WeakMap<Db, Map<string, number>>();
const rememberedMax = 10_000;
const storeAgainAfterMs = 3_600_000;

const insert = batched(async (db, rows: readonly Insertable<CatalogEstimates>[]) => {
  await db
    .insertInto('catalog_estimates')
    .values([...new Map(rows.map((row) => [row.hash, row])).values()])
    .onConflict((on) => on.column('hash').doUpdateSet((row) => ({ expires_at: row.ref('excluded.expires_at') })))
    .execute();
  return rows.map(() => undefined);
});

/** The same selection at the same prices is the same estimate; requesting it again only extends its expiry. */
export async function storeEstimate(
  db: Db,
  hash: string,
  now: Date,
  rowOf: () => Insertable<CatalogEstimates>,
): Promise<void> {
  const lastStored = storedIn.get(db) ?? new Map<string, number>();
  storedIn.set(db, lastStored);
  if (now.getTime() - (lastStored.get(hash) ?? Number.NEGATIVE_INFINITY) < storeAgainAfterMs) return;
  await insert(db, rowOf());
  if (lastStored.size >= rememberedMax) lastStored.clear();
  lastStored.set(hash, now.getTime());
}

export const estimateByHash = (db: Db, hash: string) =>
  db.selectFrom('catalog_estimates').selectAll().where('hash', '=', hash).executeTakeFirst();

const StoredSelection = z.record(z.string(), z.unknown()).catch({});
/** The name under which earlier releases stored the input. */
const formerKey = 'wish';

/** The input of a stored estimate, or null if it cannot be read. */
export function storedInput(selection: unknown): z.output<typeof EstimateInput> | null {
  const stored = StoredSelection.parse(selection);
  return EstimateInput.safeParse(stored.input ?? stored[formerKey]).data ?? null;
}

/** Tools that the dealer owns. */
export const toolsOwnedBy = async (db: Db, dealerId: number): Promise<readonly number[]> =>
  (
    await db
      .selectFrom('dealer_tools as d')
      .innerJoin('tools as t', 't.id', 'd.tool_id')
      .select('d.tool_id')
      .where('d.dealer_id', '=', dealerId)
      .where('t.is_dealer_ownable', '=', true)
      .execute()
  ).map(({ tool_id }) => tool_id);

export const estimateRemovals: Removals = {
  catalog_estimates: sql`delete from catalog_estimates where expires_at < now() - interval '7 days'`,
};
