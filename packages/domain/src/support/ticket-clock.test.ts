import { describe, expect, test } from 'vitest';
import { defaultSupportHours as hours } from './support-hours.ts';
import { addSupportMs, clockAfter, freshClock, supportMsBetween } from './ticket-clock.ts';

const hour = 3_600_000;
const at = (text: string) => new Date(text);
// Vancouver in November is at UTC−8: support is open from 17:00 to 01:00 UTC.
const mondayTen = at('2026-11-09T18:00:00Z');

describe('support time', () => {
  test('counts opening hours only', () => {
    expect(addSupportMs(hours, mondayTen, 4 * hour)).toEqual(at('2026-11-09T22:00:00Z'));
    expect(addSupportMs(hours, mondayTen, 8 * hour)).toEqual(at('2026-11-10T18:00:00Z'));
  });
  test('pauses over the weekend', () => {
    const fridayFour = at('2026-11-14T00:00:00Z');
    expect(addSupportMs(hours, fridayFour, 2 * hour)).toEqual(at('2026-11-16T18:00:00Z'));
    expect(supportMsBetween(hours, fridayFour, at('2026-11-16T18:00:00Z'))).toBe(2 * hour);
  });
  test('is the same forwards and backwards', () => {
    for (const ms of [0, 1, hour, 7.5 * hour, 23 * hour, 100 * hour])
      expect(supportMsBetween(hours, mondayTen, addSupportMs(hours, mondayTen, ms))).toBe(ms);
  });
  test('is elapsed time when there are no opening hours', () => {
    const never = { ...hours, weekdays: [] };
    expect(addSupportMs(never, mondayTen, hour)).toEqual(at('2026-11-09T19:00:00Z'));
    expect(supportMsBetween(never, mondayTen, at('2026-11-09T19:00:00Z'))).toBe(hour);
  });
});

describe('the clocks of a ticket', () => {
  const fresh = freshClock(hours, mondayTen);
  test('set due times for first response and resolution', () => {
    expect(fresh.responseDueAt).toEqual(at('2026-11-09T22:00:00Z'));
    expect(fresh.resolveDueAt).toEqual(at('2026-11-12T18:00:00Z'));
  });
  test('the response clock ends when staff take or answer the ticket, not when the customer writes again', () => {
    const still = clockAfter(fresh, { from: 'new', to: 'new' }, hours, at('2026-11-09T19:00:00Z'));
    expect(still).toEqual(fresh);
    expect(clockAfter(fresh, { from: 'new', to: 'open' }, hours, at('2026-11-09T19:00:00Z')).responseDueAt).toBeNull();
  });
  test('pause while it waits for the customer or is parked, and resume with an answer', () => {
    const paused = clockAfter(fresh, { from: 'new', to: 'waiting_customer' }, hours, at('2026-11-09T20:00:00Z'));
    expect(paused).toEqual({ ranMs: 2 * hour, since: null, responseDueAt: null, resolveDueAt: null });
    const answered = clockAfter(paused, { from: 'waiting_customer', to: 'open' }, hours, at('2026-11-13T18:00:00Z'));
    expect(answered.since).toEqual(at('2026-11-13T18:00:00Z'));
    expect(supportMsBetween(hours, answered.since ?? mondayTen, answered.resolveDueAt ?? mondayTen)).toBe(22 * hour);
    const parked = clockAfter(answered, { from: 'open', to: 'parked' }, hours, at('2026-11-13T19:00:00Z'));
    expect([parked.ranMs, parked.since]).toEqual([3 * hour, null]);
  });
  test('an overdue clock is due immediately', () => {
    const late = { ranMs: 40 * hour, since: null, responseDueAt: null, resolveDueAt: null };
    const now = at('2026-11-13T18:00:00Z');
    expect(clockAfter(late, { from: 'parked', to: 'open' }, hours, now).resolveDueAt).toEqual(now);
  });
});
