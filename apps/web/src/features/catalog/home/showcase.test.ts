import { expect, test } from 'vitest';
import { bodyOf } from '../body-of.ts';
import type { DynoRun } from '../catalog-types.ts';
import { drawingOf, type Shown } from './showcase.ts';

const run = (factor: number, crank = true): DynoRun => ({
  id: 1,
  tune_id: 1,
  label: '',
  source: 'upload',
  horsepower: null,
  torque: null,
  torque_limit: null,
  crank_horsepower: crank ? { value: 200 * factor, unit: 'hp' } : null,
  crank_torque: crank ? { value: 200 * factor, unit: 'lb-ft' } : null,
  points: {
    rpm: [2000, 4000, 6000],
    horsepower: null,
    torque: null,
    torque_limit: null,
    crank_horsepower: crank ? [80, 150, 200].map((value) => value * factor) : null,
    crank_torque: crank ? [200, 200, 180].map((value) => value * factor) : null,
  },
  units: { horsepower: 'hp', torque: 'lb-ft', torque_limit: 'Nm', crank_horsepower: 'hp', crank_torque: 'lb-ft' },
});

const shown = (tuned: DynoRun): Shown => ({
  path: '/catalog/a/2015/b/c?tune=d',
  make: 'A',
  year: '2015',
  model: 'B',
  engine: 'C',
  vehicle_class: '',
  tune: 'D',
  stock: run(1),
  tuned,
});

test('start page figures of an engine come from its two curves, in the units of the user', () => {
  const drawing = drawingOf(shown(run(1.25)), { power: 'hp', torque: 'lb-ft' });
  expect(drawing).toMatchObject({ gains: { power: 50, torque: 50, everywherePercent: 25 }, from: 200, to: 250 });
  expect(drawingOf(shown(run(1.25)), { power: 'kW', torque: 'Nm' })).toMatchObject({
    gains: { power: 37, torque: 68 },
    from: 149,
  });
});

test('a run without a reading is not drawn', () => {
  expect(drawingOf(shown(run(1, false)), { power: 'hp', torque: 'lb-ft' })).toBeNull();
});

test('the outline follows the vehicle class of the table', () => {
  expect(bodyOf('Small Pickup Trucks 2WD')).toBe('pickup');
  expect(bodyOf('Standard Sport Utility Vehicle 4WD')).toBe('suv');
  expect(bodyOf('Minivan - 2WD')).toBe('van');
  expect(bodyOf('Midsize Station Wagons')).toBe('wagon');
  expect(bodyOf('Two Seaters')).toBe('coupe');
  expect(bodyOf('Convertible')).toBe('convertible');
  expect(bodyOf('Roadster')).toBe('convertible');
  expect(bodyOf('Coupe')).toBe('coupe');
  expect(bodyOf('Hatchback')).toBe('hatch');
  expect(bodyOf('Compact Cars')).toBe('hatch');
  expect(bodyOf('')).toBe('sedan');
});
