import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Curve,
  convertPower,
  convertTorque,
  defaultUnits,
  dynoDisplay,
  dynoTypes,
  gain,
  peak,
  powerUnits,
  torqueUnits,
  valueAt,
} from './dyno.ts';

test('the dyno types are regular and crank (S187)', () => expect(dynoTypes).toEqual(['regular', 'crank']));

describe('the default unit', () => {
  test('of horsepower and crank_horsepower is hp (S127)', () =>
    expect([defaultUnits.horsepower, defaultUnits.crank_horsepower]).toEqual(['hp', 'hp']));
  test('of torque and crank_torque is lb-ft (S128)', () =>
    expect([defaultUnits.torque, defaultUnits.crank_torque]).toEqual(['lb-ft', 'lb-ft']));
  test('of torque_limit is Nm (S129)', () => expect(defaultUnits.torque_limit).toBe('Nm'));
});

describe('the dyno display', () => {
  const full = {
    horsepower: { value: 280, unit: 'hp' },
    torque: { value: 300, unit: 'lb-ft' },
    crank_horsepower: { value: 310, unit: 'hp' },
    crank_torque: { value: 420, unit: 'Nm' },
  };
  const regular = { kind: 'figures', type: 'regular', power: full.horsepower, torque: full.torque };
  const crank = { kind: 'figures', type: 'crank', power: full.crank_horsepower, torque: full.crank_torque };
  const lost = [undefined, null, { value: null, unit: 'hp' }, { value: 280, unit: null }, { value: 280, unit: '' }];
  test('shows the requested values when complete', () => {
    expect(dynoDisplay(full, 'regular')).toEqual(regular);
    expect(dynoDisplay(full, 'crank')).toEqual(crank);
  });
  test('uses crank values if horsepower is missing or has no unit (S283)', () => {
    for (const horsepower of lost) expect(dynoDisplay({ ...full, horsepower }, 'regular')).toEqual(crank);
  });
  test('uses crank values if torque is missing or has no unit (S284)', () => {
    for (const torque of lost) expect(dynoDisplay({ ...full, torque }, 'regular')).toEqual(crank);
  });
  test('uses regular values if only crank ones are missing (S285)', () => {
    for (const one of lost) {
      expect(dynoDisplay({ ...full, crank_horsepower: one }, 'crank')).toEqual(regular);
      expect(dynoDisplay({ ...full, crank_torque: one }, 'crank')).toEqual(regular);
    }
  });
  test('reports when there are none, and shows half a pair rather than nothing', () => {
    for (const type of dynoTypes) {
      expect(dynoDisplay({}, type)).toEqual({ kind: 'none', text: 'No dyno data yet' });
      expect(dynoDisplay({ torque: null, torque_limit: { value: 400, unit: 'Nm' } }, type).kind).toBe('none');
      const half = { crank_horsepower: full.crank_horsepower, torque: full.torque };
      expect(dynoDisplay(half, type)).toEqual({ ...crank, torque: null });
      expect(dynoDisplay({ horsepower: full.horsepower }, type)).toEqual({ ...regular, torque: null });
    }
  });
});

describe('units', () => {
  test('convert by their definitions', () => {
    expect(convertPower(100, 'hp', 'kW')).toBeCloseTo(74.56999, 5);
    expect(convertPower(100, 'PS', 'kW')).toBeCloseTo(73.549875, 9);
    expect(convertPower(100, 'hp', 'PS')).toBeCloseTo(101.38697, 5);
    expect(convertTorque(100, 'lb-ft', 'Nm')).toBeCloseTo(135.58179, 5);
  });
  test('convert back and forth without loss', () => {
    const value = fc.double({ min: -1e5, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(value, fc.constantFrom(...powerUnits), fc.constantFrom(...powerUnits), (x, a, b) => {
        expect(Math.abs(convertPower(convertPower(x, a, b), b, a) - x)).toBeLessThanOrEqual(Math.abs(x) * 1e-12);
        expect(convertPower(x, a, a)).toBe(x);
      }),
      { seed: 7 },
    );
    fc.assert(
      fc.property(value, fc.constantFrom(...torqueUnits), fc.constantFrom(...torqueUnits), (x, a, b) => {
        expect(Math.abs(convertTorque(convertTorque(x, a, b), b, a) - x)).toBeLessThanOrEqual(Math.abs(x) * 1e-12);
      }),
      { seed: 7 },
    );
  });
});

const curve = (...points: [number, number][]): Curve => points.map(([rpm, value]) => ({ rpm, value }));
const anyCurve = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 500, max: 9000 }), fc.integer({ min: 0, max: 900 })), {
    minLength: 1,
    maxLength: 40,
    selector: ([rpm]) => rpm,
  })
  .map((points) => curve(...points.sort(([a], [b]) => a - b)));

describe('a curve', () => {
  const line = curve([1000, 100], [2000, 200], [4000, 100]);
  test('is linear between its points and undefined outside', () => {
    expect([1000, 1500, 2000, 3000, 4000].map((rpm) => valueAt(line, rpm))).toEqual([100, 150, 200, 150, 100]);
    expect([999, 4001, Number.NaN].map((rpm) => valueAt(line, rpm))).toEqual([null, null, null]);
    expect(valueAt([], 1000)).toBeNull();
    expect(valueAt(curve([1000, 5]), 1000)).toBe(5);
  });
});

describe('the gain', () => {
  const stock = curve([1000, 100], [3000, 200], [5000, 150]);
  test('at the peak compares peaks, and over the range point by point', () => {
    const tuned = curve([2000, 180], [3000, 220], [4000, 260], [6000, 100]);
    expect(gain(stock, tuned)).toEqual({
      atPeak: 60,
      most: { rpm: 4000, value: 85 },
      least: { rpm: 3000, value: 20 },
      mean: (25 + (20 + 85) / 2 + (85 + 30) / 2) / 3,
      fromRpm: 2000,
      toRpm: 5000,
    });
  });
  test('needs an rpm at which both were measured', () => {
    expect(gain(stock, curve([5001, 400]))).toBeNull();
    expect(gain(stock, [])).toBeNull();
    expect(gain(stock, curve([5000, 170]))).toMatchObject({ mean: 20, most: { rpm: 5000, value: 20 } });
  });
  test('over itself is zero, and of a constant offset that constant', () =>
    fc.assert(
      fc.property(anyCurve, fc.integer({ min: -50, max: 200 }), (one, more) => {
        const found = gain(
          one,
          one.map(({ rpm, value }) => ({ rpm, value: value + more })),
        );
        expect(found?.atPeak).toBe(more);
        expect(found?.mean).toBeCloseTo(more, 6);
        expect(peak(one)?.value).toBe(Math.max(...one.map((point) => point.value)));
      }),
      { seed: 7 },
    ));
});
