export const vinLength = 17;

/**
 * Normalizes a VIN for comparison: upper case, no spaces. Full-width and zero-width characters occur in copied text.
 */
export const normalizeVin = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\u200B-\u200D\u2060]+/gu, '')
    .toUpperCase();

/** The index of the first character not allowed in a VIN, or -1. */
export const wrongVinCharacterAt = (vin: string): number =>
  [...vin].findIndex((sign) => !/^[A-HJ-NPR-Z0-9]$/.test(sign));

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const letterValues = '12345678123457923456789';

/** The check digit in position 9: 0 to 9 or X. */
export function vinCheckDigit(vin: string): string {
  let sum = 0;
  for (const [at, weight] of weights.entries()) {
    const sign = vin[at] ?? '0';
    const letter = letters.indexOf(sign);
    sum += weight * Number(letter < 0 ? sign : letterValues[letter]);
  }
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

export const hasVinCheckDigit = (vin: string): boolean => vin[8] === vinCheckDigit(vin);

const isYear = (word: string): boolean => /^(?:19|20)\d\d$/.test(word);

/**
 * Whether a text is a VIN, possibly mistyped, rather than search words. A VIN ends in a serial number; a vehicle name
 * has words or a year.
 */
export function looksLikeVin(text: string): boolean {
  if (text.length > 60) return false;
  const vin = normalizeVin(text).replace(/[-._/:]/g, '');
  const isWhole = vin.length === vinLength && wrongVinCharacterAt(vin) === -1;
  if (isWhole && /\d{4}$/.test(vin) && hasVinCheckDigit(vin)) return true;
  if (vin.length < 15 || vin.length > 19 || !/\d{5}$/.test(vin)) return false;
  if (vin.replace(/\D/g, '').length < 6 || (!isWhole && vin.replace(/[^A-Z]/g, '').length < 3)) return false;
  if ([...vin].filter((sign) => wrongVinCharacterAt(sign) === 0).length > 2) return false;
  const words = text
    .trim()
    .toUpperCase()
    .split(/[\s._/:-]+/);
  return words.length === 1 || words.every((word) => !isYear(word) && !/^\p{L}{4,}$/u.test(word));
}

/**
 * Removes VINs from free text or a path. A VIN identifies the owner of a vehicle, so it must not appear in logs and
 * metrics.
 */
export const cutVins = (text: string): string =>
  text.replace(/(?<![A-Z0-9])[A-Z0-9]{17}(?![A-Z0-9])/gi, (word) => (looksLikeVin(word) ? '-' : word));
