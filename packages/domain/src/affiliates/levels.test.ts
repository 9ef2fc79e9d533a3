import { expect, test } from 'vitest';
import { defaultLevels, parseLevels } from './levels.ts';

test('levels are read as rising targets with rising shares', () => {
  expect(parseLevels('500: 7.5, 2000:10')).toEqual([
    { target: 500, sharePercent: '7.5' },
    { target: 2000, sharePercent: '10' },
  ]);
  expect(parseLevels(defaultLevels)).toHaveLength(3);
  expect(parseLevels('')).toEqual([]);
});

test.each(['500', '500: 7.5, 400: 8', '500: 7.5, 600: 7', 'x: 1', '500: 101', '-5: 3'])(
  'levels "%s" are refused',
  (text) => {
    expect(parseLevels(text)).toBeNull();
  },
);
