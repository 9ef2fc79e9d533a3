import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { removeRow, touchRows } from '../../../../platform/records/rows.ts';
import { moveRestrictions } from './move-restrictions.ts';
import { foldVehicles } from './move-vehicles.ts';
import { type Moved, moveGuides, movePairs } from './moved.ts';

export async function mergeEngine(db: Db, moved: Moved, survivor: number, merged: number, now: Date): Promise<void> {
  await foldVehicles(
    db,
    moved,
    sql`select v.id as old_id, k.id as new_id from vehicles v join vehicles k
      on k.year_id = v.year_id and k.model_id = v.model_id and k.engine_id = ${survivor} where v.engine_id = ${merged}`,
  );
  const vehicles = await sql`update vehicles set engine_id = e.id, engine_slug = e.slug from engines e
    where e.id = ${survivor} and vehicles.engine_id = ${merged}`.execute(db);
  moved.add('vehicles', Number(vehicles.numAffectedRows ?? 0));
  const transmissions = await db
    .selectFrom('engine_transmissions')
    .select('transmission_id')
    .where('engine_id', '=', merged)
    .execute();
  await movePairs(
    db,
    moved,
    { table: 'engine_transmissions', owner: 'engine_id', other: 'transmission_id', what: 'transmissions' },
    survivor,
    merged,
  );
  await touchRows(
    db,
    'transmissions',
    transmissions.map((row) => row.transmission_id),
    now,
  );
  await movePairs(
    db,
    moved,
    { table: 'engine_tunes', owner: 'engine_id', other: 'tune_id', what: 'tunes' },
    survivor,
    merged,
  );
  await moveRestrictions(db, moved, 'engine', survivor, merged);
  await moveGuides(db, moved, 'engine_id', survivor, merged);
  const waiting = await sql`update catalog_subscriptions s set engine_id = ${survivor} where engine_id = ${merged}
    and not exists (select from catalog_subscriptions k where k.engine_id = ${survivor} and k.email = s.email)`.execute(
    db,
  );
  moved.add('people waiting for news', Number(waiting.numAffectedRows ?? 0));
  await removeRow(db, 'engines', merged);
}
