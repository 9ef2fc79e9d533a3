import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';

/**
 * A list that came back empty names something unknown, or something that only another region has. The second look costs a
 * statement, and only those who ask for what is not there pay for it.
 */
export async function orElsewhere<Row>(
  region: Region,
  look: (region: Region) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows = await look(region);
  if (rows.length > 0) return rows;
  const other: Region = region === 1 ? 2 : 1;
  if ((await look(other)).length > 0) throw new Refusal('region_mismatch', { region: other });
  throw new Refusal('not_found');
}

export type Look<Row> = (db: Db, region: Region) => Promise<readonly Row[]>;
