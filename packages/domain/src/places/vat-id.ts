// VAT ids of EU member states, checked offline: the format and the check digits of each country. Whether a
// tax office has issued an id can only be looked up at VIES, so a correct format is no proof.

import { isEuCountry } from './eu-countries.ts';

type Rule = { readonly like: RegExp; readonly isValid?: (body: string) => boolean };

const digitsOf = (text: string): number[] => [...text].map(Number);
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0);

/** The sum of the digits of a doubled digit. */
const doubled = (digit: number): number => (digit > 4 ? digit * 2 - 9 : digit * 2);
const luhn = (text: string): boolean =>
  digitsOf(text)
    .reverse()
    .reduce((sum, digit, at) => sum + (at % 2 === 1 ? doubled(digit) : digit), 0) %
    10 ===
  0;

/** ISO 7064, MOD 11,10. */
function mod1110(text: string): boolean {
  const digits = digitsOf(text);
  const check = digits.pop();
  let product = 10;
  for (const digit of digits) product = (((digit + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === check;
}

/** The remainder of a number of any length. */
const remainder = (text: string, by: number): number =>
  [...text].reduce((rest, digit) => (rest * 10 + Number(digit)) % by, 0);

function austrian(body: string): boolean {
  const digits = digitsOf(body.slice(1));
  const check = digits.pop();
  const sum = digits.reduce((all, digit, at) => all + (at % 2 === 1 ? doubled(digit) : digit), 4);
  return (10 - (sum % 10)) % 10 === check;
}

function bulgarian(body: string): boolean {
  if (body.length === 10) return true;
  const first = weighted(body, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const check = first === 10 ? (weighted(body, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first;
  return check === Number(body[8]);
}

const cypriotOdd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
function cypriot(body: string): boolean {
  const sum = digitsOf(body.slice(0, 8)).reduce(
    (all, digit, at) => all + (at % 2 === 0 ? (cypriotOdd[digit] ?? 0) : digit),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === body[8];
}

function czech(body: string): boolean {
  if (body.length > 8) return true;
  const check = (11 - (weighted(body, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return (check || 1) % 10 === Number(body[7]);
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';
function spanish(body: string): boolean {
  const check = body[8] as string;
  if (/^[0-9XYZ]/.test(body)) {
    const number = body.slice(0, 8).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
    return spanishLetters[Number(number) % 23] === check;
  }
  const digits = body.slice(1, 8);
  if (/^[KLM]/.test(body)) return spanishLetters[Number(digits) % 23] === check;
  const sum = digitsOf(digits).reduce((all, digit, at) => all + (at % 2 === 0 ? doubled(digit) : digit), 0);
  const wanted = (10 - (sum % 10)) % 10;
  return check === String(wanted) || check === 'JABCDEFGHI'[wanted];
}

function french(body: string): boolean {
  const siren = body.slice(2);
  // Monaco has ids in this format with numbers of its own.
  if (!siren.startsWith('000') && !luhn(siren)) return false;
  return !/^\d{2}/.test(body) || remainder(`${siren}12`, 97) === Number(body.slice(0, 2));
}

const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV';
function irish(body: string): boolean {
  const number = /^\d{7}/.test(body) ? body.slice(0, 7) : `0${body.slice(2, 7)}${body[0]}`;
  const second = body.length > 8 ? irishLetters.indexOf(body[8] as string) : 0;
  return irishLetters[(weighted(number, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23] === body[7];
}

function lithuanian(body: string): boolean {
  const digits = digitsOf(body);
  const check = digits.pop();
  const sum = (offset: number) => digits.reduce((all, digit, at) => all + (1 + ((at + offset) % 9)) * digit, 0) % 11;
  const first = sum(0);
  return (first === 10 ? sum(2) % 10 : first) === check;
}

const dutch = (body: string): boolean =>
  weighted(body, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 || remainder(`2321${body.replace('B', '11')}`, 97) === 1;

function romanian(body: string): boolean {
  const padded = body.padStart(10, '0');
  return ((weighted(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === Number(padded[9]);
}

function slovenian(body: string): boolean {
  const check = 11 - (weighted(body, [8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 11 && check % 10 === Number(body[7]);
}

/** By ISO country code. Greece writes EL in front of its ids. */
const rules: Readonly<Record<string, Rule>> = {
  AT: { like: /^U\d{8}$/, isValid: austrian },
  BE: {
    like: /^[01]\d{9}$/,
    isValid: (body) => 97 - (Number(body.slice(0, 8)) % 97) === Number(body.slice(8)),
  },
  BG: { like: /^\d{9,10}$/, isValid: bulgarian },
  CY: { like: /^\d{8}[A-Z]$/, isValid: cypriot },
  CZ: { like: /^\d{8,10}$/, isValid: czech },
  DE: { like: /^[1-9]\d{8}$/, isValid: mod1110 },
  DK: { like: /^[1-9]\d{7}$/, isValid: (body) => weighted(body, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { like: /^\d{9}$/, isValid: (body) => weighted(body, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  ES: { like: /^[A-Z0-9]\d{7}[A-Z0-9]$/, isValid: spanish },
  FI: { like: /^\d{8}$/, isValid: (body) => weighted(body, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0 },
  FR: { like: /^[A-HJ-NP-Z0-9]{2}\d{9}$/, isValid: french },
  GR: {
    like: /^\d{9}$/,
    isValid: (body) => (weighted(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(body[8]),
  },
  HR: { like: /^\d{11}$/, isValid: mod1110 },
  HU: { like: /^\d{8}$/, isValid: (body) => weighted(body, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { like: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/, isValid: irish },
  IT: { like: /^\d{11}$/, isValid: luhn },
  LT: { like: /^(\d{7}1\d|\d{10}1\d)$/, isValid: lithuanian },
  LU: { like: /^\d{8}$/, isValid: (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6)) },
  LV: {
    like: /^\d{11}$/,
    isValid: (body) => Number(body[0]) < 4 || weighted(body, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3,
  },
  MT: { like: /^[1-9]\d{7}$/, isValid: (body) => weighted(body, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0 },
  NL: { like: /^\d{9}B\d{2}$/, isValid: dutch },
  PL: { like: /^\d{10}$/, isValid: (body) => weighted(body, [6, 5, 7, 2, 3, 4, 5, 6, 7, -1]) % 11 === 0 },
  PT: {
    like: /^[1-9]\d{8}$/,
    isValid: (body) => ((11 - (weighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(body[8]),
  },
  RO: { like: /^[1-9]\d{1,9}$/, isValid: romanian },
  SE: { like: /^\d{10}\d{2}$/, isValid: (body) => luhn(body.slice(0, 10)) },
  SI: { like: /^[1-9]\d{7}$/, isValid: slovenian },
  SK: { like: /^[1-9]\d[2-4789]\d{7}$/, isValid: (body) => remainder(body, 11) === 0 },
};

/** As it is stored and printed: capitals without spaces, dots and dashes. */
export const normalVatId = (text: string): string => text.toUpperCase().replace(/[\s.\-/]/g, '');

/** The member state whose format and check digits the id has; null for anything else. */
export function vatCountry(text: string): string | null {
  const id = normalVatId(text);
  const prefix = id.slice(0, 2);
  const country = prefix === 'EL' ? 'GR' : prefix;
  const rule = prefix === 'GR' || !isEuCountry(country) ? undefined : rules[country];
  const body = id.slice(2);
  if (!rule?.like.test(body)) return null;
  return rule.isValid && !rule.isValid(body) ? null : country;
}
