import type { Permission } from '../identity/permissions.ts';

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

const dayMs = 86_400_000;
const startOfDay = (at: Date): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());

/** The last complete week (Monday to Sunday) or calendar month before `now`, in UTC. `to` is exclusive. */
export function lastPeriod(every: ReportInterval, now: Date): { readonly from: Date; readonly to: Date } {
  if (every === 'monthly') {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return { from: new Date(Date.UTC(year, month - 1, 1)), to: new Date(Date.UTC(year, month, 1)) };
  }
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  const to = startOfDay(now) - sinceMonday * dayMs;
  return { from: new Date(to - 7 * dayMs), to: new Date(to) };
}
