import fc from 'fast-check';
import { expect, test } from 'vitest';
import { niceTicks, peak, smoothPath, valueAt } from './curve.ts';

test('a path starts at the first point and ends at the last', () => {
  const d = smoothPath([
    { x: 0, y: 10 },
    { x: 50, y: 30 },
    { x: 100, y: 20 },
  ]);
  expect(d.startsWith('M0 10C')).toBe(true);
  expect(d.endsWith(' 100 20')).toBe(true);
});

test('a curve does not swing past the values that were measured', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 2, maxLength: 20 }), (values) => {
      const d = smoothPath(values.map((y, i) => ({ x: i * 10, y })));
      const ys = [...d.matchAll(/-?[\d.]+ (-?[\d.]+)/g)].map((m) => Number(m[1]));
      expect(Math.min(...ys)).toBeGreaterThanOrEqual(Math.min(...values) - 0.1);
      expect(Math.max(...ys)).toBeLessThanOrEqual(Math.max(...values) + 0.1);
    }),
  );
});

test('no points, no path', () => {
  expect(smoothPath([])).toBe('');
  expect(peak([])).toBeNull();
});

test('a value between two points lies on the line between them, and outside there is none', () => {
  const line = [
    { x: 1000, y: 100 },
    { x: 2000, y: 200 },
  ];
  expect(valueAt(line, 1250)).toBe(125);
  expect(valueAt(line, 500)).toBeNull();
});

test('ticks are round numbers around the data', () => {
  expect(niceTicks(0, 312, 4)).toEqual([0, 100, 200, 300, 400]);
  expect(niceTicks(1000, 6800, 6)).toEqual([1000, 2000, 3000, 4000, 5000, 6000, 7000]);
  expect(niceTicks(0, 0.7, 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  expect(niceTicks(5, 5, 4)).toEqual([5, 6]);
});
