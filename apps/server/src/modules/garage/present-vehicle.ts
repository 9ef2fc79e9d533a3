import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { nextStep } from '@tuneport/domain/garage/next-step';
import { folded } from '@tuneport/domain/site/slug';
import { locale, t } from '@tuneport/domain/text/text';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { vinFacts } from '../catalog/index.ts';
import { type FoundRecord, ownVehicle, recordsOf, type VehicleRow, vehiclesOf } from './queries.ts';

type Photo = {
  readonly width: number;
  readonly height: number;
  readonly sizes: readonly { width: number; file: string }[];
};

/** An absent part as a path has it. */
const partsOf = (car: VehicleRow) => {
  const { make, year, model, engine, transmission } = car;
  const named = Object.entries({ make, year, model, engine, transmission }).filter(([, slug]) => slug !== null);
  return Object.fromEntries(named) as Record<string, string>;
};

const anyOf = (names: readonly string[]) => new Intl.ListFormat(locale(), { type: 'disjunction' }).format(names);

function vinConflict({ make, year, title }: VehicleRow, facts: ReturnType<typeof vinFacts>): string | null {
  if (make === null) return null;
  const { makes, years } = facts;
  if (makes.length > 0 && !makes.some((name) => folded(name) === folded(make) || folded(title).includes(folded(name))))
    return t('This VIN belongs to a {make}.', { make: anyOf(makes) });
  const chosen = Math.floor(Number(year));
  // Model years and years of manufacture differ by one at most.
  if (Number.isFinite(chosen) && chosen > 0 && years.length > 0 && !years.some((one) => Math.abs(one - chosen) <= 1))
    return t('This VIN belongs to a car from {year}.', { year: anyOf(years.map(String)) });
  return null;
}

export function presentVehicle(car: VehicleRow, records: readonly FoundRecord[], now: Date) {
  const request = records.find(({ kind }) => kind === 'request');
  const purchases = records.filter(({ kind, state }) => kind === 'purchase' && state !== 'refunded');
  const formerTunes = records.filter(({ kind }) => kind === 'tune').slice(0, 1);
  const logs = records.filter(({ kind }) => kind === 'log').length;
  const facts = car.vin !== null && car.vin.length === 17 ? vinFacts(car.vin, now) : null;
  const photo = car.photo as Photo | null;
  const path = car.make === null ? null : vehiclePath('/catalog', partsOf(car));
  return {
    id: car.id,
    vin: car.vin ?? '',
    vin_facts: facts,
    vin_conflict: facts && vinConflict(car, facts),
    make: car.make,
    year: car.year,
    model: car.model,
    engine: car.engine,
    transmission: car.transmission,
    title: car.title,
    detail: car.detail,
    path,
    nickname: car.nickname,
    photo: photo && {
      width: photo.width,
      height: photo.height,
      widths: photo.sizes.map(({ width }) => width),
      version: photo.sizes[0]?.file ?? '',
    },
    tunes: [...new Set((purchases.length > 0 ? purchases : formerTunes).map(({ title }) => title))],
    tool: car.tool || (records.find(({ tool }) => tool !== null)?.tool ?? ''),
    logs,
    request: request?.state ? { id: Number(request.ref), state: request.state } : null,
    next: nextStep({
      path: path ?? '/catalog',
      hasEngine: car.engine !== null,
      request: request?.state ? { id: request.ref, state: request.state } : null,
      waitsForFile: purchases.some(({ state }) => state === 'waiting_file'),
      logs,
    }),
    handed_over_at: car.handed_over_at,
    created_at: car.created_at,
    updated_at: car.updated_at,
  };
}

export async function listVehicles(db: Db, userId: number, now: Date) {
  const cars = await vehiclesOf(db, userId);
  const records = await recordsOf(
    db,
    cars.map(({ id }) => id),
  );
  return cars.map((car) =>
    presentVehicle(
      car,
      records.filter(({ vehicle_id }) => vehicle_id === car.id),
      now,
    ),
  );
}

export async function readVehicle(db: Db, userId: number, id: number, now: Date) {
  const car = await ownVehicle(db, userId, id);
  if (!car) throw new Refusal('not_found');
  return presentVehicle(car, await recordsOf(db, [id]), now);
}
