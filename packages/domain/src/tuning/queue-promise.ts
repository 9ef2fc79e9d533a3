import { type SupportHours, supportHoursProblems } from '../support/support-hours.ts';
import { addSupportMs, supportMsBetween } from '../support/ticket-clock.ts';

/** A request that was worked through: when it came into the queue and when its file went out. */
export type Finished = { readonly queuedAt: Date; readonly deliveredAt: Date };

/** Fewer say nothing about how fast we are. */
export const promiseSampleMin = 5;
/** While nothing is known: a working day, and an hour for each request that is ahead. */
const unknownPaceMs = 3_600_000;
const quarterMs = 900_000;
const dayMs = 86_400_000;

/** How long a day's work is; a whole day where nobody says when we work. */
function workingDayMs(hours: SupportHours): number {
  if (supportHoursProblems(hours).length > 0 || hours.weekdays.length === 0) return dayMs;
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  return (minutes(hours.closes) - minutes(hours.opens)) * 60_000;
}

/** Working time in which at least one of these was with us: what lay idle says nothing about our pace. */
function busyMs(hours: SupportHours, finished: readonly Finished[]): number {
  const spans = [...finished].sort((a, b) => a.queuedAt.getTime() - b.queuedAt.getTime());
  let sum = 0;
  let until = new Date(0);
  for (const { queuedAt, deliveredAt } of spans) {
    const from = queuedAt > until ? queuedAt : until;
    if (deliveredAt <= from) continue;
    sum += supportMsBetween(hours, from, deliveredAt);
    until = deliveredAt;
  }
  return sum;
}

/** What nine of ten took no longer than. */
function ninth(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.9) - 1)] ?? 0;
}

/**
 * When a request that joins the queue now will be ready: as long as nine of ten took lately, and not before those ahead of it
 * are worked through at the pace of the last deliveries. Counted in published hours, so it is a moment at which somebody works.
 */
export function promiseAt(
  hours: SupportHours,
  queue: { readonly now: Date; readonly ahead: number; readonly finished: readonly Finished[] },
): Date {
  const { now, ahead, finished } = queue;
  const known = finished.length >= promiseSampleMin;
  const took = known
    ? ninth(finished.map(({ queuedAt, deliveredAt }) => supportMsBetween(hours, queuedAt, deliveredAt)))
    : workingDayMs(hours);
  const paceMs = known ? busyMs(hours, finished) / finished.length : unknownPaceMs;
  return onTheQuarter(hours, now, Math.max(took, Math.ceil(paceMs * (ahead + 1))));
}

/** The promise of a request that waited for its customer since `stoppedAt`: what was left then, from now on. */
export function promiseAfterPause(hours: SupportHours, promisedAt: Date, stoppedAt: Date, now: Date): Date {
  // It was late already: waiting makes it no better.
  if (promisedAt <= stoppedAt) return promisedAt;
  return onTheQuarter(hours, now, supportMsBetween(hours, stoppedAt, promisedAt));
}

/** Nobody promises seconds: the next full quarter of an hour, but not past the end of that day's work. */
function onTheQuarter(hours: SupportHours, from: Date, workMs: number): Date {
  const exact = addSupportMs(hours, from, workMs);
  const rounded = new Date(Math.ceil(exact.getTime() / quarterMs) * quarterMs);
  const over = supportMsBetween(hours, exact, rounded);
  return new Date(exact.getTime() + over);
}
