import { dayMs, minuteMs } from '../units/durations.ts';
import { clockOf, instantMs, wallMs } from './wall-clock.ts';

export type SupportHours = {
  /** Local times of the zone, 'HH:MM'; closing may be '24:00'. */
  readonly opens: string;
  readonly closes: string;
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  readonly timeZone: string;
};

export const defaultSupportHours: SupportHours = {
  opens: '09:00',
  closes: '17:00',
  weekdays: [1, 2, 3, 4, 5],
  timeZone: 'America/Vancouver',
};

export type SupportStatus =
  | { readonly open: true; readonly closesAt: Date }
  | { readonly open: false; readonly opensAt: Date | null };

function minuteOfDay(clock: string): number | null {
  const match = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(clock);
  if (!match) return null;
  const minute = Number(match[1]) * 60 + Number(match[2]);
  return minute <= 1440 ? minute : null;
}

/** Problems of these support hours, for the settings form; empty if they are valid. */
export function supportHoursProblems(hours: SupportHours): string[] {
  const problems: string[] = [];
  const opens = minuteOfDay(hours.opens);
  const closes = minuteOfDay(hours.closes);
  if (opens === null || closes === null) problems.push('Enter a time such as 09:00.');
  else if (closes <= opens) problems.push('Support must close after it opens, on the same day.');
  if (hours.weekdays.some((day) => !Number.isInteger(day) || day < 0 || day > 6))
    problems.push('Choose days from Sunday to Saturday.');
  try {
    clockOf(hours.timeZone);
  } catch {
    problems.push('Unknown time zone.');
  }
  return problems;
}

/** Whether support is open now, and until or from when. Hours are in the configured zone, not the visitor's. */
export function supportStatus(hours: SupportHours, now: Date): SupportStatus {
  if (supportHoursProblems(hours).length > 0) return { open: false, opensAt: null };
  const opens = minuteOfDay(hours.opens) ?? 0;
  const closes = minuteOfDay(hours.closes) ?? 0;
  const today = Math.floor(wallMs(now.getTime(), hours.timeZone) / dayMs) * dayMs;

  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = today + ahead * dayMs;
    if (!hours.weekdays.includes(new Date(day).getUTCDay())) continue;
    const opensAt = instantMs(day + opens * minuteMs, hours.timeZone);
    const closesAt = instantMs(day + closes * minuteMs, hours.timeZone);
    if (now.getTime() < opensAt) return { open: false, opensAt: new Date(opensAt) };
    if (now.getTime() < closesAt) return { open: true, closesAt: new Date(closesAt) };
  }
  return { open: false, opensAt: null };
}
