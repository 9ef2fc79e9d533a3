import type { Db } from '../../../../platform/db/db.ts';
import { removeRow, touchRows } from '../../../../platform/records/rows.ts';
import { moveRestrictions } from './move-restrictions.ts';
import { type Moved, moveGuides, movePairs } from './moved.ts';

const pairs = [
  { table: 'engine_transmissions', owner: 'transmission_id', other: 'engine_id', what: 'engines' },
  { table: 'vehicle_transmissions', owner: 'transmission_id', other: 'vehicle_id', what: 'vehicles' },
  { table: 'transmission_tunes', owner: 'transmission_id', other: 'tune_id', what: 'tunes' },
] as const;

export async function mergeTransmission(
  db: Db,
  moved: Moved,
  survivor: number,
  merged: number,
  now: Date,
): Promise<void> {
  const engines = await db
    .selectFrom('engine_transmissions')
    .select('engine_id')
    .where('transmission_id', '=', merged)
    .execute();
  for (const list of pairs) await movePairs(db, moved, list, survivor, merged);
  await touchRows(
    db,
    'engines',
    engines.map((row) => row.engine_id),
    now,
  );
  await moveRestrictions(db, moved, 'transmission', survivor, merged);
  await moveGuides(db, moved, 'transmission_id', survivor, merged);
  await removeRow(db, 'transmissions', merged);
}
