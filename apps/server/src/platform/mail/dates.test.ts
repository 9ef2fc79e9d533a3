import { expect, test } from 'vitest';
import { dayLabel, momentLabel } from './dates.ts';

test('a mail spells out the date and names its time zone', () => {
  expect(dayLabel(new Date('2026-12-01T00:30:00Z'))).toBe('1 December 2026');
  expect(momentLabel(new Date('2026-12-01T00:30:00Z'))).toBe('1 December 2026, 00:30 UTC');
  expect(momentLabel(new Date('2026-11-30T23:59:00Z'))).toBe('30 November 2026, 23:59 UTC');
});
