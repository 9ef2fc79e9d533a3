import { vinFormProblem } from '../vin/decode-vin.ts';
import { vinLength } from '../vin/vin-text.ts';

/** A VIN has no I, O and Q, so whoever wrote one read a 1 or a 0. */
const misread: Readonly<Record<string, string>> = { I: '1', O: '0', Q: '0' };

/** As it is written on the car: capitals, without blanks and dots, and a VIN without dashes. */
export function tidyVin(written: string): string {
  const said = written
    .toUpperCase()
    .replace(/[\s.]+/g, '')
    .replace(/[‐-―−]/g, '-');
  const bare = said.replaceAll('-', '');
  return bare.length === 17 ? bare.replace(/[IOQ]/g, (sign) => misread[sign] ?? sign) : said;
}

/**
 * A VIN of 17 signs, or the chassis number of a car older than the VIN, or of one sold in Japan only: those have at
 * most 14 letters and digits and end in a serial number, so words and a VIN with a sign too few are still seen.
 */
export const isVin = (tidied: string): boolean =>
  tidied === '' ||
  /^[A-HJ-NPR-Z0-9]{17}$/.test(tidied) ||
  (/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(tidied) && /^(?=.*\d{3})[A-Z0-9]{5,14}$/.test(tidied.replaceAll('-', '')));

/** Why a text is neither, for the person who typed it. */
export const vinProblem = (tidied: string): string =>
  ([...tidied].length === vinLength ? vinFormProblem(tidied)?.problem : null) ??
  'A VIN has 17 letters and digits. A car without one has a chassis number of 5 to 14.';

/** A model that changed within the year has a half, such as 2015.5. */
export const isWrittenYear = (written: string): boolean => written === '' || /^(?:19|20)\d\d(?:\.5)?$/.test(written);

/** The year of a car one can own: next year's models are sold before the year begins. */
export const isCarYear = (written: string, today: Date): boolean =>
  isWrittenYear(written) && Number(written) < today.getUTCFullYear() + 2;

export const carYearProblem = 'Write the year of the car with four digits, such as 2015.';
