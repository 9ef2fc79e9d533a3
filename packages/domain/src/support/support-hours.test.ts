import { describe, expect, test } from 'vitest';
import { defaultSupportHours, supportHoursProblems, supportStatus } from './support-hours.ts';

const at = (text: string) => supportStatus(defaultSupportHours, new Date(text));
const opens = (text: string) => ({ open: false, opensAt: new Date(text) });
const closes = (text: string) => ({ open: true, closesAt: new Date(text) });

describe('default support hours', () => {
  test('are 9 to 17 (S419)', () => {
    // A Wednesday in winter; Vancouver is at UTC−8.
    expect(at('2026-01-14T16:59:59Z')).toEqual(opens('2026-01-14T17:00:00Z'));
    expect(at('2026-01-14T17:00:00Z')).toEqual(closes('2026-01-15T01:00:00Z'));
    expect(at('2026-01-15T00:59:59Z')).toEqual(closes('2026-01-15T01:00:00Z'));
    expect(at('2026-01-15T01:00:00Z')).toEqual(opens('2026-01-15T17:00:00Z'));
  });
  test('apply on weekdays only (S420)', () => {
    const noon = (day: number) => at(`2026-01-${day}T20:00:00Z`);
    expect([12, 13, 14, 15, 16].map((day) => noon(day).open)).toEqual([true, true, true, true, true]);
    expect(noon(17)).toEqual(opens('2026-01-19T17:00:00Z'));
    expect(noon(18)).toEqual(opens('2026-01-19T17:00:00Z'));
    // Friday after closing: opens on Monday, although it is already Saturday in Europe.
    expect(at('2026-01-17T01:00:00Z')).toEqual(opens('2026-01-19T17:00:00Z'));
  });
  test('are Pacific, in summer and winter and whatever the time zone of the machine (S421)', () => {
    expect(defaultSupportHours.timeZone).toBe('America/Vancouver');
    expect(at('2026-07-15T16:00:00Z')).toEqual(closes('2026-07-16T00:00:00Z'));
    expect(at('2026-07-15T15:59:59Z').open).toBe(false);
  });
});

describe('daylight saving changes', () => {
  test('the Friday before spring: Monday opens an hour earlier in UTC', () => {
    expect(at('2026-03-06T23:00:00Z')).toEqual(closes('2026-03-07T01:00:00Z'));
    expect(at('2026-03-07T01:00:00Z')).toEqual(opens('2026-03-09T16:00:00Z'));
  });
  test('the Friday before winter: Monday opens an hour later in UTC', () =>
    expect(
      supportStatus({ ...defaultSupportHours, timeZone: 'America/Los_Angeles' }, new Date('2026-10-31T00:00:00Z')),
    ).toEqual(opens('2026-11-02T17:00:00Z')));
  const sunday = { ...defaultSupportHours, weekdays: [0], timeZone: 'Europe/Berlin' };
  test('an opening in the skipped hour is right after the change', () =>
    expect(supportStatus({ ...sunday, opens: '02:30' }, new Date('2026-03-29T00:00:00Z'))).toEqual(
      opens('2026-03-29T01:30:00Z'),
    ));
  test('an opening in the repeated hour is its first occurrence', () =>
    expect(supportStatus({ ...sunday, opens: '02:30' }, new Date('2026-10-25T00:00:00Z'))).toEqual(
      opens('2026-10-25T00:30:00Z'),
    ));
  test('a day of 23 hours closes at its local time', () =>
    expect(supportStatus({ ...sunday, opens: '00:00', closes: '24:00' }, new Date('2026-03-29T12:00:00Z'))).toEqual(
      closes('2026-03-29T22:00:00Z'),
    ));
});

describe('other hours', () => {
  test('a week with one day that has just closed reopens in a week', () =>
    expect(supportStatus({ ...defaultSupportHours, weekdays: [3] }, new Date('2026-01-15T01:00:00Z'))).toEqual(
      opens('2026-01-21T17:00:00Z'),
    ));
  test('no days at all means closed without a next opening', () =>
    expect(supportStatus({ ...defaultSupportHours, weekdays: [] }, new Date('2026-01-14T20:00:00Z'))).toEqual({
      open: false,
      opensAt: null,
    }));
  test('a time zone far ahead uses its own date', () =>
    expect(
      supportStatus({ ...defaultSupportHours, timeZone: 'Pacific/Kiritimati' }, new Date('2026-01-18T20:00:00Z')),
    ).toEqual(closes('2026-01-19T03:00:00Z')));
  test('invalid hours are reported and never break the page', () => {
    expect(supportHoursProblems(defaultSupportHours)).toEqual([]);
    const bad = [
      { opens: '9' },
      { closes: '09:00' },
      { closes: '24:30' },
      { weekdays: [7] },
      { timeZone: 'Mars/Base' },
      { opens: '18:00' },
    ];
    for (const part of bad) {
      const hours = { ...defaultSupportHours, ...part };
      expect(supportHoursProblems(hours)).toHaveLength(1);
      expect(supportStatus(hours, new Date('2026-01-14T20:00:00Z'))).toEqual({ open: false, opensAt: null });
    }
  });
});
