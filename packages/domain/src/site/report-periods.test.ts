import { expect, test } from 'vitest';
import { lastPeriod } from './report-periods.ts';

const period = (every: 'weekly' | 'monthly', now: string) => {
  const { from, to } = lastPeriod(every, new Date(now), 'UTC');
  return [from.toISOString().slice(0, 10), to.toISOString().slice(0, 10)];
};

test('a week is the seven days before the last Monday', () => {
  expect(period('weekly', '2026-11-16T00:00:00Z')).toEqual(['2026-11-09', '2026-11-16']);
  expect(period('weekly', '2026-11-15T23:59:59Z')).toEqual(['2026-11-02', '2026-11-09']);
  expect(period('weekly', '2026-11-22T12:00:00Z')).toEqual(['2026-11-09', '2026-11-16']);
  expect(period('weekly', '2027-01-01T00:00:00Z')).toEqual(['2026-12-21', '2026-12-28']);
});

test('days and months are those of the time zone, also around a change of the clocks', () => {
  const instants = (every: 'weekly' | 'monthly', now: string) => {
    const { from, to } = lastPeriod(every, new Date(now), 'America/Vancouver');
    return [from.toISOString(), to.toISOString()];
  };
  expect(instants('monthly', '2026-04-01T06:59:59Z')).toEqual(['2026-02-01T08:00:00.000Z', '2026-03-01T08:00:00.000Z']);
  expect(instants('monthly', '2026-04-01T07:00:00Z')).toEqual(['2026-03-01T08:00:00.000Z', '2026-04-01T07:00:00.000Z']);
  expect(instants('weekly', '2026-03-09T07:00:00Z')).toEqual(['2026-03-02T08:00:00.000Z', '2026-03-09T07:00:00.000Z']);
});

test('a month is the calendar month before', () => {
  expect(period('monthly', '2026-03-01T00:00:00Z')).toEqual(['2026-02-01', '2026-03-01']);
  expect(period('monthly', '2026-02-28T23:59:59Z')).toEqual(['2026-01-01', '2026-02-01']);
  expect(period('monthly', '2027-01-31T10:00:00Z')).toEqual(['2026-12-01', '2027-01-01']);
});
