import { latin1 } from './bytes.ts';
import type { Found } from './found.ts';

/** The minimum length of the image's start for these offsets. */
export const placesBytes = 0x2010;

type Placed = { readonly maker: string; readonly software: Found };

/** Numbers at a fixed offset of an image, too short to be recognised anywhere else. */
export function readPlaces(head: Uint8Array, sizeBytes: number): Placed | null {
  return calibrationOf(head, sizeBytes) ?? repeatedNumber(head, sizeBytes);
}

/**
 * Subaru control units by Denso: the calibration, such as A2WC522N. Tuners sometimes change it, so it is not
 * conclusive.
 */
function calibrationOf(head: Uint8Array, sizeBytes: number): Placed | null {
  for (const { at, sizes, sign } of calibrations) {
    const value = latin1(head, at, at + 8);
    if (!sizes.includes(sizeBytes) || !/^[A-Z]{1,2}[A-Z0-9]{2,3}\d{2,3}[A-Z0-9]{1,2}$/.test(value)) continue;
    if (value.length === 8 && latin1(head, at + 8, at + 32).includes(sign))
      return { maker: 'Denso', software: { value, at, sure: 'likely' } };
  }
  return null;
}

const calibrations: readonly { at: number; sizes: readonly number[]; sign: string }[] = [
  { at: 0x2000, sizes: [524_288, 1_048_576, 1_310_720, 1_572_864, 2_097_152], sign: '' },
  { at: 0x2004, sizes: [1_048_576, 1_310_720, 1_572_864, 2_097_152], sign: '' },
  { at: 0x200, sizes: [131_072, 163_840, 196_608], sign: 'DENSO' },
];

/** Mitsubishi: four digits repeated, then once more followed by the four digits of the version. */
function repeatedNumber(head: Uint8Array, sizeBytes: number): Placed | null {
  const at = 0xf52;
  if (sizeBytes !== 262_144 && sizeBytes !== 524_288) return null;
  const four = (from: number) =>
    [...head.subarray(from, from + 2)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const number = four(at);
  if (!/^[1-9]\d{3}$/.test(number) || new Set(number).size === 1) return null;
  for (let above = 1; above <= 4; above += 1) if (four(at - 2 * above) !== number) return null;
  const version = four(at + 2);
  if (!/^\d{4}$/.test(version)) return null;
  return { maker: 'Mitsubishi', software: { value: `${number}${version}`, at, sure: 'likely' } };
}
