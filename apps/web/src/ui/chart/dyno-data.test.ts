import { expect, test } from 'vitest';
import { dynoData } from './dyno-data.ts';

test('lines measured at different speeds share one axis, and nothing is invented outside a line', () => {
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
