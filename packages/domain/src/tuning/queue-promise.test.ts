import { describe, expect, test } from 'vitest';
import { defaultSupportHours, type SupportHours } from '../support/support-hours.ts';
import { promiseAfterPause, promiseAt } from './queue-promise.ts';

// 9 to 17 on weekdays in Vancouver: 17:00 to 01:00 UTC in winter, 16:00 to 00:00 UTC in summer.
const hours = defaultSupportHours;
const at = (text: string) => new Date(text);
/** Five that each took two working hours, one after the other, on one Monday and Tuesday. */
const steady = [
  ['2026-02-02T17:00:00Z', '2026-02-02T19:00:00Z'],
  ['2026-02-02T19:00:00Z', '2026-02-02T21:00:00Z'],
  ['2026-02-02T21:00:00Z', '2026-02-02T23:00:00Z'],
  ['2026-02-02T23:00:00Z', '2026-02-03T01:00:00Z'],
  ['2026-02-03T17:00:00Z', '2026-02-03T19:00:00Z'],
].map(([queued = '', delivered = '']) => ({ queuedAt: at(queued), deliveredAt: at(delivered) }));
const promise = (now: string, ahead = 0, finished = steady, of: SupportHours = hours) =>
  promiseAt(of, { now: at(now), ahead, finished }).toISOString();

describe('a request that joins the queue is promised', () => {
  test('in an empty queue as long as nine of ten took, counted in published hours', () => {
    expect(promise('2026-02-04T17:00:00Z')).toBe('2026-02-04T19:00:00.000Z');
    // Thirty minutes before closing: the rest is done the next morning.
    expect(promise('2026-02-05T00:30:00Z')).toBe('2026-02-05T18:30:00.000Z');
    // Friday evening and the whole weekend: Monday.
    expect(promise('2026-02-07T03:00:00Z')).toBe('2026-02-09T19:00:00.000Z');
    expect(promise('2026-02-08T12:00:00Z')).toBe('2026-02-09T19:00:00.000Z');
  });

  test('once those ahead are worked through at the pace of the last deliveries', () => {
    // Four ahead and itself, two hours each: ten working hours.
    expect(promise('2026-02-04T17:00:00Z', 4)).toBe('2026-02-05T19:00:00.000Z');
    expect(promise('2026-02-04T17:00:00Z', 19)).toBe('2026-02-11T01:00:00.000Z');
  });

  test('by the pace of all hands together: what is worked on side by side goes faster, idle days do not count', () => {
    const sideBySide = Array.from({ length: 5 }, () => ({
      queuedAt: at('2026-02-02T17:00:00Z'),
      deliveredAt: at('2026-02-02T19:00:00Z'),
    }));
    // Five in two hours: ten ahead and itself take a little more than four.
    expect(promise('2026-02-04T17:00:00Z', 10, sideBySide)).toBe('2026-02-04T21:30:00.000Z');
    const onceAWeek = [2, 9, 16, 23].map((day) => ({
      queuedAt: at(`2026-02-${String(day).padStart(2, '0')}T17:00:00Z`),
      deliveredAt: at(`2026-02-${String(day).padStart(2, '0')}T20:00:00Z`),
    }));
    const weekly = [...onceAWeek, { queuedAt: at('2026-03-02T17:00:00Z'), deliveredAt: at('2026-03-02T20:00:00Z') }];
    expect(promise('2026-03-03T17:00:00Z', 1, weekly)).toBe('2026-03-03T23:00:00.000Z');
  });

  test('within a working day while nothing is known, later where many are ahead', () => {
    expect(promise('2026-02-04T18:00:00Z', 0, [])).toBe('2026-02-05T18:00:00.000Z');
    expect(promise('2026-02-04T17:00:00Z', 11, [])).toBe('2026-02-05T21:00:00.000Z');
  });

  test('by the clock on the wall when it changes', () => {
    const newYork = { ...hours, timeZone: 'America/New_York' };
    // On 8 March 2026 New York goes to summer time: Friday from 16:00 one hour, then Monday from 9:00 by the new clock.
    expect(promise('2026-03-06T21:00:00Z', 0, steady, newYork)).toBe('2026-03-09T14:00:00.000Z');
    // On 1 November 2026 it goes back.
    expect(promise('2026-10-30T20:00:00Z', 0, steady, newYork)).toBe('2026-11-02T15:00:00.000Z');
    const night: SupportHours = {
      opens: '00:00',
      closes: '24:00',
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      timeZone: newYork.timeZone,
    };
    // Through the missing hour: two real hours are two hours.
    expect(promise('2026-03-08T06:00:00Z', 0, steady, night)).toBe('2026-03-08T08:00:00.000Z');
  });

  test('in plain time where nobody says when we work', () => {
    const never = { ...hours, weekdays: [] };
    expect(promise('2026-02-07T12:00:00Z', 0, [], never)).toBe('2026-02-08T12:00:00.000Z');
    expect(promise('2026-02-07T12:00:00Z', 0, [], { ...hours, opens: 'nine' })).toBe('2026-02-08T12:00:00.000Z');
  });

  test('to the quarter of an hour, but not past the end of that day’s work', () => {
    expect(promise('2026-02-04T17:01:00Z')).toBe('2026-02-04T19:15:00.000Z');
    const odd = { ...hours, closes: '17:10' };
    const exactly = steady.map((one) => ({ ...one, deliveredAt: new Date(one.queuedAt.getTime() + 7_200_000) }));
    expect(promise('2026-02-04T23:07:00Z', 0, exactly, odd)).toBe('2026-02-05T01:10:00.000Z');
  });
});

describe('the promise of a request that waited for its customer', () => {
  test('has as much working time left as it had when the question was asked', () => {
    const promised = at('2026-02-04T23:00:00Z');
    const stopped = at('2026-02-04T20:00:00Z');
    // Three working hours were left; the answer comes on Saturday.
    expect(promiseAfterPause(hours, promised, stopped, at('2026-02-07T12:00:00Z')).toISOString()).toBe(
      '2026-02-09T20:00:00.000Z',
    );
  });

  test('that was late already stays late', () => {
    const promised = at('2026-02-03T23:00:00Z');
    expect(promiseAfterPause(hours, promised, at('2026-02-04T20:00:00Z'), at('2026-02-05T20:00:00Z'))).toEqual(
      promised,
    );
  });
});
