import { expect, test } from 'vitest';
import { forecastOf, forecastWeeks } from './ageing.ts';

test('a forecast sums open sales by the week they are due in, without overdue and later ones', () => {
  const now = new Date('2026-11-17T12:00:00Z');
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
  const items = [
    { due_at: inDays(-1), open_minor: 100n },
    { due_at: inDays(0), open_minor: 200n },
    { due_at: inDays(6.9), open_minor: 300n },
    { due_at: inDays(7), open_minor: 400n },
    { due_at: inDays(55), open_minor: 500n },
    { due_at: inDays(56), open_minor: 600n },
  ];
  const weeks = forecastOf(items, now);
  expect(weeks).toHaveLength(forecastWeeks);
  expect(weeks.map(({ dueMinor }) => dueMinor)).toEqual([500n, 400n, 0n, 0n, 0n, 0n, 0n, 500n]);
  expect(weeks[1]?.from).toEqual(inDays(7));
});
