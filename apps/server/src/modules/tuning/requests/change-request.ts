import { vehicleTitle } from '@tuneport/domain/catalog/vehicles/vehicle-name';
import { parseVehiclePath, vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { isUnpaidState } from '@tuneport/domain/tuning/tune-request-states';
import { sql } from 'kysely';
import type { Region } from '../../../platform/http/context.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { chooseTunes, findVehicle, readSides } from '../../catalog/index.ts';
import { cancelFailedPurchase, purchaseOfRequest } from '../../purchases/index.ts';
import { identifyRequest } from './files/identify-request.ts';
import { boughtTunes, type RequestRow } from './request-queries.ts';
import { type Initiator, type RequestContext, stepRequest, touchRequest } from './step-request.ts';
import { type Information, mergeInformation } from './thread/tell-information.ts';

type RequestChange = {
  readonly engine_id?: number | null | undefined;
  readonly transmission_id?: number | null | undefined;
  readonly vehicle?: string | undefined;
  readonly information?: Information | undefined;
  readonly tune_ids?: readonly number[] | undefined;
  readonly version?: number | undefined;
};

/**
 * Updates the vehicle, its details or the chosen tunes. Changing the vehicle repeats the lookup and clears the previous
 * choices.
 */
export async function changeRequest(
  context: RequestContext,
  request: RequestRow,
  initiator: Initiator,
  change: RequestChange,
): Promise<RequestRow> {
  if (change.version !== undefined && change.version !== request.version)
    throw new Refusal('stale_record', { current: { version: request.version, state: request.state } });
  await requireUnpaid(context, request, initiator, change);
  const car = await carOf(context, request, change);
  const information = change.information
    ? { information: mergeInformation(request, change.information, context.now) }
    : {};
  if (car) {
    const supplied = await stepRequest(context, request, 'supply', initiator, {
      set: { ...car, ...information, tune_ids: [], estimate_hash: null },
    });
    return identifyRequest(context, supplied);
  }
  const tunes = change.tune_ids === undefined ? {} : await chosen(context, request, change.tune_ids);
  return touchRequest(context, request, { ...information, ...tunes });
}

async function requireUnpaid(
  context: RequestContext,
  request: RequestRow,
  { parts, userId }: Initiator,
  { information: _information, version: _version, ...chosen }: RequestChange,
): Promise<void> {
  const isUnpaid = isUnpaidState(request.state);
  const purchase = !isUnpaid
    ? null
    : parts.includes('customer') && Object.keys(chosen).length > 0
      ? await cancelFailedPurchase(context.db, request.id, { actorId: userId, now: context.now })
      : await purchaseOfRequest(context.db, request.id);
  // Vehicle details do not change the price.
  const keepsPrice = purchase?.state === 'pending_payment' && Object.keys(chosen).length === 0;
  if (isUnpaid && (!purchase || keepsPrice)) return;
  throw new Refusal('already_committed', {
    message:
      purchase?.state === 'pending_payment'
        ? 'A payment for this request is in progress.'
        : 'This request is paid. Message the tuner if something must change.',
  });
}

async function carOf({ db }: RequestContext, request: RequestRow, change: RequestChange) {
  if (change.vehicle !== undefined) return byPath(db, request, change.vehicle);
  const engine = change.engine_id === undefined ? request.engine_id : change.engine_id;
  const transmission = change.transmission_id === undefined ? request.transmission_id : change.transmission_id;
  if (engine === request.engine_id && transmission === request.transmission_id) return null;
  const named = await namesOf(db, engine, transmission);
  if (engine !== null && named.engine === null)
    throw fieldRefusal({ engine_id: ['This engine is not in the catalogue.'] });
  if (transmission !== null && named.transmission === null)
    throw fieldRefusal({ transmission_id: ['This transmission is not in the catalogue.'] });
  if (engine !== null && transmission !== null && !named.belongs)
    throw fieldRefusal({ transmission_id: ['This transmission does not go with this engine.'] });
  const vehicle = [named.engine, named.transmission].filter(Boolean).join(' · ');
  return { engine_id: engine, transmission_id: transmission, vehicle, vehicle_path: null };
}

async function byPath(db: RequestContext['db'], request: RequestRow, path: string) {
  const parsed = path.startsWith('/catalog/') ? parseVehiclePath(path.slice('/catalog/'.length)) : null;
  const wrong = () => fieldRefusal({ vehicle: ['This vehicle is not in the catalogue.'] });
  if (parsed?.kind !== 'vehicle' || parsed.vehicle.engine === undefined) throw wrong();
  const found = await findVehicle(db, request.region === 2 ? 2 : 1, parsed.vehicle).catch((error: unknown) => {
    throw error instanceof Refusal ? wrong() : error;
  });
  if (!found.engine) throw wrong();
  const car = vehicleTitle({ year: found.year?.name, make: found.make?.name, model: found.model?.name });
  const names = [car, found.engine.name, found.transmission?.name];
  return {
    engine_id: found.engine.id,
    transmission_id: found.transmission?.id ?? null,
    vehicle: names.filter(Boolean).join(' '),
    vehicle_path: vehiclePath('/catalog', {
      ...parsed.vehicle,
      ...(found.make ? { make: found.make.slug } : {}),
      ...(found.model ? { model: found.model.slug } : {}),
    }),
  };
}

async function namesOf(db: RequestContext['db'], engine: number | null, transmission: number | null) {
  const { rows } = await sql<{ engine: string | null; transmission: string | null; belongs: boolean }>`
    select (select m.name || ' ' || e.name from engines e join makes m on m.id = e.make_id where e.id = ${engine}) as engine,
      (select t.name from transmissions t where t.id = ${transmission}) as transmission,
      exists (select from engine_transmissions where engine_id = ${engine} and transmission_id = ${transmission}) as belongs
    `.execute(db);
  return rows[0] ?? { engine: null, transmission: null, belongs: false };
}

async function chosen({ platform, db }: RequestContext, request: RequestRow, ids: readonly number[]) {
  const unique = [...new Set(ids)];
  if (unique.length > 0 && request.state !== 'matched')
    throw fieldRefusal({ tune_ids: ['Choose your car first, then its tunes.'] });
  // Uses the connection of this transaction: taking a second one from the same pool could deadlock.
  if (unique.length > 0) await requirePossible({ ...platform, db }, request, unique);
  return { tune_ids: unique, estimate_hash: null };
}

/** Refuses tunes that cannot be bought together for the vehicle of a request, and returns them by unit. */
export async function requirePossible(platform: Platform, request: RequestRow, ids: readonly number[]) {
  const fitting = await tunesThatFit(platform.db, request, ids);
  if (fitting.length < ids.length)
    throw fieldRefusal({ tune_ids: ['One of these tunes is not available for this car.'] });
  const of = (unit: string) => fitting.filter((tune) => tune.unit === unit).map(({ id }) => id);
  const picked = {
    engine: request.engine_id,
    transmission: request.transmission_id,
    tunes: of('engine'),
    transmission_tunes: of('transmission'),
  };
  try {
    chooseTunes(await readSides(platform, request.region as Region, picked), picked);
  } catch (error) {
    const errors = error instanceof Refusal ? error.extra.errors : undefined;
    throw errors ? fieldRefusal({ tune_ids: Object.values(errors).flat() }) : error;
  }
  return picked;
}

/** The given tunes that the request's engine or transmission has, each once. */
async function tunesThatFit(db: RequestContext['db'], request: RequestRow, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; tuner_id: number | null; unit: 'engine' | 'transmission' }>`
    select distinct on (id) * from (
      select t.id, t.tuner_id, 'engine' as unit from tunes t join engine_tunes et on et.tune_id = t.id
        where et.engine_id = ${request.engine_id} and t.id = any(${[...ids]})
      union all
      select t.id, t.tuner_id, 'transmission' from tunes t join transmission_tunes tt on tt.tune_id = t.id
        where tt.transmission_id = ${request.transmission_id} and t.id = any(${[...ids]})
    ) fitting order by id, unit`.execute(db);
  return rows;
}

/** The first of these purchases whose tunes all fit this vehicle, with its tunes. Null if there is none. */
export async function firstThatFits(db: RequestContext['db'], request: RequestRow, purchaseIds: readonly number[]) {
  const bought = await boughtTunes(db, purchaseIds);
  const all = await tunesThatFit(db, request, [...bought.values()].flat());
  for (const [purchaseId, tuneIds] of bought) {
    const fitting = all.filter(({ id }) => tuneIds.includes(id));
    if (tuneIds.length > 0 && fitting.length === tuneIds.length) return { purchaseId, tuneIds, fitting };
  }
  return null;
}
