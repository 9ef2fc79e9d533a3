import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFormula } from './expression.ts';
import { heatTable, heatTableText, heatValue } from './heat-table.ts';
import { measureBetween } from './measure.ts';

const column = (...values: number[]) => Float64Array.from(values);
const round = { keep: null, xCells: 4, yCells: 2, isRound: true };

test('heat table › has round edges and average, minimum, maximum and count per cell', () => {
  const x = column(1000, 1400, 2100, 2900, 3000);
  const y = column(10, 10, 10, 90, 90);
  const table = heatTable({ x, y, z: column(1, 3, 5, 7, 9), ...round });
  expect(table.xEdges).toEqual([1000, 2000, 3000, 4000]);
  expect(table.yEdges).toEqual([0, 50, 100]);
  expect((['average', 'min', 'max', 'count'] as const).map((stat) => heatValue(table, 0, stat))).toEqual([2, 1, 3, 2]);
  expect(heatValue(table, 2, 'average')).toBeNull();
  expect(table.samples).toBe(5);
  expect(heatTableText(table, 'average', 'Load', 1)).toBe(
    ['Load\t1000\t2000\t3000', '50\t\t7\t9', '0\t2\t5\t'].join('\n'),
  );
});

test('heat table › leaves out missing values and samples that do not pass the filter', () => {
  const parsed = parseFormula('throttle > 80', () => true);
  if (!parsed.ok) throw new Error('not parsed');
  const keep = parsed.formula.over([column(90, 10, 90, 95)], column(0, 1, 2, 3));
  const x = column(1, 2, 3, Number.NaN);
  expect(heatTable({ x, y: x, z: column(5, 6, Number.NaN, 8), ...round, keep }).samples).toBe(1);
  expect(heatTable({ x: column(), y: column(), z: column(), ...round }).xEdges).toEqual([]);
});

test('heat table › counts every sample once, whatever the values', () => {
  const values = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(values, fc.boolean(), (list, isRound) => {
      const x = Float64Array.from(list);
      const table = heatTable({ x, y: x, z: x, keep: null, xCells: 7, yCells: 5, isRound });
      expect(table.count.reduce((sum, count) => sum + count, 0)).toBe(list.length);
      expect(table.xEdges.length - 1).toBeLessThanOrEqual(7);
    }),
    {
      examples: [
        [[Number.MIN_VALUE], false],
        [[0, Number.MIN_VALUE], true],
      ],
    },
  );
});

test('formula functions › smooth, differentiate and average over time', () => {
  const over = (text: string, values: number[]) => {
    const parsed = parseFormula(text, () => true);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const times = Float64Array.from(values.keys(), (nth) => nth / 2);
    return [...parsed.formula.over([Float64Array.from(values)], times)];
  };
  expect(over('smooth(x, 1)', [0, 6, 0, 6])).toEqual([3, 2, 4, 3]);
  expect(over('smooth(x, 1)', [0, Number.NaN, 4, 4])).toEqual([0, Number.NaN, 4, 4]);
  expect(over('derivative(x)', [0, 1, 4, 9])).toEqual([2, 4, 8, 10]);
  expect(over('x - average(x)', [1, 2, 6])).toEqual([-2, -1, 3]);
  expect(over('average(5)', [1, 2])).toEqual([5, 5]);
  expect(parseFormula('smooth(x, x)', () => true)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('number of seconds') },
  });
});

test('formula › combines comparisons with and and or', () => {
  const run = (text: string, values: number[]) => {
    const parsed = parseFormula(text, () => true);
    return parsed.ok ? parsed.formula.run(values) : parsed.error.message;
  };
  expect(run('a > 80 and b < 3', [90, 2])).toBe(1);
  expect(run('a > 80 AND b < 3', [90, 4])).toBe(0);
  expect(run('a > 80 or (b < 3 and a > 5)', [10, 2])).toBe(1);
  expect(run('gear = 3', [3])).toBe(1);
  expect(run('gear != 3', [3])).toBe(0);
  expect(run('order + android', [1, 2])).toBe(3);
});

test('measurement › weights the average by time and interpolates at its ends', () => {
  const [times, values] = [column(0, 1, 4), column(0, 10, 10)];
  expect(measureBetween(times, values, 0, 4)).toEqual({ atFrom: 0, atTo: 10, min: 0, max: 10, average: 8.75 });
  expect(measureBetween(times, values, 0.5, 1)).toEqual({ atFrom: 5, atTo: 10, min: 5, max: 10, average: 7.5 });
  expect(measureBetween(times, column(1, Number.NaN, 3), 0, 4).max).toBe(3);
  expect(measureBetween(times, values, 10, 11).average).toBeNaN();
});
