import { hasVinCheckDigit, vinLength } from '../../catalog/vin/vin-text.ts';
import type { Found, Sureness } from './found.ts';

/** A fact found in one text string of an image. */
export type Clue = Found & {
  readonly what: 'family' | 'hardware' | 'software' | 'part' | 'engine' | 'vin';
  readonly maker?: string;
};

type Rule = {
  readonly what: Clue['what'];
  /** One of these words must occur before the pattern is tried, because searching for words is cheaper. */
  readonly needs: readonly string[];
  readonly pattern: RegExp;
  readonly sure: Sureness;
  readonly maker?: string;
  readonly write?: (match: RegExpMatchArray) => string;
};

/** Normalizes a family name: EDC17_CP42 is EDC17CP42, MED91 is MED9.1. */
const familyName = (raw: string) =>
  raw
    .replace(/_/g, '')
    .replace(/\.$/, '')
    .replace(
      /^(MED?)([79])(\d)(\d{0,2})$/,
      (_, name, one, two, three) => `${name}${one}.${two}${three && `.${three}`}`,
    );

const backwards = (text: string) => [...text].reverse().join('');

const boschWords = ['0261', '0281'];
const partWords = ['906', '907', '909', '910'];

const rules: readonly Rule[] = [
  {
    what: 'family',
    needs: ['/1/'],
    pattern: /\d\d\/1\/([A-Z]{1,4}\d[A-Z0-9_.]{0,14})\//g,
    sure: 'certain',
    maker: 'Bosch',
    write: (match) => familyName(match[1] ?? ''),
  },
  {
    what: 'family',
    needs: ['EDC1'],
    pattern: /(?<![A-Z])(EDC1[567][A-Z0-9_+]{0,6})(?![A-Z0-9])/g,
    sure: 'likely',
    maker: 'Bosch',
    write: (match) => familyName(match[1] ?? ''),
  },
  {
    what: 'family',
    needs: ['ME7.', 'MED7.', 'MED17.', 'ME17.'],
    pattern: /(?<![A-Z0-9])(MED?1?7\.\d(?:\.\d{1,2})?)(?![0-9])/g,
    sure: 'likely',
    maker: 'Bosch',
  },
  {
    what: 'family',
    needs: ['MD1C', 'MG1C'],
    pattern: /(?<![A-Z0-9])(M[DG]1C[A-Z]\d{3})(?![0-9])/g,
    sure: 'likely',
    maker: 'Bosch',
  },
  {
    what: 'hardware',
    needs: boschWords,
    pattern: /(?:(?<!\d)02[68]1\d{6}|02[68]1S\d{5})(?!\d)/g,
    sure: 'certain',
    maker: 'Bosch',
  },
  // Surrounded by other digits: unlikely to be a coincidence, but a date or counter may precede or follow.
  {
    what: 'hardware',
    needs: boschWords,
    pattern:
      /(?<=(?<![A-Z0-9])\d{1,12})02[68]1\d{6}(?=\d{0,12}(?![A-Z0-9]))|(?<![A-Z0-9])02[68]1\d{6}(?=\d{1,12}(?![A-Z0-9]))/g,
    sure: 'likely',
    maker: 'Bosch',
  },
  // Hardware number followed by software number without a separator; the surrounding text may be digits too.
  {
    what: 'hardware',
    needs: boschWords,
    pattern: /02[68]1(?:\d{6}|S\d{5})(?=(?:103[79]|12[67]7|22[28]7|2537|02[68]1)\d{6}|(?:10)?39S\d{5}|28SA\d{4})/g,
    sure: 'certain',
    maker: 'Bosch',
  },
  {
    what: 'hardware',
    needs: boschWords,
    pattern: /(?<=(?:039S|28SA)\d{5})02[68]1\d{6}(?!\d)/g,
    sure: 'certain',
    maker: 'Bosch',
  },
  {
    what: 'software',
    needs: boschWords,
    pattern: /(?<=02[68]1(?:\d{6}|S\d{5}))(?:103[79]|12[67]7|22[28]7|2537)\d{6}/g,
    sure: 'certain',
    maker: 'Bosch',
  },
  // On its own, or at the start of a block followed by the program number: 1037371093379U85B6.
  {
    what: 'software',
    needs: ['1037', '1039'],
    pattern: /(?<!\d)103[79]\d{6}(?=(?=\d*[A-Z_])[A-Z0-9_]{8}(?![A-Z0-9_])|(?!\d))/g,
    sure: 'certain',
    maker: 'Bosch',
  },
  // Adjacent to a few other digits: a counter before it, a version after it.
  {
    what: 'software',
    needs: ['1037', '1039'],
    pattern: /(?<=(?<!\d)\d{1,4})103[79]\d{6}(?=\d{0,4}(?!\d))|(?<!\d)103[79]\d{6}(?=\d{1,6}(?!\d))/g,
    sure: 'likely',
    maker: 'Bosch',
  },
  {
    what: 'software',
    needs: ['1267', '1277', '2227', '2287', '2537'],
    pattern: /(?<!\d)(?:12[67]7|22[28]7|2537)3[5-9]\d{4}(?!\d)/g,
    sure: 'certain',
    maker: 'Bosch',
  },
  // Early Motronics store both in reverse order.
  {
    what: 'hardware',
    needs: ['1620', '1820'],
    pattern: /\d{6}1[68]20(?=\d{6}(?:[79]301|7[67]21|7[28]22|7352))/g,
    sure: 'certain',
    maker: 'Bosch',
    write: ([all]) => backwards(all),
  },
  {
    what: 'software',
    needs: ['1620', '1820'],
    pattern: /(?<=\d{6}1[68]20)\d{6}(?:[79]301|7[67]21|7[28]22|7352)/g,
    sure: 'certain',
    maker: 'Bosch',
    write: ([all]) => backwards(all),
  },
  // The program name, between the hardware number and the part number: C88RU200HEX028906021HG.
  {
    what: 'software',
    needs: ['HEX'],
    pattern: /(?<=02[68]1\d{6} )[A-Z0-9]{6,9}(?=HEX\d)/g,
    sure: 'likely',
    maker: 'Bosch',
  },
  { what: 'software', needs: ['10SW'], pattern: /(?<![A-Z0-9])10SW\d{6}(?!\d)/g, sure: 'certain', maker: 'Bosch' },
  {
    what: 'part',
    needs: partWords,
    pattern: /(?<![A-Z0-9])[0-9][0-9A-Z]{2}9(?:0[679]|10)\d{3}[A-Z]{0,2}(?![A-Z0-9])/g,
    sure: 'certain',
  },
  // Followed by the engine or a version; any text may precede it.
  {
    what: 'part',
    needs: partWords,
    pattern: /[0-9][0-9A-Z]{2}9(?:0[679]|10)\d{3}[A-Z]{0,2}(?= {1,3}(?:\d[.,]\d ?[lL][ /]|\d{4} |MOTR?O))/g,
    sure: 'certain',
  },
  {
    what: 'part',
    needs: ['927', '300'],
    pattern: /(?<![A-Z0-9])[0-9][0-9A-Z]{2}(?:927|300)\d{3}[A-Z]{0,2}(?![A-Z0-9])/g,
    sure: 'hint',
  },
  {
    what: 'engine',
    needs: partWords,
    pattern:
      /[0-9][0-9A-Z]{2}9(?:0[679]|10)\d{3}[A-Z ]{0,3} {1,3}(\d[.,]\d ?[lL] ?[VR]\d{1,2}[A-Z0-9/ ]{0,10}?)(?: {2,}|$)/g,
    sure: 'certain',
    write: (match) => (match[1] ?? '').replace(',', '.'),
  },
  // 5WK90027, 5WP40217, 5WS40277G-T.
  {
    what: 'hardware',
    needs: ['5WK', '5WP', '5WS', '5WY'],
    pattern: /5W[KPSY][1-9]\d{3,5}(?:[A-Z](?:-T)?(?![A-Z0-9]))?(?!\d)/g,
    sure: 'certain',
    maker: 'Siemens',
  },
  { what: 'family', needs: ['PPD1.'], pattern: /(?<![A-Z0-9])PPD1\.\d(?!\d)/g, sure: 'certain', maker: 'Siemens' },
  { what: 'family', needs: ['MSS5'], pattern: /(?<![A-Z0-9])MSS5\d(?!\d)/g, sure: 'likely', maker: 'Siemens' },
  {
    what: 'family',
    needs: ['MARELLI'],
    pattern: /(?<![A-Z])MARELLI (\d[A-Z]{2})(?![A-Z0-9])/g,
    sure: 'certain',
    maker: 'Marelli',
    write: (match) => `IAW ${match[1]}`,
  },
  { what: 'family', needs: ['MS4'], pattern: /(?<![A-Z])(MS4[0-5])(?=\d{4})/g, sure: 'certain', maker: 'Siemens' },
  { what: 'software', needs: ['MS4'], pattern: /(?<![A-Z])MS4[0-5]\d{4}/g, sure: 'likely', maker: 'Siemens' },
  {
    what: 'software',
    needs: ['.DAT', '.dat'],
    pattern: /(?<![A-Za-z])(ca[a-z\d]{6})(?=\.DAT)/gi,
    sure: 'certain',
    maker: 'Siemens',
    write: (match) => (match[1] ?? '').toUpperCase(),
  },
  {
    what: 'family',
    needs: ['SID', 'PCR2', 'SIMOS'],
    pattern: /(?<![A-Z0-9])(SID ?\d{3}[A-Z]?|PCR2\.\d|SIMOS ?\d{1,2}(?:\.\d{1,2}|[A-Z]{1,2})?)(?![A-Z0-9])/g,
    sure: 'likely',
    maker: 'Continental',
    write: (match) => (match[1] ?? '').replace(/ /g, ''),
  },
  // BMW: the program number, repeated.
  {
    what: 'software',
    needs: ['2113'],
    pattern: /(?<![A-Z0-9])(2113\d{8}[A-Z0-9]{4})(?=\1)/g,
    sure: 'certain',
    maker: 'Siemens',
  },
  {
    what: 'software',
    needs: ['0S00'],
    pattern: /(?<![A-Z0-9])(00[A-Z0-9]{8}0S)(?=\1)/g,
    sure: 'certain',
    maker: 'Siemens',
  },
  // CA and six characters that are repeated immediately.
  {
    what: 'software',
    needs: ['CA'],
    pattern: /(?<![A-Z0-9])CA([A-Z0-9]{6})(?=\1)/g,
    sure: 'certain',
    maker: 'Continental',
    write: ([all]) => all,
  },
  { what: 'software', needs: ['CA'], pattern: /^CA[A-Z0-9]{6}(?= ?$)/g, sure: 'hint', maker: 'Continental' },
  {
    what: 'software',
    needs: ['SC1', 'SC8'],
    pattern: /(?<![A-Z0-9])SC[18][0-9A-Z]{5}(?![A-Z0-9])/g,
    sure: 'hint',
    maker: 'Continental',
  },
  { what: 'family', needs: ['CRD'], pattern: /CRD\d?-\d{3}(?=-)/g, sure: 'likely', maker: 'Delphi' },
  {
    what: 'software',
    needs: ['_DELIV_'],
    pattern: /(?<![A-Z0-9])[A-Z0-9]{4,12}_DELIV_\d{1,2}/g,
    sure: 'likely',
    maker: 'Delphi',
  },
  // The A2L file the program was built with: 50GPHJ.a2l.
  {
    what: 'software',
    needs: ['.a2l', '.A2L'],
    pattern: /(?<![A-Za-z0-9_-])([A-Za-z0-9_-]{5,24})(?=\.a2l(?![A-Za-z0-9]))/gi,
    sure: 'certain',
    write: ([all]) => all.toUpperCase(),
  },
  // Ford: 8V41-12K532-CC.
  {
    what: 'part',
    needs: ['-12', '-14'],
    pattern: /(?<![A-Z0-9])[A-Z0-9]{4}-1[24][A-Z]\d{3}-[A-Z]{1,3}(?![A-Z0-9])/g,
    sure: 'likely',
  },
  {
    what: 'part',
    needs: ['sw_part_number'],
    pattern: /sw_part_number\s*=\s*"([A-Z0-9][A-Z0-9-]{4,23})"/g,
    sure: 'certain',
  },
  {
    what: 'part',
    needs: ['MODULE PART NUMBER>'],
    pattern: /MODULE PART NUMBER>([A-Z0-9][A-Z0-9-]{4,23})/g,
    sure: 'certain',
  },
  { what: 'software', needs: ['FILE NAME>'], pattern: /FILE NAME>([A-Za-z0-9_-]{5,30})\.hex/gi, sure: 'certain' },
  // GM stores the operating system number as plain text; it counts only in an image identified as GM.
  { what: 'software', needs: ['12'], pattern: /(?<![A-Z0-9])12[2-7]\d{5}(?![A-Z0-9])/g, sure: 'hint', maker: 'GM' },
  {
    what: 'software',
    needs: ['<versionInfo '],
    pattern: /<versionInfo [^>]{0,300}signature="([^"]{3,60})"/g,
    sure: 'certain',
    maker: 'Speeduino or MegaSquirt',
  },
];

/** Maximum matches per rule and string. */
const perRule = 4;
const vinSigns = vinLength;

/** Most short strings in random data contain none of the words the rules need, so this check skips them. */
const anyWord = new RegExp(
  [...new Set(rules.flatMap(({ needs }) => needs))].map((word) => word.replaceAll('.', '\\.')).join('|'),
);

export function cluesIn(text: string, at: number): Clue[] {
  const clues: Clue[] = [];
  if (text.length < vinSigns && !anyWord.test(text)) return clues;
  for (const { what, needs, pattern, sure, maker, write } of rules) {
    if (!needs.some((word) => text.includes(word))) continue;
    let count = 0;
    for (const match of text.matchAll(pattern)) {
      if (count === perRule) break;
      count += 1;
      const value = write ? write(match) : (match[1] ?? match[0]);
      if (!isWorn(value)) clues.push({ what, value, at: at + match.index, sure, ...(maker && { maker }) });
    }
  }
  for (const [start, word] of wordsFrom17(text)) {
    const whole = word.length === vinSigns;
    for (const from of whole ? [0] : [0, word.length - vinSigns]) {
      const vin = word.slice(from, from + vinSigns);
      const sure = vinSureness(vin);
      // Next to printable characters, only the check digit or a European filler distinguishes a VIN from other text.
      if (!sure || (!whole && sure !== 'certain' && !europeanVin.test(vin))) continue;
      clues.push({ what: 'vin', value: vin, at: at + start + from, sure: whole ? sure : 'likely' });
      break;
    }
  }
  return clues;
}

/**
 * Finds facts in images with swapped byte pairs. A single number may be a coincidence, but not together with another
 * kind of fact.
 */
export function swappedCluesIn(text: string, at: number): Clue[] {
  if (!/\d{8}/.test(text)) return [];
  let swapped = at % 2 === 0 ? '' : (text[0] ?? '');
  for (let index = at % 2; index + 1 < text.length; index += 2) swapped += `${text[index + 1]}${text[index]}`;
  if (!/02[68]1|9(?:0[679]|10)\d{3}/.test(swapped)) return [];
  const clues = cluesIn(swapped, at).filter(({ sure, what }) => sure === 'certain' && what !== 'vin');
  return new Set(clues.map(({ what }) => what)).size > 1 ? clues : [];
}

/** The maker's three characters and three fillers, as used by most European makers. */
const europeanVin = /^[A-Z][A-Z0-9]{2}ZZZ[A-Z0-9]{2}/;
const besideMax = 4;

/** Words of capitals and digits as long as a VIN, or a few characters longer. */
function* wordsFrom17(text: string): Generator<readonly [number, string]> {
  let start = -1;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index < text.length ? text.charCodeAt(index) : 0;
    if ((code >= 48 && code <= 57) || (code >= 65 && code <= 90)) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      if (index - start >= vinSigns && index - start <= vinSigns + besideMax) yield [start, text.slice(start, index)];
      start = -1;
    }
  }
}

/** Filler that looks like a number: one repeated character. */
const isWorn = (value: string) => new Set(value.slice(-6)).size === 1;

/** Certain with a valid North American check digit; elsewhere only the form can be checked. */
function vinSureness(text: string): Sureness | null {
  const letters = text.replace(/\d/g, '').length;
  if (/[IOQ]/.test(text)) return null;
  if (
    letters < 3 ||
    letters > 13 ||
    new Set(text).size < 7 ||
    !/\d{4}$/.test(text) ||
    !/^[A-Z1-9][A-Z0-9]{2}/.test(text)
  )
    return null;
  if (/(.)\1{4}/.test(text.slice(0, 11)) && !/^[A-Z0-9]{3}ZZZ/.test(text)) return null;
  return hasVinCheckDigit(text) ? 'certain' : 'likely';
}
