import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueAt } from './sample-at.ts';
import { StillValues } from './still-values.ts';

test('a channel that hardly changes has the same value at every row', () => {
  const runs = fc.array(fc.tuple(fc.constantFrom(0, 1, 7.5, -3), fc.integer({ min: 40, max: 90 })), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(runs, (list) => {
      const values = Float64Array.from(list.flatMap(([value, length]) => Array<number>(length).fill(value)));
      const times = Float64Array.from(values.keys(), (row) => row / 10);
      const still = StillValues.of(values, values.length);
      if (!still) throw new Error('it moves');
      const samples = still.samples(times, values.length);
      expect(samples.values.length).toBeLessThan(values.length / 10);
      for (const [row, value] of values.entries())
        expect(valueAt(samples.times, samples.values, times[row] as number)).toBe(value);
    }),
    { numRuns: 50 },
  );
});

test('a channel that changes is not still, and one without a reading is', () => {
  expect(
    StillValues.of(
      Float64Array.from({ length: 500 }, (_, nth) => nth % 5),
      500,
    ),
  ).toBeNull();
  expect(StillValues.of(new Float64Array(500).fill(Number.NaN), 500)?.count).toBe(1);
});
