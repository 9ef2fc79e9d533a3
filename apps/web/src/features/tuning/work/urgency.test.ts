import { expect, test } from 'vitest';
import { urgencyOf } from './urgency.ts';

const now = Date.parse('2026-03-02T12:00:00Z');

test.each([
  [null, 'calm'],
  ['2026-03-04T12:00:00Z', 'calm'],
  ['2026-03-02T20:00:00Z', 'calm'],
  ['2026-03-02T19:59:00Z', 'soon'],
  ['2026-03-02T12:00:00Z', 'soon'],
  ['2026-03-02T11:59:00Z', 'late'],
] as const)('a card promised for %s is %s', (promisedAt, urgency) => {
  expect(urgencyOf(promisedAt, now)).toBe(urgency);
});
