import { type SupportHours, supportHoursProblems } from '../support/support-hours.ts';
import { addSupportMs, supportMsBetween } from '../support/ticket-clock.ts';
import { dayMs } from '../units/durations.ts';

/** A finished request: when it entered the queue and when its file was delivered. */
type Finished = { readonly queuedAt: Date; readonly deliveredAt: Date };

/** Fewer deliveries do not allow an estimate. */
const promiseSampleMin = 5;
/** Defaults without data: a working day, plus an hour for each request ahead. */
const unknownPaceMs = 3_600_000;
const quarterMs = 900_000;

/** Length of a working day; 24 hours if the support hours are invalid or empty. */
function workingDayMs(hours: SupportHours): number {
  if (supportHoursProblems(hours).length > 0 || hours.weekdays.length === 0) return dayMs;
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
  return (minutes(hours.closes) - minutes(hours.opens)) * 60_000;
}

/** Working time during which at least one request was in progress; idle time is not part of the pace. */
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

/** The 90th percentile. */
function ninth(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.9) - 1)] ?? 0;
}

/**
 * When a request that joins the queue now will be ready: the 90th percentile of recent durations, but not before the
 * requests ahead are finished at the recent pace. Counted in published hours, so it is always within working time.
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

/**
 * The promise time of a request that has waited for its customer since `stoppedAt`: the remaining time then, counted
 * from now.
 */
export function promiseAfterPause(hours: SupportHours, promisedAt: Date, stoppedAt: Date, now: Date): Date {
  // Already late before the pause, so the promise time stays.
  if (promisedAt <= stoppedAt) return promisedAt;
  return onTheQuarter(hours, now, supportMsBetween(hours, stoppedAt, promisedAt));
}

/** Rounds up to the next quarter of an hour, but not past the end of the working day. */
function onTheQuarter(hours: SupportHours, from: Date, workMs: number): Date {
  const exact = addSupportMs(hours, from, workMs);
  const rounded = new Date(Math.ceil(exact.getTime() / quarterMs) * quarterMs);
  const over = supportMsBetween(hours, exact, rounded);
  return new Date(exact.getTime() + over);
}
