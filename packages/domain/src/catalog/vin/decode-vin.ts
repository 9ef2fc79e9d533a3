import { t } from '../../text/text.ts';
import { hasVinCheckDigit, normalizeVin, vinCheckDigit, vinLength, wrongVinCharacterAt } from './vin-text.ts';

/** Information from the first three characters of a VIN. */
type VinMaker = {
  readonly make: string;
  /** Other makes that share the code. */
  readonly otherMakes: readonly string[];
  readonly country: string;
  readonly vehicleType: string;
};

export type VinMakers = ReadonlyMap<string, VinMaker>;

export type DecodedVin = {
  /** Upper case, without spaces. */
  readonly vin: string;
  /**
   * `invalid`: not a VIN, or the check digit is wrong where it is mandatory. `doubtful`: the check digit is wrong where
   * not every maker uses one, so it is only a hint.
   */
  readonly status: 'valid' | 'doubtful' | 'invalid';
  /** What is wrong and where, as a user-facing message; null if the VIN is valid. */
  readonly problem: string | null;
  /** 1-based position of the wrong character. */
  readonly problemAt: number | null;
  /** Candidates, most likely first; several makes can share a code. */
  readonly makes: readonly string[];
  readonly country: string | null;
  /**
   * Candidates, most likely first: a code means two years, thirty apart, and only in some markets is it unambiguous.
   */
  readonly years: readonly number[];
};

/** Parses the bundled table of maker codes. */
export function readVinMakers(table: string): VinMakers {
  const rows = table
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const makes = new Set(rows.map(([, make = '']) => make));
  return new Map(
    rows.map(([code = '', make = '', country = '', vehicleType = '', shared = '']) => {
      // The column also contains remarks about plants; only names of makes are used.
      const others = shared.replace(/\(.*?\)/g, '').split(',');
      const otherMakes = others.map((name) => name.trim()).filter((name) => name === 'Geo' || makes.has(name));
      return [code, { make, otherMakes: otherMakes.filter((name) => name !== make), country, vehicleType }];
    }),
  );
}

/** Decodes a VIN offline: make, country, model year and problems. Invalid text is decoded as far as possible. */
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

/** Cyrillic and Greek homoglyphs of Latin letters. */
const lookAlikes: Readonly<Record<string, string>> = Object.fromEntries(
  ['АA', 'ВB', 'СC', 'ЕE', 'НH', 'ІI', 'ЈJ', 'КK', 'МM', 'ОO', 'РP', 'ЅS', 'ТT', 'ХX', 'УY']
    .concat(['ΑA', 'ΒB', 'ΕE', 'ΖZ', 'ΗH', 'ΙI', 'ΚK', 'ΜM', 'ΝN', 'ΟO', 'ΡP', 'ΤT', 'ΧX', 'ΥY'])
    .map(([other = '', latin = '']) => [other, latin]),
);

type Problem = Pick<DecodedVin, 'problem' | 'problemAt'>;

/** Why a normalized text is not a VIN: its length or a character. */
export function vinFormProblem(vin: string): Problem | null {
  const signs = [...vin];
  const at = wrongVinCharacterAt(vin);
  const isOtherwiseWhole = signs.filter((sign) => wrongVinCharacterAt(sign) === -1).length === vinLength;
  if (signs.length !== vinLength && (at === -1 || !isOtherwiseWhole))
    return {
      problem: t('A VIN has {length} characters. This one has {count}.', { length: vinLength, count: signs.length }),
      problemAt: null,
    };
  const sign = signs[at];
  return sign === undefined ? null : { problem: characterProblem(sign, at + 1), problemAt: at + 1 };
}

function characterProblem(sign: string, position: number): string {
  const found = t('Character {position} is “{sign}”.', { position, sign });
  if (/[IOQ]/.test(sign))
    return `${found} ${t('A VIN never contains I, O or Q: it may be a {digit}.', { digit: sign === 'I' ? 1 : 0 })}`;
  const latin = lookAlikes[sign];
  if (latin) return `${found} ${t('It is not a Latin letter: type {letter}.', { letter: latin })}`;
  return `${found} ${t('A VIN contains only the letters A to Z and digits.')}`;
}

function problemOfContent(vin: string, market: Market, years: readonly number[]): Problem | null {
  const compare = t('Compare the VIN with the one on the vehicle.');
  if (market === 'check digit' && !hasVinCheckDigit(vin)) {
    const required = t('Character 9 is “{found}”, but the other characters require “{required}”.', {
      found: vin[8] ?? '',
      required: vinCheckDigit(vin),
    });
    return { problem: `${required} ${compare}`, problemAt: 9 };
  }
  if (market === 'check digit' && years.length === 0)
    return {
      problem: `${t('Character 10 is “{found}”, which is not a model year.', { found: vin[9] ?? '' })} ${compare}`,
      problemAt: 10,
    };
  return null;
}

/** North America and China, where every VIN has a check digit. */
const isStrict = (vin: string): boolean => /^(?:[1-5L]|7[F-Z0-9])/.test(vin);

type Market = 'check digit' | 'year only' | 'without year';

/** Makes that encode the model year in position 10 in Europe as well. */
const europeanYearMakes = new Set(
  'Audi,Bentley,Bugatti,Lamborghini,Land Rover,Opel,Porsche,Saab,SEAT,Skoda,Vauxhall,Volkswagen,Volvo'.split(','),
);
/** Makes that use positions 9 and 10 for something else in Europe. */
const europeanSilentMakes = new Set('Citroen,Dacia,DS,Ford,Iveco,Lancia,Peugeot,Renault'.split(','));

/**
 * Which positions are meaningful. Outside North America and China, the form of the VIN shows whether it was made for
 * that market.
 */
function marketOf(vin: string, make: string | undefined): Market {
  if (isStrict(vin)) return 'check digit';
  const isEuropean = /^[S-Z]/.test(vin);
  if (isEuropean && europeanSilentMakes.has(make ?? '')) return 'without year';
  // A Mercedes-Benz type has six digits, a BMW three zeros.
  if ((make === 'Mercedes-Benz' && /^.{3}\d{6}/.test(vin)) || /^(?:WB|WM).{5}000/.test(vin)) return 'without year';
  const filled = /^.{3}ZZZ|^.{8}Z|^SALL/.test(vin);
  if (filled) return europeanYearMakes.has(make ?? '') ? 'year only' : 'without year';
  // The form suggests North America. For a Japanese or European car, a wrong check digit is only doubtful, since it may
  // be for another market.
  if (hasVinCheckDigit(vin) || /^[JK]/.test(vin) || isEuropean) return 'check digit';
  return 'year only';
}

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const firstYear = 1980;

function yearsOf(vin: string, market: Market, maker: VinMaker | null, today: Date): number[] {
  const code = yearCodes.indexOf(vin[9] ?? '');
  // If position 9 is not a check digit, position 10 may not be a year.
  if (code === -1 || (market === 'check digit' && !/[\dX]/.test(vin[8] ?? ''))) return [];
  const latest = today.getUTCFullYear() + 1;
  const early = firstYear + code;
  const cycles = [early + yearCodes.length, early].filter((year) => year <= latest);
  const cycleOfPosition7 = /\d/.test(vin[6] ?? '') ? early : early + yearCodes.length;
  const isForNorthAmerica = market === 'check digit' && !vin.startsWith('L');
  if (!isForNorthAmerica || !cycles.includes(cycleOfPosition7)) return cycles;
  // Position 7 is decisive for light vehicles of North America. A truck may be a heavy one, where it has no meaning.
  const type = maker?.vehicleType ?? '';
  if (/^(?:passenger car|SUV|van)/.test(type)) return [cycleOfPosition7];
  if (type === 'truck' || maker === null)
    return [cycleOfPosition7, ...cycles.filter((year) => year !== cycleOfPosition7)];
  return cycles;
}

/** The country of manufacture, for makers that are not in the table. */
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
