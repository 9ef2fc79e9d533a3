import { expect, test } from 'vitest';
import { cohortOf, exceedsStopRule } from './beta-states.ts';

test('stop rule counts incidents per 100 active participants', () => {
  expect(exceedsStopRule(1, 20, 5)).toBe(false);
  expect(exceedsStopRule(2, 20, 5)).toBe(true);
  expect(exceedsStopRule(1, 1000, 0)).toBe(true);
  expect(exceedsStopRule(0, 0, 0)).toBe(false);
  expect(exceedsStopRule(50, 50, null)).toBe(false);
});

test('cohorts fill in the order of admission', () => {
  expect([1, 5, 6, 11].map((admitted) => cohortOf(admitted, 5))).toEqual([1, 1, 2, 3]);
  expect(cohortOf(400, null)).toBe(1);
});
