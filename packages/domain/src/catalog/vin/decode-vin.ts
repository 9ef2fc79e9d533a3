import { hasVinCheckDigit, normalizeVin, vinCheckDigit, vinLength, wrongVinCharacterAt } from './vin-text.ts';

/** What the first three characters of a VIN say. */
export type VinMaker = {
  readonly make: string;
  /** Other makes that share the code. */
  readonly otherMakes: readonly string[];
  readonly country: string;
  readonly vehicleType: string;
};

export type VinMakers = ReadonlyMap<string, VinMaker>;

export type DecodedVin = {
  /** Upper case, without blanks. */
  readonly vin: string;
  /**
   * `invalid`: no VIN, or one whose check fails where every VIN has to pass it. `doubtful`: the check fails where not every maker uses
   * it, so it is a hint only.
   */
  readonly status: 'valid' | 'doubtful' | 'invalid';
  /** What is wrong and where, for people; null when nothing is. */
  readonly problem: string | null;
  /** Of that character, from 1. */
  readonly problemAt: number | null;
  /** Proposals: one code can serve several makes. The likeliest first. */
  readonly makes: readonly string[];
  readonly country: string | null;
  /** Proposals, the likeliest first: a code stands for two years, thirty apart, and only some markets tell which. */
  readonly years: readonly number[];
};

/** Reads the shipped table of maker codes. */
export function readVinMakers(table: string): VinMakers {
  const rows = table
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const makes = new Set(rows.map(([, make = '']) => make));
  return new Map(
    rows.map(([code = '', make = '', country = '', vehicleType = '', shared = '']) => {
      // The column also has remarks about plants; only names of makes count.
      const others = shared.replace(/\(.*?\)/g, '').split(',');
      const otherMakes = others.map((name) => name.trim()).filter((name) => name === 'Geo' || makes.has(name));
      return [code, { make, otherMakes: otherMakes.filter((name) => name !== make), country, vehicleType }];
    }),
  );
}

/** Decodes a VIN offline: make, country and model year, and what is wrong with it. Text that is no VIN is decoded as far as it goes. */
export function decodeVin(text: string, makers: VinMakers, today: Date): DecodedVin {
  const vin = normalizeVin(text);
  const latin = [...vin].map((sign) => lookAlikes[sign] ?? sign).join('');
  const maker = makers.get(latin.slice(0, 3)) ?? null;
  const about = {
    vin,
    makes: maker ? [maker.make, ...maker.otherMakes] : [],
    country: maker?.country ?? countryOf(latin),
  };
  const malformed = vinFormProblem(vin);
  if (malformed) return { ...about, ...malformed, status: 'invalid', years: [] };
  const market = marketOf(vin, maker?.make);
  const years = market === 'without year' ? [] : yearsOf(vin, market, maker, today);
  const problem = problemOfContent(vin, market, years);
  if (!problem) return { ...about, status: 'valid', problem: null, problemAt: null, years };
  return { ...about, ...problem, status: isStrict(vin) ? 'invalid' : 'doubtful', years };
}

/** Cyrillic and Greek letters that look like Latin ones. */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  ['АA', 'ВB', 'СC', 'ЕE', 'НH', 'ІI', 'ЈJ', 'КK', 'МM', 'ОO', 'РP', 'ЅS', 'ТT', 'ХX', 'УY']
    .concat(['ΑA', 'ΒB', 'ΕE', 'ΖZ', 'ΗH', 'ΙI', 'ΚK', 'ΜM', 'ΝN', 'ΟO', 'ΡP', 'ΤT', 'ΧX', 'ΥY'])
    .map(([other = '', latin = '']) => [other, latin]),
);

type Problem = Pick<DecodedVin, 'problem' | 'problemAt'>;

/** What makes a normalized text no VIN at all: its length, or a character. */
export function vinFormProblem(vin: string): Problem | null {
  const signs = [...vin];
  const at = wrongVinCharacterAt(vin);
  const isOtherwiseWhole = signs.filter((sign) => wrongVinCharacterAt(sign) === -1).length === vinLength;
  if (signs.length !== vinLength && (at === -1 || !isOtherwiseWhole))
    return { problem: `A VIN has ${vinLength} characters. This one has ${signs.length}.`, problemAt: null };
  const sign = signs[at];
  return sign === undefined ? null : { problem: characterProblem(sign, at + 1), problemAt: at + 1 };
}

function characterProblem(sign: string, position: number): string {
  const found = `Character ${position} is “${sign}”.`;
  if (/[IOQ]/.test(sign)) return `${found} A VIN never contains I, O or Q: it may be a ${sign === 'I' ? 1 : 0}.`;
  const latin = lookAlikes[sign];
  if (latin) return `${found} It is not a Latin letter: type ${latin}.`;
  return `${found} A VIN contains only the letters A to Z and digits.`;
}

function problemOfContent(vin: string, market: Market, years: readonly number[]): Problem | null {
  const compare = 'Compare the VIN with the one on the vehicle.';
  if (market === 'check digit' && !hasVinCheckDigit(vin)) {
    const required = `Character 9 is “${vin[8]}”, but the other characters require “${vinCheckDigit(vin)}”.`;
    return { problem: `${required} ${compare}`, problemAt: 9 };
  }
  if (market === 'check digit' && years.length === 0)
    return { problem: `Character 10 is “${vin[9]}”, which is not a model year. ${compare}`, problemAt: 10 };
  return null;
}

/** North America and China, where every VIN has a check digit. */
const isStrict = (vin: string): boolean => /^(?:[1-5L]|7[F-Z0-9])/.test(vin);

type Market = 'check digit' | 'year only' | 'without year';

/** Makers that write the model year in position 10 in Europe as well. */
const europeanYearMakes = new Set(
  'Audi,Bentley,Bugatti,Lamborghini,Land Rover,Opel,Porsche,Saab,SEAT,Skoda,Vauxhall,Volkswagen,Volvo'.split(','),
);
/** Makers that have their own use for positions 9 and 10 in Europe. */
const europeanSilentMakes = new Set('Citroen,Dacia,DS,Ford,Iveco,Lancia,Peugeot,Renault'.split(','));

/** Which positions mean something. Outside of North America and China the form of the VIN tells whether it was made for that market. */
function marketOf(vin: string, make: string | undefined): Market {
  if (isStrict(vin)) return 'check digit';
  const isEuropean = /^[S-Z]/.test(vin);
  if (isEuropean && europeanSilentMakes.has(make ?? '')) return 'without year';
  // The six digits of a Mercedes-Benz type, and the three zeros of a BMW.
  if ((make === 'Mercedes-Benz' && /^.{3}\d{6}/.test(vin)) || /^(?:WB|WM).{5}000/.test(vin)) return 'without year';
  const filled = /^.{3}ZZZ|^.{8}Z|^SALL/.test(vin);
  if (filled) return europeanYearMakes.has(make ?? '') ? 'year only' : 'without year';
  // Built for North America as far as its form tells; a Japanese or European car for another market is only doubted for it.
  if (hasVinCheckDigit(vin) || /^[JK]/.test(vin) || isEuropean) return 'check digit';
  return 'year only';
}

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const firstYear = 1980;

function yearsOf(vin: string, market: Market, maker: VinMaker | null, today: Date): number[] {
  const code = yearCodes.indexOf(vin[9] ?? '');
  // A character that is no check digit leaves open whether position 10 is a year.
  if (code === -1 || (market === 'check digit' && !/[\dX]/.test(vin[8] ?? ''))) return [];
  const latest = today.getUTCFullYear() + 1;
  const early = firstYear + code;
  const cycles = [early + yearCodes.length, early].filter((year) => year <= latest);
  const cycleOfPosition7 = /\d/.test(vin[6] ?? '') ? early : early + yearCodes.length;
  const isForNorthAmerica = market === 'check digit' && !vin.startsWith('L');
  if (!isForNorthAmerica || !cycles.includes(cycleOfPosition7)) return cycles;
  // Of light vehicles for North America position 7 decides. A truck may be a heavy one, of which it says nothing.
  const type = maker?.vehicleType ?? '';
  if (/^(?:passenger car|SUV|van)/.test(type)) return [cycleOfPosition7];
  if (type === 'truck' || maker === null)
    return [cycleOfPosition7, ...cycles.filter((year) => year !== cycleOfPosition7)];
  return cycles;
}

/** Where the vehicle was made, for makers that are not in the table. */
function countryOf(vin: string): string | null {
  const countries: readonly (readonly [RegExp, string])[] = [
    [/^(?:[145]|7[F-Z0-9])/, 'United States'],
    [/^2/, 'Canada'],
    [/^3/, 'Mexico'],
    [/^J/, 'Japan'],
    [/^K/, 'South Korea'],
    [/^L/, 'China'],
    [/^[S-Z]/, 'Europe'],
    [/^[89]/, 'South America'],
  ];
  return countries.find(([first]) => first.test(vin))?.[1] ?? null;
}
