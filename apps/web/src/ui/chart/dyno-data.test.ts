import { expect, test } from 'vitest';
import { dynoData } from './dyno-data.ts';

test('lines measured at different rpm share one axis without extrapolation', () => {
  const data = dynoData(
    {
      stock: [
        { rpm: 1000, value: 50 },
        { rpm: 3000, value: 150 },
      ],
      tuned: [
        { rpm: 2000, value: 130 },
        { rpm: 3000, value: 190 },
      ],
    },
    undefined,
    'hp',
    'lb-ft',
  );
  expect(data.rpm).toEqual([1000, 2000, 3000]);
  expect(data.lines.map((l) => [l.label, l.values])).toEqual([
    ['Power', [null, 130, 190]],
    ['Stock power', [50, 100, 150]],
  ]);
});
