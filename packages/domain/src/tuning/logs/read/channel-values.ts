import { plainName, type Quantity, quantities } from '../quantities.ts';
import { conversion, dimensionOf, unitKind, unitOf } from '../units.ts';
import { rangeOf } from '../value-range.ts';

/** With fewer values a switch cannot be distinguished from a reading. */
const valuesMin = 10;

type ChannelMeaning = { readonly quantity: Quantity | null; readonly unit: string };

/**
 * Uses the values to decide what name and unit leave open: a switch is not a reading, an absolute pressure is never
 * negative, a boost that rests at ambient pressure is absolute, and a mixture without a unit is lambda or air-fuel
 * ratio by magnitude.
 */
export function meaningByValues(
  name: string,
  { quantity, unit }: ChannelMeaning,
  values: Float64Array,
): ChannelMeaning {
  if (quantity === null || quantity === 'time') return { quantity, unit };
  const unitText = unit === '' ? unitInName(name, quantity) : unit;
  const { low, high, isWhole } = rangeOf(values);
  if (!(low <= high)) return { quantity, unit: unitText };
  const isLong = values.length >= valuesMin;
  if (unitText === '' && isLong && quantity !== 'gear' && low === 0 && high === 1 && isWhole)
    return { quantity: null, unit };
  if (quantity === 'map') {
    if (unitText === '' && isLong && isWhole && low >= 0 && high <= 10) return { quantity: null, unit };
    if (low < -0.05 * Math.max(high, 1)) return { quantity: 'boost', unit: unitText };
  }
  if (quantity === 'boost' && isAbsolute(values, low, high, unitText)) return { quantity: 'map', unit: unitText };
  if ((quantity === 'lambda' || quantity === 'lambdaTarget') && unitKind(unitText) !== 'mixture') {
    if (low >= 5 && high <= 40) return { quantity, unit: 'AFR' };
    if (low >= 0 && high > 0.4 && high <= 5) return { quantity, unit: 'λ' };
  }
  return { quantity, unit: unitText };
}

/** A pressure that rests at ambient and rises well above it is absolute. */
function isAbsolute(values: Float64Array, low: number, high: number, unit: string): boolean {
  const toKpa = conversion(unit, 'kPa');
  if (!toKpa || !(toKpa(low) >= 90 && toKpa(low) <= 106 && toKpa(high) > toKpa(low) * 1.2)) return false;
  const resting = values.filter((value) => value <= low * 1.06).length;
  return resting * 4 >= values.length;
}

const ownUnits = /\b(mph|kph|kmh|km h|psi|kpa|mbar|bar|hpa|celsius|fahrenheit|deg c|deg f|afr|lambda|rpm)\b/;

/** "Boost psi", "speed_kph", "waterf": a unit in the name that matches the channel's quantity. */
function unitInName(name: string, quantity: Quantity): string {
  const plain = plainName(name);
  const word = /^(water|oil|trans)f$/.test(plain) ? '°F' : (ownUnits.exec(plain)?.[1] ?? '').replace(' ', '');
  const unit = unitOf(word);
  return unit !== '' && dimensionOf(unit) === dimensionOf(quantities[quantity].unit) ? unit : '';
}
