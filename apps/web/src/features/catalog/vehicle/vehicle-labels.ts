import { vehicleTitle } from '@tuneport/domain/catalog/vehicles/vehicle-name';
import { type VehiclePath, vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import { msg, numberText, plural, t } from '@tuneport/domain/text/text';
import type { Crumb } from '../../../ui/layout/Breadcrumbs.tsx';
import type { Engine, Transmission, Vehicle } from '../catalog-types.ts';

export type Base = '/catalog' | '/guide';

const parts = ['make', 'year', 'model', 'engine', 'transmission'] as const;

/** "2015 Volkswagen Golf R", as far as the vehicle is known. */
export const vehicleName = ({ make, year, model }: Pick<Vehicle, 'make' | 'year' | 'model'>): string =>
  vehicleTitle({ make: make?.name, year: year?.slug, model: model?.name });

/** With the engine, for the last vehicle and for mails. */
export const vehicleLabel = (vehicle: Vehicle): string =>
  [vehicleName(vehicle), vehicle.engine?.name].filter(Boolean).join(', ');

export function crumbsOf(base: Base, vehicle: Vehicle): Crumb[] {
  const crumbs: Crumb[] = [{ label: base === '/catalog' ? t('Catalogue') : t('Guides'), to: base }];
  let path: VehiclePath = {};
  for (const part of parts) {
    const entry = vehicle[part];
    if (!entry) break;
    path = { ...path, [part]: entry.slug };
    crumbs.push({ label: entry.name, to: vehiclePath(base, path) });
  }
  return crumbs;
}

const trimsShown = 8;

/** Facts of a model besides its name: "RWD, AWD · Coupe, Convertible · Trims: A-Spec, Type S". */
export function modelFacts({ drives, bodies, trims }: NonNullable<Vehicle['model']>): string {
  const more = trims.length - trimsShown;
  const named = [...trims.slice(0, trimsShown), ...(more > 0 ? [t('{count} more', { count: more })] : [])].join(', ');
  return [
    drives.join(', '),
    bodies.join(', '),
    named && (trims.length === 1 ? t('Trim: {name}', { name: named }) : t('Trims: {names}', { names: named })),
  ]
    .filter(Boolean)
    .join(' · ');
}

export const fuelNames = {
  petrol: msg('petrol'),
  diesel: msg('diesel'),
  flex: msg('flex fuel'),
  cng: msg('natural gas'),
  lpg: 'LPG',
  electric: msg('electric'),
  hydrogen: msg('hydrogen'),
  other: msg('other fuel'),
} as const;
export const aspirationNames = {
  natural: '',
  turbo: msg('turbo'),
  supercharged: msg('supercharged'),
  twincharged: msg('twincharged'),
  electric: '',
} as const;
const hybridNames = { none: '', hybrid: msg('hybrid'), 'plug-in': msg('plug-in hybrid') } as const;

type EngineFacts = Pick<
  Engine,
  'name' | 'displacement_l' | 'cylinders' | 'fuel' | 'aspiration' | 'hybrid' | 'code' | 'generation'
>;

/** Facts of an engine that its name does not already contain. */
export function engineFacts(engine: EngineFacts): string[] {
  const name = engine.name.toLowerCase();
  const unsaid = (fact: string) => (fact !== '' && name.includes(fact.toLowerCase()) ? '' : fact);
  const size = engine.displacement_l?.toFixed(1) ?? '';
  const litres = engine.displacement_l === null ? '' : numberText(engine.displacement_l, 1);
  const saysCylinders = new RegExp(
    `(${engine.cylinders ?? 0}[- ]?cyl|\\b(v|w|i|l|flat|inline)[- ]?${engine.cylinders ?? 0}\\b)`,
  );
  const kind = [aspirationNames[engine.aspiration], fuelNames[engine.fuel], hybridNames[engine.hybrid]]
    .map(unsaid)
    .map((fact) => (fact === '' ? '' : t(fact)));
  return [
    unsaid(size) === '' ? '' : `${litres} L`,
    engine.cylinders === null || saysCylinders.test(name)
      ? ''
      : plural(engine.cylinders, { one: '{count} cylinder', other: '{count} cylinders' }),
    kind.filter(Boolean).join(' '),
    unsaid(engine.code),
    engine.generation,
  ].filter(Boolean);
}

const kindNames = {
  manual: msg('manual'),
  automatic: msg('automatic'),
  'dual-clutch': msg('dual clutch'),
  cvt: msg('continuously variable'),
  direct: msg('direct drive'),
} as const;

// How names of transmissions say what kind they are; names are not translated.
const kindPatterns = {
  manual: /\bmanual/i,
  automatic: /\bautomatic/i,
  'dual-clutch': /\bdual[- ]clutch/i,
  cvt: /\bcvt\b|continuously variable/i,
  direct: /\bdirect/i,
} as const;

/** Facts of a transmission that its name does not already contain. */
export function transmissionFacts({
  name,
  kind,
  gears,
  awd,
}: Pick<Transmission, 'name' | 'kind' | 'gears' | 'awd'>): string {
  return [
    gears === null || new RegExp(`\\b${gears}[- ]?speed`, 'i').test(name) ? '' : t('{gears}-speed', { gears }),
    kindPatterns[kind].test(name) ? '' : t(kindNames[kind]),
    awd && !/\b(awd|4wd|all[- ]wheel)/i.test(name) ? t('all-wheel drive') : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Splits the operator's plain text into paragraphs. */
export const paragraphs = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean);
