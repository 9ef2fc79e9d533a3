import { expect, test } from 'vitest';
import { dayIn, midnightAfter, midnightIn, monthStartIn } from './wall-clock.ts';

const iso = (at: Date) => at.toISOString();

test('days begin and end at local midnight, also when the clock changes', () => {
  expect(iso(midnightIn('2026-01-31', 'America/Vancouver'))).toBe('2026-01-31T08:00:00.000Z');
  // The day of the spring change has 23 hours, that of the autumn change 25.
  expect(iso(midnightIn('2026-03-08', 'America/Vancouver'))).toBe('2026-03-08T08:00:00.000Z');
  expect(iso(midnightAfter('2026-03-08', 'America/Vancouver'))).toBe('2026-03-09T07:00:00.000Z');
  expect(iso(midnightIn('2026-10-25', 'Europe/Berlin'))).toBe('2026-10-24T22:00:00.000Z');
  expect(iso(midnightAfter('2026-10-25', 'Europe/Berlin'))).toBe('2026-10-25T23:00:00.000Z');
  // Midnight does not exist where the clock changes at midnight.
  expect(iso(midnightIn('2026-09-06', 'America/Santiago'))).toBe('2026-09-06T04:00:00.000Z');
});

test('a moment has the day and month of the zone', () => {
  const at = new Date('2026-02-01T07:30:00Z');
  expect([dayIn(at, 'America/Vancouver'), dayIn(at, 'UTC')]).toEqual(['2026-01-31', '2026-02-01']);
  expect(iso(monthStartIn(at, 'America/Vancouver'))).toBe('2026-01-01T08:00:00.000Z');
  expect(iso(monthStartIn(at, 'America/Vancouver', 1))).toBe('2026-02-01T08:00:00.000Z');
  expect(iso(monthStartIn(at, 'UTC', -12))).toBe('2025-02-01T00:00:00.000Z');
});
