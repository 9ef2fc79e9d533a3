import { nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { vehicleTitle } from '@tuneport/domain/catalog/vehicles/vehicle-name';
import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { findVehicle, vinFacts } from '../catalog/index.ts';
import { recordChanges } from './passport-entries.ts';
import { lockGarage, lockLiveVehicle, lockOwnVehicle } from './queries.ts';

const vehiclesMax = 50;
const parts = ['make', 'year', 'model', 'engine', 'transmission'] as const;
type Parts = { readonly [Part in (typeof parts)[number]]: string | null };
export type VehicleInput = Parts & { readonly vin: string; readonly nickname: string; readonly tool: string };

type Where = { readonly db: Db; readonly region: Region; readonly now: Date };

const unknownPart = (part: string) =>
  fieldRefusal({ [part]: [`We do not have this ${part}. Choose one from the list.`] });

/** Names and path of a car, checked against the catalogue. */
async function identify({ db, region, now }: Where, input: VehicleInput) {
  const vin = input.vin === '' ? null : input.vin;
  if (vin === null && input.make === null) throw fieldRefusal({ vin: ['Enter the VIN or choose your car.'] });
  const facts = vin?.length === 17 ? vinFacts(vin, now) : null;
  if (facts?.status === 'invalid') throw fieldRefusal({ vin: [facts.problem ?? 'This is not a valid VIN.'] });
  const missing = parts.find((part) => input[part] === null);
  const gap = parts
    .slice(missing === undefined ? parts.length : parts.indexOf(missing))
    .find((part) => input[part] !== null);
  if (gap && missing) throw fieldRefusal({ [missing]: [`Choose the ${missing} first.`] });
  const slugs = {
    make: input.make,
    year: input.year,
    model: input.model,
    engine: input.engine,
    transmission: input.transmission,
  };
  if (input.make === null) {
    const [make] = facts?.makes ?? [];
    const title = vehicleTitle({ make, year: facts?.years[0]?.toString() }) || 'Car';
    return { ...slugs, vin, title, detail: '', path: null };
  }
  const wanted = Object.fromEntries(
    parts.filter((part) => input[part] !== null).map((part) => [part, input[part] ?? '']),
  );
  const found = await findVehicle(db, region, wanted).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found')
      throw unknownPart(parts.findLast((part) => part in wanted) ?? 'make');
    throw error;
  });
  // Former names are stored under their current ones.
  const current = {
    make: found.make?.slug ?? null,
    year: found.year?.slug ?? null,
    model: found.model?.slug ?? null,
    engine: found.engine?.slug ?? null,
    transmission: found.transmission?.slug ?? null,
  };
  const {
    make = '',
    year,
    model,
    engine,
  } = Object.fromEntries(Object.entries(current).filter(([, slug]) => slug !== null)) as Record<string, string>;
  return {
    ...current,
    vin,
    title: vehicleTitle({ make: found.make?.name, year: found.year?.name, model: found.model?.name }),
    detail: [found.engine?.name, found.transmission?.name].filter(Boolean).join(' · '),
    path:
      engine === undefined || year === undefined || model === undefined
        ? null
        : vehiclePath('/catalog', { make, year, model, engine }),
  };
}

export function requireRoom(count: number): void {
  if (count >= vehiclesMax)
    throw new Refusal('conflict', { message: `You have ${vehiclesMax} cars, the maximum. Delete one first.` });
}

export async function addVehicle(where: Where, userId: number, input: VehicleInput): Promise<number> {
  const { db, now } = where;
  const car = await identify(where, input);
  requireRoom(await lockGarage(db, userId));
  await requireNewVin(db, userId, car.vin, null);
  const { nickname, tool } = input;
  const { id } = await db
    .insertInto('garage_vehicles')
    .values({ ...car, nickname, tool, user_id: userId, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function requireNewVin(db: Db, userId: number, vin: string | null, except: number | null): Promise<void> {
  if (vin === null) return;
  const other = await db
    .selectFrom('garage_vehicles')
    .select(['id', 'title'])
    .where('user_id', '=', userId)
    .where('vin', '=', vin)
    .where('handed_over_at', 'is', null)
    .executeTakeFirst();
  if (other && other.id !== except)
    throw fieldRefusal({ vin: [`You already have this car in your garage: ${other.title}.`] });
}

export async function changeVehicle(
  where: Where,
  userId: number,
  id: number,
  change: Partial<VehicleInput>,
): Promise<void> {
  const { db, now } = where;
  const before = await lockLiveVehicle(db, userId, id);
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<VehicleInput>;
  const firstChanged = parts.find((part) => part in given && given[part] !== before[part]);
  const kept = (part: (typeof parts)[number]) =>
    firstChanged !== undefined && parts.indexOf(part) > parts.indexOf(firstChanged) ? null : before[part];
  const input: VehicleInput = {
    vin: before.vin ?? '',
    nickname: before.nickname,
    tool: before.tool,
    make: kept('make'),
    year: kept('year'),
    model: kept('model'),
    engine: kept('engine'),
    transmission: kept('transmission'),
    ...given,
  };
  // A car that left the catalogue keeps its name as long as only other fields change.
  const isSameCar = firstChanged === undefined && input.vin === (before.vin ?? '');
  const car = isSameCar ? null : await identify(where, input);
  await requireNewVin(db, userId, input.vin || null, id);
  await db
    .updateTable('garage_vehicles')
    .set({ ...car, nickname: input.nickname, tool: input.tool, updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', id)
    .execute();
  const title = [car?.title, car?.detail].filter(Boolean).join(' · ');
  const changes = [
    ...(input.vin === (before.vin ?? '') ? [] : [{ name: 'vin' as const, detail: '' }]),
    ...(firstChanged === undefined ? [] : [{ name: 'car' as const, detail: title }]),
    ...(input.tool === before.tool ? [] : [{ name: 'tool' as const, detail: input.tool }]),
  ];
  await recordChanges(db, id, changes, now);
}

export async function deleteVehicle(db: Db, userId: number, id: number): Promise<void> {
  if (!(await lockOwnVehicle(db, userId, id))) throw new Refusal('not_found');
  await db.deleteFrom('garage_vehicles').where('id', '=', id).execute();
}
