import fc from 'fast-check';
import { expect, test } from 'vitest';
import { niceTicks, peak, smoothPath, valuesAt } from './curve.ts';

/** The end and control points of a path in absolute coordinates. */
function placesOf(d: string): { x: number; y: number }[] {
  const [start = '', ...curves] = d.slice(1).split('c');
  const places = [pair(start.split(' '))];
  for (const curve of curves) {
    const from = places.at(-1) ?? { x: 0, y: 0 };
    const numbers = curve.split(' ');
    for (const at of [0, 2, 4]) {
      const { x, y } = pair(numbers.slice(at, at + 2));
      places.push({ x: from.x + x, y: from.y + y });
    }
  }
  return places;
}
const pair = ([x, y]: readonly string[]) => ({ x: Number(x), y: Number(y) });

test('a path starts at the first point, passes through each and ends at the last', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 4000, noNaN: true }), { minLength: 2, maxLength: 40 }), (values) => {
      const points = values.map((y, i) => ({ x: i * 133.37, y }));
      const passed = placesOf(smoothPath(points)).filter((_, at) => at % 3 === 0);
      expect(passed).toEqual(points.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) })));
    }),
  );
});

test('a curve does not overshoot the measured values', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 2, maxLength: 20 }), (values) => {
      const ys = placesOf(smoothPath(values.map((y, i) => ({ x: i * 10, y })))).map(({ y }) => y);
      expect(Math.min(...ys)).toBeGreaterThanOrEqual(Math.min(...values) - 1);
      expect(Math.max(...ys)).toBeLessThanOrEqual(Math.max(...values) + 1);
    }),
  );
});

test('a path without points is empty', () => {
  expect(smoothPath([])).toBe('');
  expect(peak([])).toBeNull();
});

test('a value between two points is interpolated linearly, and there is none outside', () => {
  const line = [
    { x: 1000, y: 100 },
    { x: 2000, y: 200 },
    { x: 2500, y: 150 },
  ];
  expect(valuesAt(line, [500, 1000, 1250, 2000, 2100, 2500, 2600])).toEqual([null, 100, 125, 200, 190, 150, null]);
  expect(valuesAt([], [1000])).toEqual([null]);
});

test('ticks are round numbers around the data', () => {
  expect(niceTicks(0, 312, 4)).toEqual([0, 100, 200, 300, 400]);
  expect(niceTicks(1000, 6800, 6)).toEqual([1000, 2000, 3000, 4000, 5000, 6000, 7000]);
  expect(niceTicks(0, 0.7, 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  expect(niceTicks(5, 5, 4)).toEqual([5, 6]);
});
