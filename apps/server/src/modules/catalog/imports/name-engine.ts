import { slugOf } from '@tuneport/domain/site/slug';
import { capitalized } from '@tuneport/domain/text/capitalized';
import type { EngineFacts } from './read-vehicle.ts';

const fuelLabels: Readonly<Record<EngineFacts['fuel'], string>> = {
  petrol: '',
  diesel: 'diesel',
  flex: 'flex-fuel',
  cng: 'natural gas',
  lpg: 'LPG',
  electric: '',
  hydrogen: '',
  other: '',
};
const aspirationLabels: Readonly<Record<EngineFacts['aspiration'], string>> = {
  natural: '',
  turbo: 'turbo',
  supercharged: 'supercharged',
  twincharged: 'twincharged',
  electric: '',
};
const hybridLabels: Readonly<Record<EngineFacts['hybrid'], string>> = {
  none: '',
  hybrid: 'hybrid',
  'plug-in': 'plug-in hybrid',
};

/** Builds a name for an engine from its attributes, such as "2.0L 4-cyl turbo diesel". */
function engineName(facts: EngineFacts, make: string): string {
  if (facts.label !== '') return facts.label;
  if (facts.fuel === 'electric') return withPower('Electric', facts);
  if (facts.fuel === 'hydrogen') return withPower('Hydrogen fuel cell', facts);
  const words = [
    facts.displacementL === null ? '' : `${facts.displacementL.toFixed(1)}L`,
    facts.cylinders === null ? '' : `${facts.cylinders}-${isRotary(facts, make) ? 'rotor' : 'cyl'}`,
    aspirationLabels[facts.aspiration],
    fuelLabels[facts.fuel],
    hybridLabels[facts.hybrid],
  ].filter((word) => word !== '');
  return withPower(words.length === 0 ? 'Petrol' : capitalized(words.join(' ')), facts);
}

/** Tables count the rotors of a Wankel engine as cylinders. No Mazda piston engine has two cylinders of this size. */
const isRotary = ({ cylinders, displacementL }: EngineFacts, make: string): boolean =>
  cylinders === 2 && displacementL !== null && displacementL > 1 && make.toLowerCase() === 'mazda';

const withPower = (name: string, { powerHp }: EngineFacts) =>
  powerHp === null ? name : `${name} ${Math.round(powerHp)} hp`;

// A two-litre engine of 1986 and one of 2016 differ even at equal power. Where a table has no engine name, engines are
// grouped by technical era.
const ages = [
  { until: 1995, name: 'until 1995' },
  { until: 2007, name: '1996–2007' },
  { until: 2015, name: '2008–2015' },
  { until: Number.POSITIVE_INFINITY, name: 'since 2016' },
] as const;

export function engineGeneration(facts: EngineFacts, year: string): string {
  if (facts.label !== '' || year === 'Series') return '';
  return ages.find((age) => Number(year) < age.until + 1)?.name ?? '';
}

export type NamedEngine = EngineFacts & { readonly name: string; readonly slug: string };

export function nameEngine(facts: EngineFacts, make: string): NamedEngine {
  const name = engineName(facts, make);
  return { ...facts, name, slug: slugOf(name) };
}

/** The version of an engine that needs premium petrol and whose power is not known, beside one that is. */
export function namePremiumVersion({ name: _name, slug: _slug, ...facts }: NamedEngine, make: string): NamedEngine {
  const unknown = { ...facts, powerHp: null, torqueNm: null };
  const name = `${engineName(unknown, make)} premium fuel`;
  return { ...unknown, name, slug: slugOf(name) };
}

/** An engine that a make also sells with the same power and another torque: "3.5L 6-cyl turbo 365 hp 569 Nm". */
export function nameWithTorque(engine: NamedEngine): NamedEngine {
  const name = `${engine.name} ${Math.round(engine.torqueNm ?? 0)} Nm`;
  return { ...engine, name, slug: slugOf(name) };
}
