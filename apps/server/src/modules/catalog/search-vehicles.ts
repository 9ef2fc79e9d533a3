import { vehiclePath } from '@tuneport/domain/vehicle-path';
import { meaningsOf, missesFor, parseVehicleQuery, respelt, searchVehicles } from '@tuneport/domain/vehicle-search';
import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';
import {
  boundedSearch,
  type FoundModelRow,
  type FoundVehicleRow,
  modelsLike,
  modelsNear,
  vehiclesOfModels,
} from './search-queries.ts';

const modelsMax = 40;

type Named = { id: number; slug: string; name: string };
type Candidate = {
  readonly make: string;
  readonly model: string;
  readonly year: string | null;
  readonly engine: string | null;
  readonly transmission: string | null;
  readonly extra: readonly string[];
  readonly parts: { make: Named; model: Named; year: Named; engine: Named | null; transmission: Named | null };
};

/**
 * Vehicles that a free text may mean. The database names likely models, the rules of searching rank what they have. Where nothing
 * answers to every word, the text is read otherwise, and then a word may be left out: who types "Audi S3 8V" is shown the S3.
 */
export const findByText = (db: Db, region: Region, text: string, limit: number) =>
  boundedSearch(db, (tx) => find(tx, region, text, limit));

async function find(db: Db, region: Region, text: string, limit: number) {
  const asked = await ask(db, region, text, limit);
  if (asked.ranked.length > 0 || asked.models.length === 0) return asked.ranked;
  const other = respelt(text);
  const otherwise = other === null ? asked : await ask(db, region, other, limit);
  if (otherwise.ranked.length > 0) return otherwise.ranked;
  const misses = missesFor(asked.query);
  if (misses === 0) return [];
  const most = await rank(db, region, text, asked.models, asked.years, limit, misses);
  if (most.length > 0 || asked.years.length === 0) return most;
  return rank(db, region, text, asked.models, [], limit, misses);
}

async function ask(db: Db, region: Region, text: string, limit: number) {
  const query = parseVehicleQuery(text);
  const years = query.words.flatMap(({ year }) => (year === null ? [] : [year]));
  const words = query.words.filter(({ year }) => year === null).map((word) => word.text);
  const meant = words.flatMap((word) => [word, ...meaningsOf(word)]);
  const like = meant.length === 0 ? [] : await modelsLike(db, region, meant, modelsMax);
  const ranked = await rank(db, region, text, like, years, limit);
  if (ranked.length > 0 || words.length === 0) return { query, years, models: like, ranked };
  const near = await modelsNear(db, region, words, modelsMax);
  const models = [...like, ...near.filter(({ model_id }) => like.every((one) => one.model_id !== model_id))];
  return { query, years, models, ranked: await rank(db, region, text, near, years, limit) };
}

async function rank(
  db: Db,
  region: Region,
  text: string,
  models: FoundModelRow[],
  years: string[],
  limit: number,
  misses = 0,
) {
  if (models.length === 0) return [];
  const vehicles = await vehiclesOfModels(
    db,
    region,
    models.map(({ model_id }) => model_id),
    years,
  );
  const modelOf = new Map(models.map((model) => [model.model_id, model]));
  const candidates = vehicles.flatMap((vehicle) => candidatesOf(modelOf.get(vehicle.model_id), vehicle));
  return withoutRepeats(searchVehicles(text, candidates, limit * 12, misses))
    .slice(0, limit)
    .map(({ candidate: { parts } }) => present(parts));
}

/** A transmission is named only where the text asks for one: then it scores above its engine, which is left out instead. */
function withoutRepeats(ranked: readonly { candidate: Candidate; score: number }[]) {
  const vehicleOf = ({ parts }: Candidate) => `${parts.model.id} ${parts.year.id} ${parts.engine?.id}`;
  const best = new Map<string, number>();
  for (const { candidate, score } of ranked)
    best.set(vehicleOf(candidate), Math.max(score, best.get(vehicleOf(candidate)) ?? 0));
  const plain = new Map(
    ranked
      .filter(({ candidate }) => candidate.transmission === null)
      .map(({ candidate, score }) => [vehicleOf(candidate), score]),
  );
  return ranked.filter(({ candidate, score }) => {
    const vehicle = vehicleOf(candidate);
    if (score < (best.get(vehicle) ?? 0)) return false;
    return candidate.transmission === null || plain.get(vehicle) !== score;
  });
}

/** The model and year alone, each engine, and each engine with each of its transmissions: a text may stop at any of them. */
function candidatesOf(found: FoundModelRow | undefined, vehicle: FoundVehicleRow): Candidate[] {
  if (!found) return [];
  const { make, model, family } = found;
  const base = {
    make: make.name,
    model: model.name,
    year: vehicle.year.name,
    extra: [vehicle.drive, family],
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
  const label = [year.name, make.name, model.name, engine?.name, transmission?.name].filter(Boolean).join(' ');
  return { path, label, make, model, year, engine, transmission };
}
