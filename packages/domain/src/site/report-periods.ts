import type { Permission } from '../identity/permissions.ts';
import { dayIn, midnightIn, monthStartIn } from '../support/wall-clock.ts';
import { dayMs } from '../units/durations.ts';

/** Who may read at least one report. */
export const reportRights = [
  'transactions.read',
  'tune-requests.admin',
  'value-transfers',
  'payouts',
] as const satisfies readonly Permission[];

export const reportIntervals = ['weekly', 'monthly'] as const;
export type ReportInterval = (typeof reportIntervals)[number];

export const reportIntervalNames: Readonly<Record<ReportInterval, string>> = {
  weekly: 'Every Monday, about the week before',
  monthly: 'On the first of the month, about the month before',
};

export const reportFormats = ['csv', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const reportFormatNames: Readonly<Record<ReportFormat, string>> = {
  csv: 'CSV, for a spreadsheet',
  pdf: 'PDF, with key figures and a chart',
};

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);

/** The last complete week (Monday to Sunday) or calendar month before `now` in a time zone. `to` is exclusive. */
export function lastPeriod(
  every: ReportInterval,
  now: Date,
  timeZone: string,
): { readonly from: Date; readonly to: Date } {
  if (every === 'monthly') return { from: monthStartIn(now, timeZone, -1), to: monthStartIn(now, timeZone) };
  const today = dayIn(now, timeZone);
  const monday = dayBefore(today, (new Date(today).getUTCDay() + 6) % 7);
  return { from: midnightIn(dayBefore(monday, 7), timeZone), to: midnightIn(monday, timeZone) };
}
