import { findVehicles, type VehicleSource } from '@tuneport/domain/catalog/vehicles/find-vehicles';
import type { CodedEngine } from '@tuneport/domain/catalog/vehicles/vehicle-codes';
import { vehicleTitle } from '@tuneport/domain/catalog/vehicles/vehicle-name';
import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { meaningsOf } from '@tuneport/domain/catalog/vehicles/vehicle-search';
import { looksLikeVin } from '@tuneport/domain/catalog/vin/vin-text';
import type { Db } from '../../../platform/db/db.ts';
import type { Region } from '../../../platform/http/context.ts';
import { listMakes, type MakeRow } from '../vehicle-queries.ts';
import {
  boundedSearch,
  type FoundModelRow,
  type FoundVehicleRow,
  modelsLike,
  modelsNear,
  modelsOfMake,
  vehiclesBetween,
  vehiclesOfModels,
} from './search-queries.ts';
import { vehicleCodes } from './vehicle-codes.ts';

const modelsMax = 40;

type Named = { id: number; slug: string; name: string };
type Candidate = {
  readonly make: string;
  readonly model: string;
  readonly year: string | null;
  readonly engine: string | null;
  readonly transmission: string | null;
  readonly names: readonly string[];
  readonly extra: readonly string[];
  readonly coded: CodedEngine;
  readonly parts: {
    make: Named & { prominence: string };
    model: Named;
    year: Named;
    engine: Named | null;
    transmission: Named | null;
  };
};

/**
 * Vehicles that match a free text, best first. The database finds candidate models, and the domain rules rank their
 * vehicles. VINs have their own endpoint.
 */
export const findByText = (db: Db, region: Region, text: string, limit: number) =>
  looksLikeVin(text) ? Promise.resolve([]) : boundedSearch(db, (tx) => findInTransaction(tx, region, text, limit));

/** The same, within a transaction that already has the limits of a search. */
export async function findInTransaction(db: Db, region: Region, text: string, limit: number) {
  const found = await findVehicles(text, vehicleCodes(), sourceOf(db, region), limit * 12);
  // Importers and converters also sold cars of other makes; the original makes come first.
  return withoutRepeats(found)
    .sort((a, b) => Number(isHidden(a)) - Number(isHidden(b)))
    .slice(0, limit)
    .map(({ parts }) => present(parts));
}

const isHidden = ({ parts }: Candidate): boolean => parts.make.prominence === 'hidden';

function sourceOf(db: Db, region: Region): VehicleSource<Candidate> {
  let makes: Promise<MakeRow[]> | null = null;
  const allMakes = () => {
    makes ??= listMakes(db, region);
    return makes;
  };
  const pending = new Map<string, Promise<Candidate[]>>();
  const once = (key: string, ask: () => Promise<Candidate[]>) => {
    const known = pending.get(key) ?? ask();
    pending.set(key, known);
    return known;
  };
  const candidates = (models: readonly FoundModelRow[], vehicles: readonly FoundVehicleRow[]) => {
    const modelOf = new Map(models.map((model) => [model.model_id, model]));
    return vehicles.flatMap((vehicle) => candidatesOf(modelOf.get(vehicle.model_id), vehicle));
  };
  return {
    makes: async () => (await allMakes()).map(({ name }) => name),
    ofCodes: (make, codes, years) =>
      once(`${make} ${years.join(' ')}`, async () => {
        const row = (await allMakes()).find(({ name }) => name === make);
        if (!row) return [];
        const patterns = codes.map(({ model }) => new RegExp(model, 'i'));
        const all = await modelsOfMake(db, region, row.id);
        const named = all.filter(({ names }) => patterns.some((pattern) => names.some((name) => pattern.test(name))));
        if (named.length === 0) return [];
        const { id, slug, name, prominence } = row;
        const models = named.map((model) => ({ ...model, make: { id, slug, name, prominence } }));
        const typed = years.map(Number).filter(Number.isFinite);
        const from = Math.min(...(typed.length > 0 ? typed : codes.map(({ yearFrom }) => yearFrom)));
        const to = Math.max(...(typed.length > 0 ? typed : codes.map(({ yearTo }) => yearTo)));
        const ids = models.map(({ model_id }) => model_id);
        return candidates(models, await vehiclesBetween(db, region, ids, { from, to }));
      }),
    ofWords: (words, years, how, cylinders) =>
      once(`${how} ${cylinders} ${words.join(' ')} ${years.join(' ')}`, async () => {
        if (words.length === 0) return [];
        const models =
          how === 'like'
            ? await modelsLike(
                db,
                region,
                words.flatMap((word) => [word, ...meaningsOf(word)]),
                modelsMax,
              )
            : await modelsNear(db, region, words, modelsMax);
        if (models.length === 0) return [];
        const ids = models.map(({ model_id }) => model_id);
        return candidates(models, await vehiclesOfModels(db, region, ids, { years, cylinders }));
      }),
  };
}

/** A transmission is included only if the text asks for one; it then replaces the entry of its engine alone. */
function withoutRepeats(found: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, Candidate>();
  for (const candidate of found) {
    const { parts } = candidate;
    const vehicle = `${parts.model.id} ${parts.year.id} ${parts.engine?.id}`;
    if (!seen.has(vehicle)) seen.set(vehicle, candidate);
  }
  return [...seen.values()];
}

/**
 * The model and year alone, each engine, and each engine with each transmission, because a text may stop at any level.
 */
function candidatesOf(found: FoundModelRow | undefined, vehicle: FoundVehicleRow): Candidate[] {
  if (!found) return [];
  const { make, model, family } = found;
  const base = {
    make: make.name,
    model: model.name,
    year: vehicle.year.name,
    names: vehicle.source_names.length > 0 ? vehicle.source_names : [model.name],
    extra: [vehicle.drive, family, ...vehicle.source_names],
    coded: vehicle.coded,
  };
  const parts = { make, model, year: vehicle.year, engine: vehicle.engine };
  return [
    { ...base, engine: vehicle.engine.name, transmission: null, parts: { ...parts, transmission: null } },
    ...vehicle.transmissions.map((transmission) => ({
      ...base,
      engine: vehicle.engine.name,
      transmission: transmission.name,
      parts: { ...parts, transmission },
    })),
  ];
}

function present({ make, model, year, engine, transmission }: Candidate['parts']) {
  const path = vehiclePath('/catalog', {
    make: make.slug,
    year: year.slug,
    model: model.slug,
    ...(engine ? { engine: engine.slug } : {}),
    ...(engine && transmission ? { transmission: transmission.slug } : {}),
  });
  const vehicle = vehicleTitle({ year: year.name, make: make.name, model: model.name });
  const label = [vehicle, engine?.name, transmission?.name].filter(Boolean).join(' ');
  return { path, label, make, model, year, engine, transmission };
}
