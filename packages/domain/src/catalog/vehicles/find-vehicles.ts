import { layoutIn, withKnownGeneration } from './query-wording.ts';
import {
  type CodedEngine,
  type Interpretation,
  interpretCodes,
  isEngineOf,
  mentionsCodes,
  namesAbsentCar,
  spelledOut,
  type VehicleCode,
  type VehicleCodes,
} from './vehicle-codes.ts';
import { missesFor, parseVehicleQuery, respelt, type SearchCandidate, searchVehicles } from './vehicle-search.ts';

export type FindableVehicle = SearchCandidate & {
  readonly coded: CodedEngine;
  /** The names that codes refer to: those of the source tables. */
  readonly names: readonly string[];
};

/** A source of vehicles: the database, or a table in memory. */
export type VehicleSource<C extends FindableVehicle> = {
  makes(): Promise<readonly string[]>;
  /**
   * Vehicles of a make whose model matches one of the codes, in these years or, if empty, in the years of the codes.
   */
  ofCodes(make: string, codes: readonly VehicleCode[], years: readonly string[]): Promise<readonly C[]>;
  /**
   * Vehicles whose names contain the words (`like`) or resemble them (`near`), in these years if given and else in the
   * newest ones; with a number of cylinders, the newest ones that have such an engine.
   */
  ofWords(
    words: readonly string[],
    years: readonly string[],
    how: 'like' | 'near',
    cylinders: number | null,
  ): Promise<readonly C[]>;
};

type Read = { readonly text: string; readonly years: readonly string[]; readonly words: readonly string[] };

function read(text: string): Read {
  const { words } = parseVehicleQuery(text);
  return {
    text,
    years: words.flatMap(({ year }) => (year === null ? [] : [year])),
    words: words.flatMap((word) => (word.year === null ? [word.text] : [])),
  };
}

/** First with abbreviations expanded ('04 is 2004, 2.0t a turbo), then as typed. */
function readings(text: string): Read[] {
  const other = respelt(text);
  return other === null ? [read(text)] : [read(other), read(text)];
}

const yearOf = (vehicle: SearchCandidate): number => Math.floor(Number(vehicle.year ?? 0));

const fits = (codes: readonly VehicleCode[], vehicle: FindableVehicle): boolean =>
  codes.some(
    ({ model, yearFrom, yearTo, engines }) =>
      yearOf(vehicle) >= yearFrom &&
      yearOf(vehicle) <= yearTo &&
      isEngineOf(engines, vehicle.coded) &&
      vehicle.names.some((name) => new RegExp(model, 'i').test(name)),
  );

/** A generation, or a designation such as 330d, that a matching vehicle must have. */
const isDistinctive = (word: string): boolean =>
  /^(?:mk\d|\d{3}[a-z]{1,2}|[a-z]{1,2}\d{2,3}[a-z]?)$/.test(word) && !/^[viw]\d{1,2}$/.test(word);

function ranked<C extends FindableVehicle>(query: Read, vehicles: readonly C[], misses: number, limit: number) {
  const isAsked = ({ year }: C) =>
    query.years.some((one) => one === year || Math.floor(Number(one)) === Math.floor(Number(year)));
  const here = query.years.length === 0 ? vehicles : vehicles.filter(isAsked);
  const newest = () => [...here].sort((a, b) => yearOf(b) - yearOf(a)).slice(0, limit);
  if (query.words.length === 0) return newest();
  const found = searchVehicles(query.text, here, limit, Math.min(misses, query.words.length)).map(
    (one) => one.candidate,
  );
  if (found.length > 0 || misses < query.words.length) return found;
  return newest();
}

/**
 * If codes contradict each other, an engine is dropped first, then a trim that is only part of a name, then any other
 * trim. A chassis or generation is kept longest: an "S550 GT" is a Mustang and no Ford GT.
 */
const steadiness = (group: readonly VehicleCode[]): number =>
  Math.min(
    ...group.map(({ isEngine, isGeneration, model }) =>
      isEngine ? 0 : isGeneration ? 3 : model.startsWith('^') ? 2 : 1,
    ),
  );

/** Matches an engine in a model the table does not list: "f150 5.0 coyote". */
const anyModel = (code: VehicleCode): VehicleCode =>
  code.isEngine ? { ...code, model: '', yearFrom: 0, yearTo: 9999 } : code;

/**
 * Finds the vehicles that a free text describes, best first; none if it names a car we do not have. Codes are matched
 * first, then plain words. If nothing matches everything, one word or code may be ignored, but never a distinctive one.
 */
export async function findVehicles<C extends FindableVehicle>(
  typed: string,
  codes: VehicleCodes,
  source: VehicleSource<C>,
  limit: number,
): Promise<readonly C[]> {
  const isTerm = (key: string) => codes.codes.has(key);
  const text = withKnownGeneration(typed, isTerm);
  const layout = layoutIn(text, isTerm);
  const narrowed = layout ? await findWithCylinders(layout.text, layout.cylinders, codes, source, limit) : [];
  return narrowed.length > 0 ? narrowed : findWithCylinders(text, null, codes, source, limit);
}

async function findWithCylinders<C extends FindableVehicle>(
  text: string,
  cylinders: number | null,
  codes: VehicleCodes,
  whole: VehicleSource<C>,
  limit: number,
): Promise<readonly C[]> {
  const narrow = (vehicles: readonly C[]) =>
    cylinders === null ? vehicles : vehicles.filter(({ coded }) => coded.cylinders === cylinders);
  const source = {
    makes: () => whole.makes(),
    ofCodes: async (...asked: Parameters<typeof whole.ofCodes>) => narrow(await whole.ofCodes(...asked)),
    ofWords: async (words: readonly string[], years: readonly string[], how: 'like' | 'near') =>
      narrow(await whole.ofWords(words, years, how, cylinders)),
  };
  const makes = mentionsCodes(text, codes) ? await source.makes() : [];
  if (namesAbsentCar(text, codes, makes)) return [];
  const meanings = interpretCodes(text, codes, makes);
  const plain = spelledOut(text, codes);
  const byCodes = async (meaning: Interpretation, groups: Interpretation['groups'], misses: number) => {
    const { make, rest } = meaning;
    for (const query of readings(rest)) {
      const all = await source.ofCodes(make, meaning.groups.flat(), query.years);
      const fitting = all.filter((vehicle) => groups.every((group) => fits(group, vehicle)));
      const found = ranked(query, fitting, misses, limit).filter((vehicle) => hasDistinctive(query.words, vehicle));
      if (found.length > 0) return found;
    }
    return [];
  };
  const byWords = async (how: 'like' | 'near', misses: number) => {
    for (const query of readings(plain)) {
      const found = ranked(query, await source.ofWords(query.words, query.years, how), misses, limit);
      const close = misses === 0 ? found : found.filter((vehicle) => isNamed(query.words, vehicle));
      if (close.length > 0) return close.filter((vehicle) => hasDistinctive(query.words, vehicle));
    }
    return [];
  };
  for (const meaning of meanings) {
    const found = await byCodes(meaning, meaning.groups, 0);
    if (found.length > 0) return found;
  }
  for (const how of ['like', 'near'] as const) {
    const found = await byWords(how, 0);
    if (found.length > 0) return found;
  }
  for (const meaning of meanings.filter(({ weight }) => weight === meanings[0]?.weight)) {
    const groups = meaning.groups.length > 1 ? meaning.groups : [];
    const leftOut = [...groups].sort((a, b) => steadiness(a) - steadiness(b));
    const hasModel = groups.some((group) => steadiness(group) > 0);
    const ways = [
      ...(hasModel ? [groups.map((group) => group.map(anyModel))] : []),
      meaning.groups,
      ...leftOut.map((left) => groups.filter((group) => group !== left)),
    ];
    for (const way of ways) {
      const found = await byCodes(meaning, way, 1);
      if (found.length > 0) return found;
    }
  }
  // A model that was not built in the year that was asked for is shown in the years it was, the nearest first.
  const { years, words } = read(plain);
  if (years.length > 0) {
    const query = read(words.join(' '));
    const distance = (vehicle: C) => Math.min(...years.map((year) => Math.abs(Number(year) - yearOf(vehicle))));
    for (const meaning of interpretCodes(query.text, codes, makes)) {
      const found = await byCodes(meaning, meaning.groups, 0);
      if (found.length > 0) return [...found].sort((a, b) => distance(a) - distance(b));
    }
    const found = ranked(query, await source.ofWords(words, [], 'like'), 0, limit);
    if (found.length > 0) return found;
  }
  const misses = missesFor(parseVehicleQuery(plain));
  for (const how of misses === 0 ? [] : (['like', 'near'] as const)) {
    const found = await byWords(how, misses);
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether a word of the name begins with it, also one that is written apart: "e63" is an E 63 and not a GLE 63. */
function beginsWord(word: string, name: string): boolean {
  const apart = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const joined = apart.replace(/(\p{L}) (?=\p{N})/gu, '$1');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'u');
  return pattern.test(apart) || pattern.test(joined);
}

const hasDistinctive = (words: readonly string[], { make, model, engine, extra = [] }: SearchCandidate): boolean => {
  const distinctive = words.filter(isDistinctive);
  if (distinctive.length === 0) return true;
  const name = [make, model, engine ?? '', ...extra].join(' ');
  return distinctive.every((word) => beginsWord(word, name));
};

/** Whether an alphabetic word occurs in the vehicle's name, not only in its engine. */
const isNamed = (words: readonly string[], { make, model, extra = [] }: SearchCandidate): boolean => {
  const name = `${make} ${model} ${extra.join(' ')}`.toLowerCase();
  return words.some((word) => /\p{L}{2}/u.test(word) && name.includes(word.slice(0, 4)));
};
