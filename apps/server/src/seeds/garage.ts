import { addVehicle } from '../modules/garage/index.ts';
import type { Db } from '../platform/db/db.ts';

/** Cars of the demo customer: one from the catalogue, one known by its VIN only. */
export async function buildDemoGarage(db: Db, now: Date, userId: number): Promise<void> {
  const car = await db
    .selectFrom('vehicles as v')
    .innerJoin('years as y', 'y.id', 'v.year_id')
    .innerJoin('models as m', 'm.id', 'v.model_id')
    .innerJoin('makes as k', 'k.id', 'y.make_id')
    .innerJoin('engine_tunes as t', 't.engine_id', 'v.engine_id')
    .select(['k.slug as make', 'y.year', 'm.slug as model', 'v.engine_slug as engine'])
    .where('k.slug', '=', 'volkswagen')
    .where((eb) => eb(eb.val(1), '=', eb.fn.any('v.regions')))
    // The entries of its passport belong to this car; a catalogue without it has another one.
    .orderBy((eb) => eb.and([eb('m.slug', '=', 'gti'), eb('y.year', '=', '2022')]), 'desc')
    .orderBy('y.rank', 'desc')
    .orderBy('v.id')
    .executeTakeFirst();
  const none = {
    make: null,
    year: null,
    model: null,
    engine: null,
    transmission: null,
    vin: '',
    nickname: '',
    tool: '',
  };
  const where = { db, region: 1 as const, now };
  if (car) await addVehicle(where, userId, { ...none, ...car, nickname: 'Daily', tool: 'FlashZilla V3' });
  await addVehicle(where, userId, { ...none, vin: '1HGCM82633A004352', nickname: 'Project car' });
}
