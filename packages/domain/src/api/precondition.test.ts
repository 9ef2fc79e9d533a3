import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStale, nextUpdatedAt, parseHttpDate } from './precondition.ts';

const at = (text: string) => new Date(text);

describe('HTTP dates', () => {
  test('are parsed to the second', () => {
    expect(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toEqual(at('1994-11-06T08:49:37Z'));
  });
  test('in another format are not parsed', () => {
    const forms = [
      '',
      '1994-11-06T08:49:37Z',
      'Sunday, 06-Nov-94 08:49:37 GMT',
      'Sun Nov  6 08:49:37 1994',
      'Mon, 06 Nov 1994 08:49:37 GMT',
      'Thu, 31 Feb 2022 08:49:37 GMT',
      'Sun, 06 Nov 1994 25:49:37 GMT',
      'Sun, 06 Nov 1994 08:49:37 CET',
      '0',
    ];
    for (const text of forms) expect([text, parseHttpDate(text)]).toEqual([text, null]);
  });
});

describe('the timestamp of a record', () => {
  test('is the current second when that is later', () =>
    expect(nextUpdatedAt(at('2026-01-01T00:00:00Z'), at('2026-01-01T00:00:09.900Z'))).toEqual(
      at('2026-01-01T00:00:09Z'),
    ));
  test('advances by a second when two saves fall into one', () => {
    const first = nextUpdatedAt(null, at('2026-01-01T00:00:00.100Z'));
    const second = nextUpdatedAt(first, at('2026-01-01T00:00:00.200Z'));
    const third = nextUpdatedAt(second, at('2026-01-01T00:00:00.300Z'));
    expect([first, second, third].map((date) => date.getTime() % 60_000)).toEqual([0, 1000, 2000]);
  });
  test('advances even when the clock went back', () =>
    expect(nextUpdatedAt(at('2026-01-01T00:00:05Z'), at('2025-12-31T00:00:00Z'))).toEqual(at('2026-01-01T00:00:06Z')));
  test('a version read before a save is always stale after it', () => {
    const date = fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(date, date, (previous, now) => {
        const next = nextUpdatedAt(previous, now);
        const readAt = parseHttpDate(previous.toUTCString());
        expect(readAt !== null && isStale(next, readAt)).toBe(true);
        expect(next.getTime() % 1000).toBe(0);
        expect(isStale(next, next)).toBe(false);
      }),
      { seed: 3 },
    );
  });
});
