import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { boundedSearch } from './search-queries.ts';
import { findInTransaction } from './search-vehicles.ts';
import { readTuneSearch, suggestTunes } from './tune-search.ts';

/** Vehicles and tunes that match a text, in one transaction with the limits of a search. */
export const searchCatalog = (db: Db, region: Region, text: string, limit: number) =>
  boundedSearch(db, async (tx) => {
    const vehicles = await findInTransaction(tx, region, text, limit);
    const search = await readTuneSearch(tx, region, text, vehicles);
    return { vehicles, tunes: await suggestTunes(tx, region, search, limit) };
  });
