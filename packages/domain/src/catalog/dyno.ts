import { msg } from '../text/text.ts';

export const dynoTypes = ['regular', 'crank'] as const;
export type DynoType = (typeof dynoTypes)[number];

export const powerUnits = ['hp', 'kW', 'PS'] as const;
export type PowerUnit = (typeof powerUnits)[number];
export const torqueUnits = ['lb-ft', 'Nm'] as const;
export type TorqueUnit = (typeof torqueUnits)[number];

export const isPowerUnit = (value: unknown): value is PowerUnit => powerUnits.some((unit) => unit === value);
export const isTorqueUnit = (value: unknown): value is TorqueUnit => torqueUnits.some((unit) => unit === value);

export const figures = ['horsepower', 'torque', 'torque_limit', 'crank_horsepower', 'crank_torque'] as const;
export type Figure = (typeof figures)[number];

export const defaultUnits = {
  horsepower: 'hp',
  torque: 'lb-ft',
  torque_limit: 'Nm',
  crank_horsepower: 'hp',
  crank_torque: 'lb-ft',
} as const satisfies Record<Figure, PowerUnit | TorqueUnit>;

// By definition: 550 foot-pounds force per second, 75 kilopond metres per second, pound force times foot.
const watts: Readonly<Record<PowerUnit, number>> = { hp: 745.6998715822702, kW: 1000, PS: 735.49875 };
const newtonMetres: Readonly<Record<TorqueUnit, number>> = { 'lb-ft': 1.3558179483314003, Nm: 1 };

export const convertPower = (value: number, from: PowerUnit, to: PowerUnit): number =>
  from === to ? value : (value * watts[from]) / watts[to];

export const convertTorque = (value: number, from: TorqueUnit, to: TorqueUnit): number =>
  from === to ? value : (value * newtonMetres[from]) / newtonMetres[to];

type Measure = { readonly value: number | null; readonly unit: string | null } | null;
type Power = { readonly value: number; readonly unit: PowerUnit };
type Torque = { readonly value: number; readonly unit: TorqueUnit };

export const noDynoData = msg('No dyno data yet');

type DynoDisplay =
  | { readonly kind: 'figures'; readonly type: DynoType; readonly power: Power | null; readonly torque: Torque | null }
  | { readonly kind: 'none'; readonly text: typeof noDynoData };

function powerOf(measure: Measure | undefined): Power | null {
  const { value = null, unit = null } = measure ?? {};
  return value !== null && Number.isFinite(value) && isPowerUnit(unit) ? { value, unit } : null;
}

function torqueOf(measure: Measure | undefined): Torque | null {
  const { value = null, unit = null } = measure ?? {};
  return value !== null && Number.isFinite(value) && isTorqueUnit(unit) ? { value, unit } : null;
}

/**
 * Selects the figures to display: the wanted ones if complete; otherwise crank if a regular one is missing or has no
 * unit; otherwise regular if only crank ones are missing. An incomplete pair is shown only if there is no complete one.
 */
export function dynoDisplay(tune: Readonly<Partial<Record<Figure, Measure>>>, wanted: DynoType): DynoDisplay {
  const pairs = {
    regular: { power: powerOf(tune.horsepower), torque: torqueOf(tune.torque) },
    crank: { power: powerOf(tune.crank_horsepower), torque: torqueOf(tune.crank_torque) },
  };
  const order: readonly DynoType[] = wanted === 'crank' ? ['crank', 'regular'] : ['regular', 'crank'];
  const whole = order.find((type) => pairs[type].power && pairs[type].torque);
  const half = (['crank', 'regular'] as const).find((type) => pairs[type].power || pairs[type].torque);
  const type = whole ?? half;
  return type ? { kind: 'figures', type, ...pairs[type] } : { kind: 'none', text: noDynoData };
}

/** A curve: values by ascending rpm. */
type CurvePoint = { readonly rpm: number; readonly value: number };
export type Curve = readonly CurvePoint[];

/** The value at an rpm by linear interpolation; null outside the measured range. */
export function valueAt(curve: Curve, rpm: number): number | null {
  let low = 0;
  let high = curve.length - 1;
  const first = curve[low];
  const last = curve[high];
  if (!first || !last || !(rpm >= first.rpm && rpm <= last.rpm)) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((curve[middle] as CurvePoint).rpm <= rpm) low = middle;
    else high = middle;
  }
  const [a, b] = [curve[low] as CurvePoint, curve[high] as CurvePoint];
  if (rpm === a.rpm || a.rpm === b.rpm) return a.value;
  return rpm === b.rpm ? b.value : a.value + ((b.value - a.value) * (rpm - a.rpm)) / (b.rpm - a.rpm);
}

/** The highest point; of equal points, the one with the lowest rpm. */
export function peak(curve: Curve): CurvePoint | null {
  let best: CurvePoint | null = null;
  for (const point of curve) if (!best || point.value > best.value) best = point;
  return best;
}

type Gain = {
  /** Highest tuned value minus highest stock value, even at different rpm. */
  readonly atPeak: number;
  /** The largest difference at the same rpm. */
  readonly most: CurvePoint;
  readonly least: CurvePoint;
  /** The mean difference over the common rpm range. */
  readonly mean: number;
  readonly fromRpm: number;
  readonly toRpm: number;
};

/** The gain of a tune over stock. Null if the curves have no common rpm range. */
export function gain(stock: Curve, tuned: Curve): Gain | null {
  const [before, after] = [peak(stock), peak(tuned)];
  const fromRpm = Math.max(stock[0]?.rpm ?? Number.NaN, tuned[0]?.rpm ?? Number.NaN);
  const toRpm = Math.min(stock.at(-1)?.rpm ?? Number.NaN, tuned.at(-1)?.rpm ?? Number.NaN);
  if (!before || !after || !(fromRpm <= toRpm)) return null;

  // Both curves and their difference are linear between these points, so the extremes are here and the area is exact.
  const speeds = [...new Set([fromRpm, toRpm, ...stock.map(at), ...tuned.map(at)])]
    .filter((rpm) => rpm >= fromRpm && rpm <= toRpm)
    .sort((a, b) => a - b);
  const differences = speeds.map((rpm) => ({ rpm, value: (valueAt(tuned, rpm) ?? 0) - (valueAt(stock, rpm) ?? 0) }));
  let area = 0;
  for (let nth = 1; nth < differences.length; nth++) {
    const [a, b] = [differences[nth - 1] as CurvePoint, differences[nth] as CurvePoint];
    area += ((a.value + b.value) / 2) * (b.rpm - a.rpm);
  }
  const most = peak(differences) as CurvePoint;
  const least = differences.reduce((low, point) => (point.value < low.value ? point : low));
  const mean = toRpm > fromRpm ? area / (toRpm - fromRpm) : most.value;
  return { atPeak: after.value - before.value, most, least, mean, fromRpm, toRpm };
}

const at = (point: CurvePoint): number => point.rpm;
