import { vinFormProblem } from '../vin/decode-vin.ts';
import { vinLength } from '../vin/vin-text.ts';

/** A VIN contains no I, O or Q, so they are a misread 1 or 0. */
const misread: Readonly<Record<string, string>> = { I: '1', O: '0', Q: '0' };

/** Normalizes a VIN or chassis number: upper case, no spaces or dots, and no dashes in a VIN. */
export function tidyVin(written: string): string {
  const normalized = written
    .toUpperCase()
    .replace(/[\s.]+/g, '')
    .replace(/[‐-―−]/g, '-');
  const bare = normalized.replaceAll('-', '');
  return bare.length === 17 ? bare.replace(/[IOQ]/g, (sign) => misread[sign] ?? sign) : normalized;
}

/**
 * A 17-character VIN, or the chassis number of a car that predates VINs or was sold only in Japan. Chassis numbers have
 * at most 14 letters and digits and end in a serial number, so plain words and a VIN with a missing character are still
 * rejected.
 */
export const isVin = (tidied: string): boolean =>
  tidied === '' ||
  /^[A-HJ-NPR-Z0-9]{17}$/.test(tidied) ||
  (/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/.test(tidied) && /^(?=.*\d{3})[A-Z0-9]{5,14}$/.test(tidied.replaceAll('-', '')));

/** Why a text is neither, as a user-facing message. */
export const vinProblem = (tidied: string): string =>
  ([...tidied].length === vinLength ? vinFormProblem(tidied)?.problem : null) ??
  'A VIN has 17 letters and digits. For a car without one, enter a chassis number of 5 to 14 characters.';

/** A model that changed mid-year has a half year, such as 2015.5. */
export const isWrittenYear = (written: string): boolean => written === '' || /^(?:19|20)\d\d(?:\.5)?$/.test(written);

/** A plausible model year; next year's models are sold before the year begins. */
export const isCarYear = (written: string, today: Date): boolean =>
  isWrittenYear(written) && Number(written) < today.getUTCFullYear() + 2;

export const carYearProblem = 'Enter the year of the car with four digits, such as 2015.';
