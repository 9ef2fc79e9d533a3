import {
  convertPower,
  convertTorque,
  type DynoType,
  dynoDisplay,
  isPowerUnit,
  isTorqueUnit,
} from '@tuneport/domain/catalog/dyno';
import { msg, t } from '@tuneport/domain/text/text';
import type { CurvePoint } from '../../ui/brand/CurveArt.tsx';
import type { Units } from '../../ui/text/units-store.ts';
import type { DynoRun, Tune } from './catalog-types.ts';

export type { Units };

type Known = Pick<Tune, 'horsepower' | 'torque' | 'crank_horsepower' | 'crank_torque'>;

export type Figures = { readonly type: DynoType; readonly power: number | null; readonly torque: number | null };

/** Peak power and torque as integers in the user's units; null means 'No dyno data yet'. */
export function figuresOf(known: Known, wanted: DynoType, units: Units): Figures | null {
  const shown = dynoDisplay(known, wanted);
  if (shown.kind === 'none') return null;
  const { type, power, torque } = shown;
  return {
    type,
    power: power && Math.round(convertPower(power.value, power.unit, units.power)),
    torque: torque && Math.round(convertTorque(torque.value, torque.unit, units.torque)),
  };
}

export type Gain = { readonly power: number | null; readonly torque: number | null };

/** The gain over stock, where both are known in the same reading (crank or wheel). */
export function gainOf(tuned: Figures | null, stock: Figures | null): Gain | null {
  if (!tuned || !stock || tuned.type !== stock.type) return null;
  const less = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b);
  return { power: less(tuned.power, stock.power), torque: less(tuned.torque, stock.torque) };
}

/** The typical gain in per cent, for engines without known factory figures. */
export function gainPercentOf(tune: Pick<Tune, 'power_gain_percent' | 'torque_gain_percent'>): Gain | null {
  const { power_gain_percent: power, torque_gain_percent: torque } = tune;
  return power === null && torque === null ? null : { power, torque };
}

type FiguresBasis = Tune['figures_basis'] | 'measured';

/** Source of a tune's figures; an uploaded run is a measurement. */
export const basisOf = (tune: Pick<Tune, 'figures_basis'>, run?: Pick<DynoRun, 'source'>): FiguresBasis =>
  run?.source === 'upload' ? 'measured' : tune.figures_basis;

const basisLabels: Readonly<Record<FiguresBasis, string>> = {
  factory: msg('Factory figures'),
  estimated: msg('Estimated'),
  measured: msg('Measured on a dyno'),
  stated: '',
};

export const basisText = (basis: FiguresBasis): string => t(basisLabels[basis]);

type Curves = { readonly power: readonly CurvePoint[]; readonly torque: readonly CurvePoint[] };

/** One run as lines in the user's units, selected by the same rule as its figures; null when it has neither reading. */
export function curvesOf(run: DynoRun, wanted: DynoType, units: Units): Curves | null {
  const shown = dynoDisplay(run, wanted);
  if (shown.kind === 'none') return null;
  const { points, units: from } = run;
  const crank = shown.type === 'crank';
  const line = (values: readonly (number | null)[] | null, convert: (value: number) => number): CurvePoint[] =>
    points.rpm.flatMap((rpm, at) => {
      const value = values?.[at] ?? null;
      return value === null ? [] : { rpm, value: convert(value) };
    });
  const powerUnit = crank ? from.crank_horsepower : from.horsepower;
  const torqueUnit = crank ? from.crank_torque : from.torque;
  return {
    power: line(crank ? points.crank_horsepower : points.horsepower, (value) =>
      isPowerUnit(powerUnit) ? convertPower(value, powerUnit, units.power) : value,
    ),
    torque: line(crank ? points.crank_torque : points.torque, (value) =>
      isTorqueUnit(torqueUnit) ? convertTorque(value, torqueUnit, units.torque) : value,
    ),
  };
}

/** One decimal is finer than any screen shows. */
const percentOf = (part: number, max: number) => Math.round((part / max) * 1000) / 10;

/** Lengths of the bar segments, in percent of one scale for all rows. */
export function barParts(value: number | null, stock: number | null, max: number): { stock: number; gain: number } {
  if (value === null || max <= 0) return { stock: 0, gain: 0 };
  const base = Math.min(stock ?? value, value);
  return { stock: percentOf(base, max), gain: percentOf(value - base, max) };
}
