import { dayMs } from '../units/durations.ts';

// Local times of a zone, whatever its daylight saving.

const clocks = new Map<string, Intl.DateTimeFormat>();
const clocksMax = 50;

export function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  if (clocks.size >= clocksMax) clocks.clear();
  const clock = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** The local time in the zone, encoded as if it were UTC. */
export function wallMs(instantMs: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of clockOf(timeZone).formatToParts(instantMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The instant of a local time. A repeated hour resolves to its first occurrence, a skipped one to its end. */
export function instantMs(wall: number, timeZone: string): number {
  const offset = (instant: number) => wallMs(instant, timeZone) - instant;
  const candidates = [wall - offset(wall - dayMs), wall - offset(wall + dayMs)];
  const exact = candidates.filter((instant) => wallMs(instant, timeZone) === wall);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}

/** The day of a moment in a zone, as `2026-11-30`. */
export const dayIn = (at: Date, timeZone: string): string =>
  new Date(wallMs(at.getTime(), timeZone)).toISOString().slice(0, 10);

/** The beginning of a day in a zone. */
export const midnightIn = (day: string, timeZone: string): Date => new Date(instantMs(Date.parse(day), timeZone));

/** The end of a day in a zone, which is the beginning of the next one. */
export const midnightAfter = (day: string, timeZone: string): Date =>
  new Date(instantMs(Date.parse(day) + dayMs, timeZone));

/** The beginning of the month of a moment in a zone, or of a later or earlier month. */
export function monthStartIn(at: Date, timeZone: string, plusMonths = 0): Date {
  const wall = new Date(wallMs(at.getTime(), timeZone));
  return new Date(instantMs(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + plusMonths, 1), timeZone));
}
