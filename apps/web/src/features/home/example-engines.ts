import type { BodyClass } from '../../ui/brand/CarOutline.tsx';
import type { CurvePair, CurvePoint } from '../../ui/brand/CurveArt.tsx';

// Three engines as a drawing knows them, until the start page draws real ones from the catalogue. Torque is given, power
// follows from it, so the curves cannot contradict each other.

type Reading = readonly [rpm: number, stockLbFt: number, tunedLbFt: number];

export type ExampleEngine = {
  readonly key: string;
  readonly body: BodyClass;
  readonly vehicle: string;
  readonly year: string;
  readonly engine: string;
  readonly power: Required<CurvePair>;
  readonly torque: Required<CurvePair>;
};

const hpAt = (rpm: number, lbFt: number): number => (lbFt * rpm) / 5252;

const line = (readings: readonly Reading[], column: 1 | 2): CurvePoint[] =>
  readings.map((reading) => ({ rpm: reading[0], value: reading[column] }));

const power = (points: readonly CurvePoint[]): CurvePoint[] =>
  points.map(({ rpm, value }) => ({ rpm, value: hpAt(rpm, value) }));

function engine(about: Omit<ExampleEngine, 'power' | 'torque'>, readings: readonly Reading[]): ExampleEngine {
  const [stock, tuned] = [line(readings, 1), line(readings, 2)];
  return { ...about, torque: { stock, tuned }, power: { stock: power(stock), tuned: power(tuned) } };
}

export const exampleEngines: readonly ExampleEngine[] = [
  engine({ key: 'hatch', body: 'hatch', vehicle: 'hatchback', year: '2018', engine: '2.0 turbo petrol' }, [
    [1500, 170, 178],
    [2000, 246, 284],
    [2500, 258, 325],
    [3000, 258, 331],
    [3500, 258, 330],
    [4000, 257, 326],
    [4500, 253, 317],
    [5000, 238, 297],
    [5500, 218, 272],
    [6000, 196, 246],
    [6500, 168, 211],
  ]),
  engine({ key: 'pickup', body: 'pickup', vehicle: 'pickup', year: '2016', engine: '3.0 turbo diesel' }, [
    [1250, 236, 250],
    [1500, 338, 392],
    [1750, 402, 480],
    [2000, 420, 516],
    [2500, 420, 522],
    [3000, 402, 497],
    [3500, 352, 432],
    [4000, 284, 345],
    [4400, 226, 270],
  ]),
  engine({ key: 'coupe', body: 'coupe', vehicle: 'coupé', year: '2020', engine: '4.0 turbo V8' }, [
    [1500, 372, 388],
    [2000, 468, 536],
    [2500, 500, 604],
    [3500, 502, 616],
    [4500, 501, 612],
    [5000, 498, 598],
    [5500, 476, 568],
    [6000, 438, 522],
    [6500, 392, 466],
    [7000, 336, 394],
  ]),
];

const top = (points: readonly CurvePoint[]): number => Math.max(...points.map((point) => point.value));
const mean = (points: readonly CurvePoint[]): number =>
  points.reduce((sum, point) => sum + point.value, 0) / points.length;

export type Gain = { powerHp: number; torqueLbFt: number; everywherePercent: number; from: number; to: number };

/** What the figures under the hero say, read off the curves themselves. */
export function gainOf({ power, torque }: ExampleEngine): Gain {
  return {
    powerHp: Math.round(top(power.tuned) - top(power.stock)),
    torqueLbFt: Math.round(top(torque.tuned) - top(torque.stock)),
    everywherePercent: Math.round((mean(torque.tuned) / mean(torque.stock) - 1) * 100),
    from: Math.round(top(power.stock)),
    to: Math.round(top(power.tuned)),
  };
}
