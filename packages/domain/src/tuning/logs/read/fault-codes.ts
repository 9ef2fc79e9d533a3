import type { Quantity } from '../quantities.ts';

// A missing sensor reading is often written as the maximum of its field: 65535, -2147483648, or the same after scaling.

/** Decimal and binary scalings applied by loggers. */
const scales16 = [1, 10, 100, 1000, 2, 4, 8, 16, 32, 64, 128, 256];
const scales32 = [1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7];
/** Controllers use the numbers next to the maximum for kinds of faults. */
const near32 = 4096;
/** Scaled fault codes are never smaller than this. */
const codeMin = 32;

function isCode(value: number): boolean {
  const size = Math.abs(value);
  if (size > 1e15) return true;
  for (const scale of scales32) {
    const raw = size * scale;
    if (raw >= 2 ** 31 - near32 && raw < 2 ** 31 + 0.5) return true;
    if (value > 0 && raw >= 2 ** 32 - near32 && raw < 2 ** 32) return true;
  }
  for (const scale of scales16) {
    const raw = value * scale;
    if (raw >= 65_531.5 && raw < 65_535.5) return true;
    if (raw >= 32_764.5 && raw < 32_767.5) return true;
    if (raw >= -32_768.5 && raw < -32_766.5) return true;
  }
  return false;
}

/** Bit fields and codes can reach their maximum without a fault. */
const isBits = /\b(?:status|flags?|bits?|mask|codes?|dtc|errors?|state|id|hex|raw|counter|count|ticks?|address)\b/i;

type About = { readonly name: string; readonly unit: string; readonly quantity: Quantity | null };

/**
 * Replaces fault codes with gaps in place and returns their number. A number counts as a code only if all other values
 * of the channel are less than half of it: counters and real readings approach their limit gradually.
 */
export function removeFaultCodes(values: Float64Array, { name, unit, quantity }: About): number {
  if (quantity === 'time' || (quantity === null && unit === '' && isBits.test(name.replaceAll('_', ' ')))) return 0;
  let removed = 0;
  // Each round removes the codes of one magnitude; a channel may have several.
  for (let round = 0; round < 4; round++) {
    const top = largest(values, () => true);
    if (!(Math.abs(top) >= codeMin && isCode(top))) break;
    const near = Math.abs(top) * 0.99;
    const isOne = (value: number) => Math.abs(value) > near && isCode(value);
    const other = largest(values, (value) => !isOne(value));
    if (Math.abs(other) * 2 >= Math.abs(top)) break;
    // A channel that contains nothing else is treated as faulty only if it is known to measure something.
    if (Number.isNaN(other) && quantity === null && unit === '') break;
    for (let nth = 0; nth < values.length; nth++) {
      if (!isOne(values[nth] as number)) continue;
      values[nth] = Number.NaN;
      removed++;
    }
  }
  return removed;
}

/** The matching value of the largest magnitude; NaN if there is none. */
function largest(values: Float64Array, fits: (value: number) => boolean): number {
  let [size, found] = [-1, Number.NaN];
  for (let nth = 0; nth < values.length; nth++) {
    const value = values[nth] as number;
    const one = value < 0 ? -value : value;
    if (one > size && fits(value)) {
      size = one;
      found = value;
    }
  }
  return found;
}
