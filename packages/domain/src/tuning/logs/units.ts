import type { UnitKind } from './read/channel-rules.ts';
import { bare, spellings } from './unit-spellings.ts';

// Normalizes unit spellings of loggers and converts between units.

type Scale = { readonly dimension: string; readonly factor: number; readonly offset: number };

const scale = (dimension: string, factor = 1, offset = 0): Scale => ({ dimension, factor, offset });

/** value × factor + offset is the dimension's own unit: km/h, kPa, °C, s, g/s, Nm, kW, λ. */
const scales: Readonly<Record<string, Scale>> = {
  'km/h': scale('speed'),
  mph: scale('speed', 1.609344),
  'm/s': scale('speed', 3.6),
  kn: scale('speed', 1.852),
  kPa: scale('pressure'),
  hPa: scale('pressure', 0.1),
  Pa: scale('pressure', 0.001),
  mbar: scale('pressure', 0.1),
  bar: scale('pressure', 100),
  psi: scale('pressure', 6.894757),
  inHg: scale('pressure', 3.386389),
  mmHg: scale('pressure', 0.1333224),
  MPa: scale('pressure', 1000),
  '°C': scale('temperature'),
  '°F': scale('temperature', 5 / 9, -160 / 9),
  K: scale('temperature', 1, -273.15),
  s: scale('time'),
  ms: scale('time', 0.001),
  µs: scale('time', 0.000001),
  min: scale('time', 60),
  h: scale('time', 3600),
  'g/s': scale('mass flow'),
  'kg/h': scale('mass flow', 1 / 3.6),
  'lb/min': scale('mass flow', 7.559873),
  'lb/h': scale('mass flow', 0.1259979),
  'kg/min': scale('mass flow', 1000 / 60),
  Nm: scale('torque'),
  'lb-ft': scale('torque', 1.355818),
  kW: scale('power'),
  hp: scale('power', 0.7456999),
  PS: scale('power', 0.7354988),
  rpm: scale('turning'),
  krpm: scale('turning', 1000),
  '%': scale('share'),
  λ: scale('mixture'),
  AFR: scale('mixture', 1 / 14.7),
  V: scale('voltage'),
  mV: scale('voltage', 0.001),
  '°': scale('angle'),
  m: scale('length'),
  km: scale('length', 1000),
  mi: scale('length', 1609.344),
  ft: scale('length', 0.3048),
  g: scale('acceleration'),
  'm/s²': scale('acceleration', 1 / 9.80665),
};

/** "psi relative sea level", "estimated AFR", "kPa abs": qualifiers do not change the unit. */
const qualifiers = /\b(?:estimated|absolute|abs|relative(?: sea level)?|rel|gauge|actual)\b\.?/gi;

/** The normalized spelling of a known unit; anything else unchanged. */
export function unitOf(written: string): string {
  let text = strip(written);
  if (text.length > 4 && text.includes(' ')) text = text.replace(qualifiers, '').trim() || text;
  if (text === '') return '';
  if (text === 'G' || text === 'g') return text === 'G' ? 'g' : text;
  const key = text.toLowerCase();
  if (Object.hasOwn(spellings, key)) return spellings[key] as string;
  return Object.hasOwn(scales, text) ? text : (anyCase.get(key) ?? text);
}

/** Matches "Km/h" and "NM" case-insensitively. */
const anyCase: ReadonlyMap<string, string> = new Map(Object.keys(scales).map((unit) => [unit.toLowerCase(), unit]));

/** Removes surrounding brackets and blanks: "(sec)", "[V]", " /min". */
function strip(written: string): string {
  const text = written.trim();
  const inside = /^[([](.*)[)\]]$/.exec(text)?.[1];
  return (inside ?? text).trim();
}

export function isUnit(written: string): boolean {
  const text = strip(written);
  if (text === '' || text.length > 24) return false;
  const key = text.toLowerCase();
  return (
    Object.hasOwn(spellings, key) || anyCase.has(key) || bare.has(key) || (text.length <= 14 && /^[°º*]/.test(text))
  );
}

const kinds: Readonly<Record<string, UnitKind>> = {
  ...Object.fromEntries(
    'mg/str mg/stk mg/stroke mg/st mg/cyl mg/hub g/rev g/cyl g/stroke mg/c'
      .split(' ')
      .map((unit) => [unit, 'charge' as const]),
  ),
  ...Object.fromEntries(
    'bits bit on/off flag boolean bool status state enum code'.split(' ').map((unit) => [unit, 'flag' as const]),
  ),
  gear: 'gear',
  position: 'gear',
  tps: 'share',
  ped: 'share',
  dk: 'share',
  '°ped': 'share',
  duty: 'share',
  o2: 'mixture',
  la: 'mixture',
};

/** The kind of quantity a unit measures: '' without a unit, 'other' if it indicates no known quantity. */
export function unitKind(written: string): UnitKind {
  const unit = unitOf(written);
  if (unit === '' || unit === '-' || unit === '#') return '';
  const key = unit.toLowerCase();
  if (Object.hasOwn(kinds, key)) return kinds[key] as UnitKind;
  const dimension = dimensionOf(unit);
  return dimension === undefined ? 'other' : (dimension as UnitKind);
}

/** value × factor + offset. */
export type Linear = { readonly factor: number; readonly offset: number };

/** The conversion between two units; null if they measure different quantities. */
export function linear(from: string, to: string): Linear | null {
  if (from === to) return { factor: 1, offset: 0 };
  const [a, b] = [scaleOf(from), scaleOf(to)];
  if (!a || !b || a.dimension !== b.dimension) return null;
  return { factor: a.factor / b.factor, offset: (a.offset - b.offset) / b.factor };
}

/** The same as a function. */
export function conversion(from: string, to: string): ((value: number) => number) | null {
  if (from === to) return (value) => value;
  const [a, b] = [scaleOf(from), scaleOf(to)];
  if (!a || !b || a.dimension !== b.dimension) return null;
  return (value) => (value * a.factor + a.offset - b.offset) / b.factor;
}

const scaleOf = (unit: string): Scale | undefined => (Object.hasOwn(scales, unit) ? scales[unit] : undefined);

/** The dimension of a unit ("pressure"); undefined for units that cannot be converted. */
export const dimensionOf = (unit: string): string | undefined => scaleOf(unit)?.dimension;

/** RaceCapture: RPM|"rpm"|0|10000|50 is name, unit, range and rate. */
const withRange = /^#?"?([^"|]+)"?\|"([^"|]{0,14})"\|[-\d.|]*$/;

/** Splits "Boost (psi)", "Speed(km/h)", "Pressure (Bar) (Bar)", "RPM [/min]" into name and unit. */
export function nameAndUnit(header: string): { name: string; unit: string | null } {
  let name = header.trim();
  if (name.length > 300) return { name, unit: null };
  const [, ranged, rangedUnit] = withRange.exec(name) ?? [];
  if (ranged !== undefined && rangedUnit !== undefined) return { name: ranged, unit: rangedUnit };
  // Torque writes the axis of an acceleration in the brackets instead of its unit.
  if (/^G ?\((?:x|y|z|calibrated)\)$/i.test(name)) return { name, unit: 'G' };
  let unit: string | null = null;
  for (let round = 0; round < 2; round++) {
    const found = /^(.*?)\s*[([]([^()[\]]{0,14})[)\]]$/s.exec(name);
    if (!found) break;
    const [, before = '', inside = ''] = found;
    const plain = inside.trim();
    if (
      before.trim() === '' ||
      !(plain === '' || isUnit(plain) || (unit === null && /^[^\s]{0,6}[/%°][^\s]{0,6}$/.test(plain)))
    )
      break;
    if (unit !== null && unit !== plain) break;
    unit = plain;
    name = before.trim();
  }
  return { name, unit };
}
