import { chance } from '../chance.ts';

export const dayMs = 86_400_000;

/** Business by month of the year: people tune in spring, and buy before the holidays. */
const season = [0.7, 0.75, 1.05, 1.25, 1.3, 1.2, 1.05, 1, 0.95, 0.95, 1.15, 1.1];

export type Month = { name: string; from: Date; to: Date };

/** When a month has begun in the company's zone, Vancouver, in winter and in summer. */
const monthStartHour = 8;

/** The 24 months that end now, each beginning on the same day of the month as the last. */
export function monthsUntil(now: Date, count = 24): Month[] {
  const first = (back: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1, monthStartHour));
  return Array.from({ length: count }, (_, at) => {
    const from = new Date(Math.min(first(count - 1 - at).getTime(), now.getTime()));
    const to = at === count - 1 ? now : first(count - 2 - at);
    return { name: from.toISOString().slice(0, 7), from, to };
  });
}

/** How many of `total` fall into each month: it grows by 2.5 % a month, with the season, and a part month has its part. */
export function spread(total: number, months: readonly Month[]): number[] {
  const weights = months.map(
    ({ from, to }, at) =>
      1.025 ** at * (season[from.getUTCMonth()] ?? 1) * Math.min(1, (to.getTime() - from.getTime()) / (30 * dayMs)),
  );
  const sum = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => Math.round((total * weight) / sum));
}

/** Moments within a month, in order; mostly by day, fewer on weekends. */
export function moments(month: Month, count: number, seed: number, name: string): Date[] {
  const length = month.to.getTime() - month.from.getTime();
  return Array.from({ length: count }, (_, at) => {
    const label = `${name} ${month.name} ${at}`;
    let day = Math.floor(month.from.getTime() + chance(seed, `${label} day`) * length);
    day -= day % dayMs;
    const weekday = new Date(day).getUTCDay();
    if ((weekday === 0 || weekday === 6) && chance(seed, `${label} weekend`) < 0.5) day -= 2 * dayMs;
    // Between 13:00 and 03:00 UTC, which is the day in Canada.
    const moment = day + (13 + chance(seed, `${label} hour`) * 14) * 3_600_000;
    return new Date(Math.min(Math.max(moment, month.from.getTime()), month.to.getTime() - 60_000));
  }).sort((a, b) => a.getTime() - b.getTime());
}
