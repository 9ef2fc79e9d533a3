import { expect, test } from 'vitest';
import type { DynoRun } from './catalog-types.ts';
import { barParts, curvesOf, figuresOf, gainOf } from './figures.ts';

const hp = (value: number) => ({ value, unit: 'hp' });
const lbFt = (value: number) => ({ value, unit: 'lb-ft' });
const nothing = { horsepower: null, torque: null, crank_horsepower: null, crank_torque: null };
const both = { horsepower: hp(250), torque: lbFt(260), crank_horsepower: hp(292), crank_torque: lbFt(305) };
const american = { power: 'hp', torque: 'lb-ft' } as const;
const metric = { power: 'kW', torque: 'Nm' } as const;

test('figures are shown in the units of the user', () => {
  expect(figuresOf(both, 'crank', american)).toEqual({ type: 'crank', power: 292, torque: 305 });
  expect(figuresOf(both, 'crank', metric)).toEqual({ type: 'crank', power: 218, torque: 414 });
  expect(figuresOf(both, 'regular', american)).toEqual({ type: 'regular', power: 250, torque: 260 });
});

test('a tune without a complete pair shows the other pair, and without both nothing (S283 S284 S285)', () => {
  expect(figuresOf({ ...both, horsepower: null }, 'regular', american)?.type).toBe('crank');
  expect(figuresOf({ ...both, torque: { value: 260, unit: '' } }, 'regular', american)?.type).toBe('crank');
  expect(figuresOf({ ...both, crank_horsepower: null, crank_torque: null }, 'crank', american)?.type).toBe('regular');
  expect(figuresOf(nothing, 'crank', american)).toBeNull();
});

test('a gain requires both readings to be of the same kind', () => {
  const stock = figuresOf(both, 'crank', american);
  const tuned = figuresOf({ ...both, crank_horsepower: hp(354), crank_torque: lbFt(370) }, 'crank', american);
  expect(gainOf(tuned, stock)).toEqual({ power: 62, torque: 65 });
  expect(gainOf(tuned, figuresOf(both, 'regular', american))).toBeNull();
  expect(gainOf(null, stock)).toBeNull();
});

test('a curve follows the same rule as its figures', () => {
  const run = {
    ...both,
    points: {
      rpm: [2000, 3000],
      horsepower: [100, 250],
      torque: [200, 260],
      torque_limit: null,
      crank_horsepower: null,
      crank_torque: null,
    },
    units: { horsepower: 'hp', torque: 'lb-ft', torque_limit: 'Nm', crank_horsepower: 'hp', crank_torque: 'lb-ft' },
  } as unknown as DynoRun;
  const regular = { ...run, crank_horsepower: null, crank_torque: null };
  expect(curvesOf(regular, 'crank', american)?.power).toEqual([
    { rpm: 2000, value: 100 },
    { rpm: 3000, value: 250 },
  ]);
  expect(curvesOf({ ...regular, horsepower: null, torque: null }, 'crank', american)).toBeNull();
});

test('an rpm without a reading is a gap in the curve, not zero', () => {
  const run = {
    ...both,
    points: { rpm: [2000, 3000, 4000], horsepower: [100, null, 250], torque: [200, 260, null] },
    units: { horsepower: 'hp', torque: 'lb-ft' },
  } as unknown as DynoRun;
  const curves = curvesOf(run, 'regular', american);
  expect(curves?.power.map(({ rpm, value }) => [rpm, value])).toEqual([
    [2000, 100],
    [4000, 250],
  ]);
  expect(curves?.torque.map(({ rpm }) => rpm)).toEqual([2000, 3000]);
});

test('all bars share one scale: the strongest tune fills it, and stock power is the grey part', () => {
  expect(barParts(400, 300, 400)).toEqual({ stock: 75, gain: 25 });
  expect(barParts(280, 300, 400)).toEqual({ stock: 70, gain: 0 });
  expect(barParts(null, 300, 400)).toEqual({ stock: 0, gain: 0 });
});
