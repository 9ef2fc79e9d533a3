import { folded } from '../../site/slug.ts';

/** A typed year and its original text, since '2002' may also be a model. */
type SearchWord = { readonly text: string; readonly year: string | null };
type VehicleQuery = { readonly words: readonly SearchWord[] };

/** A vehicle as plain data; unknown fields are omitted. */
export type SearchCandidate = {
  readonly make: string;
  readonly model: string;
  readonly year?: string | null;
  readonly engine?: string | null;
  readonly transmission?: string | null;
  /** Additional search words: drive, fuel, body. */
  readonly extra?: readonly string[];
};

/** Synonyms: what people type for what records contain. An alias matches if all words of one of its meanings match. */
export const searchAliases: Readonly<Record<string, readonly string[]>> = {
  vw: ['volkswagen'],
  chevy: ['chevrolet'],
  merc: ['mercedes'],
  mb: ['mercedes'],
  benz: ['mercedes'],
  bimmer: ['bmw'],
  beemer: ['bmw'],
  alfa: ['alfa romeo'],
  landrover: ['land rover'],
  dsg: ['dsg', 'am s6', 'am s7', 'am6', 'am7', 'dual clutch'],
  dct: ['dct', 'am s6', 'am s7', 'am s8', 'am6', 'am7', 'am8', 'dual clutch'],
  pdk: ['pdk', 'am s7', 'am s8'],
  cvt: ['cvt', 'av', 'variable'],
  auto: ['automatic'],
  stick: ['manual'],
  awd: ['awd', 'all wheel', '4wd', '4 wheel'],
  quattro: ['quattro', 'all wheel'],
  '4motion': ['4motion', 'all wheel'],
  xdrive: ['xdrive', 'all wheel'],
  '4x4': ['4x4', '4wd', '4 wheel', 'all wheel'],
  diesel: ['diesel', 'tdi'],
  tdi: ['tdi', 'diesel'],
};

export const searchLengthMax = 200;
export const searchWordsMax = 12;
/** '15 is 2015 and '70 is 1970. */
const firstShortYear = 50;

/** Words consist of letters, of digits with a decimal point, or of both; everything else separates them. */
const wordsOf = (text: string): string[] => folded(text).match(/\d+\.\d+(?!\d*\.)[\p{L}]*|[\p{L}\p{N}]+/gu) ?? [];

export function parseVehicleQuery(text: string): VehicleQuery {
  const cut = text.slice(0, searchLengthMax);
  const short = /(?<![\p{L}\p{N}])['’`´](\d\d)(?![\p{L}\p{N}])/gu;
  const spelt = cut.replace(short, (_, digits: string) => ` ${Number(digits) < firstShortYear ? 20 : 19}${digits} `);
  const words = [...new Set(wordsOf(spelt))].slice(0, searchWordsMax);
  return { words: words.map((word) => ({ text: word, year: yearOf(word) })) };
}

/**
 * An alternative reading of the text, used if the original finds nothing: '15 is a year, a letter before a number
 * belongs to it as in C300, and 2.0t is a 2.0 with a turbo.
 */
export function respelt(text: string): string | null {
  const other = text
    .slice(0, searchLengthMax)
    .replace(/(?<![\p{L}\p{N}])(\p{L}{1,2})[ -](\d|\d{3})(?![\p{L}\p{N}])/gu, '$1$2')
    .replace(/(\d\.\d)t(?![\p{L}\p{N}])/giu, '$1 turbo')
    .replace(/(?<![\p{L}\p{N}.,'’])(\d\d)(?![\p{L}\p{N}.,])/gu, "'$1");
  return other === text ? null : other;
}

/** The number of words that may be unmatched if no vehicle matches all: one, or two for long texts. */
export const missesFor = ({ words }: VehicleQuery): number => (words.length < 2 ? 0 : words.length < 5 ? 1 : 2);

function yearOf(word: string): string | null {
  if (word === 'series') return 'Series';
  return /^(?:19|20)\d\d(?:\.\d{1,2})?$/.test(word) ? word : null;
}

type Field = { readonly words: readonly string[]; readonly joined: string; readonly weight: number };
/** A candidate preprocessed for repeated searches. */
type IndexedVehicle = {
  readonly year: string | null;
  readonly model: readonly string[];
  readonly fields: readonly Field[];
};

const weights = { make: 8, model: 10, engine: 4, transmission: 3, extra: 2 } as const;

/** Caches split names, which are the same for every search. The oldest half is evicted when the cache is full. */
const splitNames = new Map<string, { readonly words: readonly string[]; readonly joined: string }>();
const splitNamesMax = 10_000;

function splitName(text: string): { readonly words: readonly string[]; readonly joined: string } {
  const known = splitNames.get(text);
  if (known) return known;
  if (splitNames.size >= splitNamesMax)
    for (const oldest of [...splitNames.keys()].slice(0, splitNamesMax / 2)) splitNames.delete(oldest);
  const words = wordsOf(text);
  const split = { words, joined: words.join('') };
  splitNames.set(text, split);
  return split;
}

function indexVehicle(candidate: SearchCandidate): IndexedVehicle {
  const field = (text: string, weight: number): Field => ({ ...splitName(text), weight });
  const { make, model, year = null, engine, transmission, extra = [] } = candidate;
  const fields = [
    field(make, weights.make),
    field(model, weights.model),
    field(engine ?? '', weights.engine),
    field(transmission ?? '', weights.transmission),
    field(extra.join(' '), weights.extra),
  ];
  return { year, model: splitName(model).words, fields };
}

/** Other meanings of a word. Uses `hasOwn` because user input may be a prototype key. */
export const meaningsOf = (word: string, aliases = searchAliases): readonly string[] =>
  Object.hasOwn(aliases, word) ? (aliases[word] ?? []) : [];

/**
 * Scores a vehicle; 0 if too many words are unmatched. Each word counts by where and how exactly it matches, and a
 * model whose words are all matched ranks before one with words left over.
 */
function scoreVehicle(
  query: VehicleQuery,
  vehicle: IndexedVehicle,
  aliases: Readonly<Record<string, readonly string[]>> = searchAliases,
  missesMax = 0,
  compared: Compared = new Map(),
): number {
  if (query.words.length === 0) return 0;
  let score = 0;
  let missed = 0;
  for (const word of query.words) {
    const meanings = meaningsOf(word.text, aliases);
    const best = Math.max(
      word.year === null ? 0 : yearScore(word.year, vehicle.year),
      wordScore(word.text, vehicle, compared),
      ...meanings.map((meaning) => phraseScore(meaning, vehicle, compared)),
    );
    if (best === 0) missed += 1;
    if (missed > missesMax) return 0;
    score += best;
  }
  // A misspelt name is a name: "glof" is a Golf before it is a Golf R.
  const isNamed = (word: string) =>
    query.words.some(({ text }) => text === word || compared.get(text)?.get(word) === misspelt);
  const named = vehicle.model.filter(isNamed).length;
  return score + (vehicle.model.length === 0 ? 0 : (4 * named) / vehicle.model.length);
}

function yearScore(queryWords: string, year: string | null): number {
  if (year === null) return 0;
  if (queryWords === year || Number(queryWords) === Number(year)) return 9;
  return Math.floor(Number(queryWords)) === Math.floor(Number(year)) ? 7 : 0;
}

const exact = 1;
const prefix = 0.6;
const inside = 0.45;
const misspelt = 0.35;

/** Cached word similarities per search word, because the thousands of candidates share most of their words. */
type Compared = Map<string, Map<string, number>>;

function wordScore(word: string, { fields }: IndexedVehicle, compared: Compared): number {
  let best = 0;
  const known = compared.get(word) ?? new Map<string, number>();
  compared.set(word, known);
  for (const { words, joined, weight } of fields) {
    if (weight * exact <= best) continue;
    for (const other of words) {
      const alike = known.get(other) ?? likeness(word, other);
      known.set(other, alike);
      if (weight * alike > best) best = weight * alike;
    }
    // 'golfr' matches 'Golf R', and 'f150' matches 'F-150'.
    if (word.length > 2 && joined === word) best = Math.max(best, weight * exact);
    else if (word.length > 3 && joined.startsWith(word)) best = Math.max(best, weight * inside);
    // '35d' matches 'xDrive35d'.
    else if (word.length > 2 && /\d/.test(word) && words.some((other) => other.endsWith(word)))
      best = Math.max(best, weight * inside);
  }
  return best;
}

/** The score of the worst-matching word, so all words of a meaning must match. */
function phraseScore(phrase: string, vehicle: IndexedVehicle, compared: Compared): number {
  const scores = splitName(phrase).words.map((word) => wordScore(word, vehicle, compared));
  return scores.length === 0 ? 0 : Math.min(...scores);
}

function likeness(queryWords: string, word: string): number {
  if (queryWords === word) return exact;
  if (queryWords.length >= 2 && word.startsWith(queryWords)) return prefix;
  const slips = queryWords.length >= 8 ? 2 : queryWords.length >= 4 ? 1 : 0;
  // Numbers must match exactly, and typos rarely affect both ends of a word. This rules out most words early.
  if (slips === 0 || (queryWords[0] !== word[0] && queryWords.at(-1) !== word.at(-1)) || /\d/.test(queryWords))
    return 0;
  return withinSlips(queryWords, word, slips) ? misspelt : 0;
}

/** Whether the edit distance (insertions, deletions, substitutions, transpositions) is at most `slips`. */
export function withinSlips(a: string, b: string, slips: number): boolean {
  if (Math.abs(a.length - b.length) > slips) return false;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > slips) return false;
    [before, last] = [last, row];
  }
  return (last[b.length] as number) <= slips;
}

/** The best matches first; ties are ordered by newer year, then name. */
export function searchVehicles<C extends SearchCandidate>(
  text: string,
  candidates: readonly C[],
  limit = 20,
  missesMax = 0,
): { readonly candidate: C; readonly score: number }[] {
  const query = parseVehicleQuery(text);
  const compared: Compared = new Map();
  const age = (year: string | null | undefined) => (year == null || year === 'Series' ? 0 : Number(year));
  const name = (c: C) => `${c.make} ${c.model} ${c.engine ?? ''} ${c.transmission ?? ''}`;
  return candidates
    .map((candidate) => ({
      candidate,
      score: scoreVehicle(query, indexVehicle(candidate), searchAliases, missesMax, compared),
    }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        age(b.candidate.year) - age(a.candidate.year) ||
        (name(a.candidate) < name(b.candidate) ? -1 : name(a.candidate) > name(b.candidate) ? 1 : 0),
    )
    .slice(0, limit);
}
