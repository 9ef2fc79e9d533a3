import { expect, test } from 'vitest';
import { waitText } from './wait-text.ts';

test('wait text uses the natural unit, rounded up', () => {
  expect([0.2, 1, 45, 89, 90, 121, 3600, 5399, 5400, 86_000].map(waitText)).toEqual([
    '1 second',
    '1 second',
    '45 seconds',
    '89 seconds',
    '2 minutes',
    '3 minutes',
    '60 minutes',
    '2 hours',
    '2 hours',
    '24 hours',
  ]);
});
