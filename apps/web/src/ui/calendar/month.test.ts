import { expect, test } from 'vitest';
import { addMonths, isMonth, monthTitle, weeksOf } from './month.ts';

test('weeks run from Monday to Sunday and hold every day of the month', () => {
  const weeks = weeksOf('2026-02');
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([5, '2026-01-26', '2026-03-01']);
  expect(weeksOf('2027-02')).toHaveLength(4);
  expect(weeksOf('2026-08')).toHaveLength(6);
});

test('months continue over the end of a year', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect(monthTitle('2026-01')).toBe('January 2026');
});

test.each([null, '', '2026-13', '2026-1', 'today'])('%s is not a month', (text) => {
  expect(isMonth(text)).toBe(false);
});
