import { folded } from '../../site/slug.ts';

// Terms that enthusiasts use for cars: chassis, engine and generation codes, trims, nicknames and alternative make
// names ("e46", "2jz", "mk5", "subie").

/** The engine a code refers to; null matches any engine. */
type CodeEngine = {
  /** Null matches any. */
  readonly litres: number | null;
  readonly cylinders: number | null;
  readonly boost: 'turbo' | 'supercharged' | 'none' | 'any';
  readonly fuel: 'diesel' | 'electric' | 'any';
};

/** One meaning of a term: matching models of one make, with their years and engines. */
export type VehicleCode = {
  readonly make: string;
  readonly model: string;
  readonly yearFrom: number;
  readonly yearTo: number;
  /** Any of these; empty matches any engine. */
  readonly engines: readonly CodeEngine[];
  /** Identifies an engine; its models are only those that have it. */
  readonly isEngine: boolean;
  /** Identifies a chassis or a generation. */
  readonly isGeneration: boolean;
  /** 3 is the most common meaning, 1 a rare one. */
  readonly weight: number;
  /** Too short or common on its own: counts only together with a make, a model or another term. */
  readonly needsContext: boolean;
};

/** An alternative spelling of a make or of words: "chevy", "golfr". */
type Spelling = { readonly make: string; readonly text: string };

export type VehicleCodes = {
  readonly codes: ReadonlyMap<string, readonly VehicleCode[]>;
  readonly spellings: ReadonlyMap<string, readonly Spelling[]>;
  /** Terms for cars that are not in the catalogue, split into words. */
  readonly absent: readonly (readonly string[])[];
};

const spellingKinds = new Set(['make_alias', 'word_split']);

/** Ignores hyphens and spaces in a term. */
const termKey = (text: string): string => folded(text).replace(/[^\p{L}\p{N}.]/gu, '');

export function readVehicleCodes(table: string, absentTable = ''): VehicleCodes {
  const codes = new Map<string, VehicleCode[]>();
  const spellings = new Map<string, Spelling[]>();
  for (const row of rowsOf(table)) {
    const key = termKey(row.term ?? '');
    const text = (row.note ?? '').replace(/^= /, '').split(';')[0] ?? '';
    // "9-5" is a model name; split into words, it would be two digits that occur in many names.
    if (spellingKinds.has(row.kind ?? '') && !/^\d-\d$/.test(text)) {
      spellings.set(key, [...(spellings.get(key) ?? []), { make: row.make ?? '', text }]);
      continue;
    }
    const code: VehicleCode = {
      make: row.make ?? '',
      model: row.model_regex ?? '',
      yearFrom: Number(row.year_from),
      yearTo: Number(row.year_to),
      engines: enginesOf(row.engine ?? ''),
      isEngine: row.kind === 'engine',
      isGeneration: row.kind === 'chassis' || row.kind === 'generation',
      weight: Number(row.weight),
      needsContext: row.needs_context === '1',
    };
    codes.set(key, [...(codes.get(key) ?? []), code]);
  }
  return { codes, spellings, absent: rowsOf(absentTable).map((row) => wordsOf(row.term ?? '')) };
}

function rowsOf(table: string): Record<string, string>[] {
  const [head = '', ...lines] = table.split('\n').filter((line) => line !== '');
  const names = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [names[at] ?? '', cell])));
}

function enginesOf(text: string): CodeEngine[] {
  if (text === '' || text.split(';').includes('*')) return [];
  const number = (part: string | undefined) => (Number.isFinite(Number(part)) ? Number(part) : null);
  return text.split(';').map((part) => {
    const [size = '', ...words] = part.trim().split(' ');
    const [litres, cylinders] = size.split('/');
    const isElectric = size === 'ev' || words.includes('ev');
    return {
      litres: number(litres),
      cylinders: number(cylinders),
      boost: words.includes('turbo')
        ? 'turbo'
        : words.includes('sc')
          ? 'supercharged'
          : words.includes('na')
            ? 'none'
            : 'any',
      fuel: isElectric ? 'electric' : words.includes('diesel') ? 'diesel' : 'any',
    };
  });
}

export type CodedEngine = {
  readonly litres: number | null;
  readonly cylinders: number | null;
  readonly aspiration: string;
  readonly fuel: string;
};

const boosts = {
  turbo: ['turbo', 'twincharged'],
  supercharged: ['supercharged', 'twincharged'],
  none: ['natural'],
} as const;

export const isEngineOf = (wanted: readonly CodeEngine[], engine: CodedEngine): boolean =>
  wanted.length === 0 ||
  wanted.some(({ litres, cylinders, boost, fuel }) => {
    if (fuel === 'electric') return engine.fuel === 'electric';
    return (
      (litres === null || engine.litres === litres) &&
      (cylinders === null || engine.cylinders === cylinders) &&
      (engine.fuel === 'diesel') === (fuel === 'diesel') &&
      (boost === 'any' || boosts[boost].some((one) => one === engine.aspiration))
    );
  });

/** One interpretation of a text: a vehicle must match every group of codes; the rest are plain words. */
export type Interpretation = {
  readonly make: string;
  readonly groups: readonly (readonly VehicleCode[])[];
  readonly rest: string;
  /** The number of codes it explains, weighted by how common their meanings are. */
  readonly weight: number;
};

const termWordsMax = 4;
const interpretationsMax = 4;

type Found = { readonly from: number; readonly to: number; readonly key: string };

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu) ?? [];

/** Every sequence of words that is a term; of overlapping ones, the longest. */
function termsIn(words: readonly string[], isTerm: (key: string) => boolean): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < words.length; ) {
    let length = Math.min(termWordsMax, words.length - at);
    while (length > 0 && !isTerm(words.slice(at, at + length).join(''))) length -= 1;
    if (length > 0) found.push({ from: at, to: at + length, key: words.slice(at, at + length).join('') });
    at += Math.max(1, length);
  }
  return found;
}

const isWithin = (at: number, terms: readonly Found[]) => terms.some(({ from, to }) => at >= from && at < to);

/** The words of a text with alternative spellings replaced; codes stay unchanged. */
function spelledWords(text: string, { codes, spellings }: VehicleCodes): string[] {
  const words = wordsOf(text);
  const long = termsIn(words, (key) => codes.has(key)).filter(({ from, to }) => to - from > 1);
  const found = termsIn(words, (key) => spellings.has(key)).filter(({ from, to }) =>
    words.slice(from, to).every((_, nth) => !isWithin(from + nth, long)),
  );
  return words.flatMap((word, at) => {
    const term = found.find(({ from, to }) => at >= from && at < to);
    if (!term) return [word];
    return term.from === at ? wordsOf(spellings.get(term.key)?.[0]?.text ?? word) : [];
  });
}

export const spelledOut = (text: string, known: VehicleCodes): string => spelledWords(text, known).join(' ');

// Makes and sub-brands that people search for but few catalogues have.
const otherMakes = new Set(
  `alpine byd caterham chery citroen cupra dacia daihatsu ds geely haval holden hsv ktm lada lancia mahindra mg nio opc opel perodua
  proton rover seat skoda ssangyong tata tvr vauxhall vxr xpeng`.split(/\s+/),
);

/** Whether interpreting the text requires the catalogue's makes. */
export function mentionsCodes(text: string, known: VehicleCodes): boolean {
  const words = wordsOf(text);
  const spelled = spelledWords(text, known);
  return words.some((word) => otherMakes.has(word)) || termsIn(spelled, (key) => known.codes.has(key)).length > 0;
}

/** Whether the text names a car or make that is not in the catalogue. Years are always treated as years. */
export function namesAbsentCar(text: string, { absent }: VehicleCodes, makes: readonly string[]): boolean {
  const words = wordsOf(text);
  const isNamed = (term: readonly string[]) =>
    term.every((word) => words.includes(word) && !/^(?:19|20)\d\d$/.test(word)) ||
    (term.length > 1 && words.includes(term.join('')));
  const has = new Set(makes.flatMap(wordsOf));
  return absent.some(isNamed) || words.some((word) => otherMakes.has(word) && !has.has(word));
}

/** The make a text names; the longest if there are several. */
function makeIn(text: string, makes: readonly string[]): string | null {
  const words = ` ${wordsOf(text).join(' ')} `;
  const named = makes.filter((make) => words.includes(` ${wordsOf(make).join(' ')} `));
  return named.sort((a, b) => b.length - a.length)[0] ?? null;
}

/**
 * Possible meanings of a text with codes, most likely first. Codes of the same make narrow each other; a code that the
 * make does not have is treated as a plain word. A make named in the text takes precedence. A text without codes has no
 * interpretation.
 */
export function interpretCodes(text: string, known: VehicleCodes, makes: readonly string[]): Interpretation[] {
  const words = spelledWords(text, known);
  const terms = termsIn(words, (key) => known.codes.has(key));
  const named = makeIn(words.join(' '), makes);
  const hasContext = named !== null || terms.length > 1 || words.length > terms.length;
  const meant = new Map<string, { weight: number; used: Found[] }>();
  for (const term of terms) {
    const rows = known.codes.get(term.key) ?? [];
    for (const make of new Set(rows.map((row) => row.make))) {
      const own = rows.filter((row) => row.make === make);
      if (!hasContext && own.every((row) => row.needsContext)) continue;
      const before = meant.get(make) ?? { weight: make === named ? 10 : 0, used: [] };
      const weight = before.weight + Math.max(...own.map((row) => row.weight));
      meant.set(make, { weight, used: [...before.used, term] });
    }
  }
  return [...meant]
    .sort(([, a], [, b]) => b.weight - a.weight)
    .slice(0, interpretationsMax)
    .flatMap(([make, { used, weight }]) => {
      const meaning = (terms: readonly Found[]): Interpretation => ({
        make,
        weight,
        groups: terms.map(({ key }) => (known.codes.get(key) ?? []).filter((row) => row.make === make)),
        rest: words.filter((_, at) => !isWithin(at, terms)).join(' '),
      });
      // "5.0" is a nickname of the Mustang, but an engine size next to another code.
      const others = used.filter(({ key }) => !/^\d\.\d$/.test(key));
      return others.length > 0 && others.length < used.length ? [meaning(used), meaning(others)] : [meaning(used)];
    });
}
