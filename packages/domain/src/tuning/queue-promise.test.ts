import { describe, expect, test } from 'vitest';
import { defaultSupportHours, type SupportHours } from '../support/support-hours.ts';
import { promiseAfterPause, promiseAt } from './queue-promise.ts';

// 9 to 17 on weekdays in Vancouver: 17:00 to 01:00 UTC in winter, 16:00 to 00:00 UTC in summer.
const hours = defaultSupportHours;
const at = (text: string) => new Date(text);
/** Five requests of two working hours each, in sequence, on a Monday and a Tuesday. */
const steady = [
  ['2026-02-02T17:00:00Z', '2026-02-02T19:00:00Z'],
  ['2026-02-02T19:00:00Z', '2026-02-02T21:00:00Z'],
  ['2026-02-02T21:00:00Z', '2026-02-02T23:00:00Z'],
  ['2026-02-02T23:00:00Z', '2026-02-03T01:00:00Z'],
  ['2026-02-03T17:00:00Z', '2026-02-03T19:00:00Z'],
].map(([queued = '', delivered = '']) => ({ queuedAt: at(queued), deliveredAt: at(delivered) }));
const promise = (now: string, ahead = 0, finished = steady, of: SupportHours = hours) =>
  promiseAt(of, { now: at(now), ahead, finished }).toISOString();

describe('the promise time of a queued request', () => {
  test('in an empty queue is the 90th percentile of past durations, in published hours', () => {
    expect(promise('2026-02-04T17:00:00Z')).toBe('2026-02-04T19:00:00.000Z');
    // Thirty minutes before closing: the rest continues the next morning.
    expect(promise('2026-02-05T00:30:00Z')).toBe('2026-02-05T18:30:00.000Z');
    // Friday evening and the weekend: ready on Monday.
    expect(promise('2026-02-07T03:00:00Z')).toBe('2026-02-09T19:00:00.000Z');
    expect(promise('2026-02-08T12:00:00Z')).toBe('2026-02-09T19:00:00.000Z');
  });

  test('follows the requests ahead at the pace of the latest deliveries', () => {
    // Four ahead plus this one at two hours each: ten working hours.
    expect(promise('2026-02-04T17:00:00Z', 4)).toBe('2026-02-05T19:00:00.000Z');
    expect(promise('2026-02-04T17:00:00Z', 19)).toBe('2026-02-11T01:00:00.000Z');
  });

  test('uses the combined pace of all tuners: parallel work is faster, idle days do not count', () => {
    const sideBySide = Array.from({ length: 5 }, () => ({
      queuedAt: at('2026-02-02T17:00:00Z'),
      deliveredAt: at('2026-02-02T19:00:00Z'),
    }));
    // Five in two hours: ten ahead plus this one take a little more than four hours.
    expect(promise('2026-02-04T17:00:00Z', 10, sideBySide)).toBe('2026-02-04T21:30:00.000Z');
    const onceAWeek = [2, 9, 16, 23].map((day) => ({
      queuedAt: at(`2026-02-${String(day).padStart(2, '0')}T17:00:00Z`),
      deliveredAt: at(`2026-02-${String(day).padStart(2, '0')}T20:00:00Z`),
    }));
    const weekly = [...onceAWeek, { queuedAt: at('2026-03-02T17:00:00Z'), deliveredAt: at('2026-03-02T20:00:00Z') }];
    expect(promise('2026-03-03T17:00:00Z', 1, weekly)).toBe('2026-03-03T23:00:00.000Z');
  });

  test('is within a working day without history, and later with many requests ahead', () => {
    expect(promise('2026-02-04T18:00:00Z', 0, [])).toBe('2026-02-05T18:00:00.000Z');
    expect(promise('2026-02-04T17:00:00Z', 11, [])).toBe('2026-02-05T21:00:00.000Z');
  });

  test('uses local time across daylight saving changes', () => {
    const newYork = { ...hours, timeZone: 'America/New_York' };
    // Daylight saving time starts in New York on 8 March 2026: one hour on Friday from 16:00, then Monday from 9:00 in
    // the new offset.
    expect(promise('2026-03-06T21:00:00Z', 0, steady, newYork)).toBe('2026-03-09T14:00:00.000Z');
    // It ends on 1 November 2026.
    expect(promise('2026-10-30T20:00:00Z', 0, steady, newYork)).toBe('2026-11-02T15:00:00.000Z');
    const night: SupportHours = {
      opens: '00:00',
      closes: '24:00',
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      timeZone: newYork.timeZone,
    };
    // Across the skipped hour, two elapsed hours count as two hours.
    expect(promise('2026-03-08T06:00:00Z', 0, steady, night)).toBe('2026-03-08T08:00:00.000Z');
  });

  test('uses elapsed time without published hours', () => {
    const never = { ...hours, weekdays: [] };
    expect(promise('2026-02-07T12:00:00Z', 0, [], never)).toBe('2026-02-08T12:00:00.000Z');
    expect(promise('2026-02-07T12:00:00Z', 0, [], { ...hours, opens: 'nine' })).toBe('2026-02-08T12:00:00.000Z');
  });

  test('is rounded to a quarter of an hour, but not past the end of the working day', () => {
    expect(promise('2026-02-04T17:01:00Z')).toBe('2026-02-04T19:15:00.000Z');
    const odd = { ...hours, closes: '17:10' };
    const exactly = steady.map((one) => ({ ...one, deliveredAt: new Date(one.queuedAt.getTime() + 7_200_000) }));
    expect(promise('2026-02-04T23:07:00Z', 0, exactly, odd)).toBe('2026-02-05T01:10:00.000Z');
  });
});

describe('the promise time of a request that waited for its customer', () => {
  test('keeps the working time left when the question was asked', () => {
    const promised = at('2026-02-04T23:00:00Z');
    const stopped = at('2026-02-04T20:00:00Z');
    // Three working hours were left; the customer replies on Saturday.
    expect(promiseAfterPause(hours, promised, stopped, at('2026-02-07T12:00:00Z')).toISOString()).toBe(
      '2026-02-09T20:00:00.000Z',
    );
  });

  test('stays late if it was late already', () => {
    const promised = at('2026-02-03T23:00:00Z');
    expect(promiseAfterPause(hours, promised, at('2026-02-04T20:00:00Z'), at('2026-02-05T20:00:00Z'))).toEqual(
      promised,
    );
  });
});
