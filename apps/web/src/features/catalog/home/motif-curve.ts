import type { CurvePair, CurvePoint } from '../../../ui/brand/CurveArt.tsx';

// An illustration, not a measurement: torque is given, power is derived from it.

const readings = [
  [1500, 170, 178],
  [2000, 246, 284],
  [2500, 258, 325],
  [3500, 258, 330],
  [4500, 253, 317],
  [5000, 238, 297],
  [5500, 218, 272],
  [6000, 196, 246],
  [6500, 168, 211],
] as const;

const torqueLine = (column: 1 | 2): CurvePoint[] => readings.map((line) => ({ rpm: line[0], value: line[column] }));
const powerLine = (column: 1 | 2): CurvePoint[] =>
  readings.map((line) => ({ rpm: line[0], value: (line[0] * line[column]) / 5252 }));

export const motifTorque: CurvePair = { stock: torqueLine(1), tuned: torqueLine(2) };
export const motifPower: CurvePair = { stock: powerLine(1), tuned: powerLine(2) };
