import { expect, test } from 'vitest';
import { bucketValues, dateBuckets, partialFrom } from './buckets.ts';

const now = new Date('2026-03-18T15:00:00Z');

test('buckets cover every day, week or month of a period, with those that have no data', () => {
  expect(dateBuckets('2026-02-27', '2026-03-02', 'day', now).map(({ from }) => from)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
  // Weeks start on Monday; the first one contains the first day.
  expect(dateBuckets('2026-03-04', '2026-03-18', 'week', now).map(({ from }) => from)).toEqual([
    '2026-03-02',
    '2026-03-09',
    '2026-03-16',
  ]);
  expect(dateBuckets('2025-12-31', '2026-03-01', 'month', now).map(({ from, to }) => `${from} ${to}`)).toEqual([
    '2025-12-01 2026-01-01',
    '2026-01-01 2026-02-01',
    '2026-02-01 2026-03-01',
  ]);
});

test('a period that is not over is partial, and one that has not begun has no value', () => {
  const buckets = dateBuckets('2026-03-17', '2026-03-20', 'day', now);
  expect(buckets.map(({ partial }) => partial)).toEqual([false, true, true]);
  expect(partialFrom(buckets)).toBe(1);
  expect(partialFrom(dateBuckets('2026-03-01', '2026-03-10', 'day', now))).toBeUndefined();
  const rows = [
    { day: '2026-03-18', value: 2 },
    { day: '2026-03-18', value: 3 },
  ];
  expect(bucketValues(buckets, rows, now)).toEqual([0, 5, null]);
});
