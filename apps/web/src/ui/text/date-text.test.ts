import { expect, test } from 'vitest';
import { dateText, relativeText } from './date-text.ts';

const now = Date.parse('2026-02-03T12:00:00Z');
const after = (text: string) => relativeText(Date.parse(text), now);

test('a near date is shown relative to now', () => {
  expect(after('2026-02-03T11:59:40Z')).toBe('just now');
  expect(after('2026-02-03T11:59:00Z')).toBe('1 minute ago');
  expect(after('2026-02-03T09:00:00Z')).toBe('3 hours ago');
  expect(after('2026-02-05T12:00:00Z')).toBe('in 2 days');
});

test('a distant date is shown as a date', () => {
  expect(after('2025-11-01T00:00:00Z')).toBeNull();
});

test('a date reads the same on the server and in the browser', () => {
  expect(dateText(new Date('2026-02-03T04:05:00Z'), 'utc', true)).toBe('3 Feb 2026, 04:05');
  expect(dateText(new Date('2026-12-31T23:59:00Z'), 'utc', false)).toBe('31 Dec 2026');
});
