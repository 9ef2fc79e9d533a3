import type { Column } from './column.ts';
import { conversion, isUnit, nameAndUnit, unitOf } from './units.ts';

/** Times of one column in seconds, still with the file's own beginning; NaN where a row has none. */
export function secondsOf(column: Column): Float64Array {
  const times = column.values.slice();
  if (column.clock !== 'none') {
    if (column.decimals) restoreZeros(times, column.decimals);
    return times;
  }
  if (column.plan.clockDigits) return times.map(secondsInDigits);
  const factor = secondsFactor(column.plan.name, column.plan.unit || column.unitSeen, times);
  if (factor !== 1) for (let nth = 0; nth < times.length; nth++) times[nth] = (times[nth] as number) * factor;
  return times;
}

/** 120059.9 is 12:00:59.9. */
function secondsInDigits(digits: number): number {
  const whole = Math.floor(digits);
  const minutes = Math.floor(whole / 10_000) * 60 + (Math.floor(whole / 100) % 100);
  return minutes * 60 + (whole % 100) + (digits - whole);
}

/** What turns numbers of a column into seconds: its unit, the one in its name ("Seconds", "timestamp_ms"), or how they run. */
export function secondsFactor(name: string, unit: string, times: Float64Array): number {
  const written = unit || nameAndUnit(name).unit || /(?:^|[\s_.-])(\p{L}+)$/u.exec(name.trim())?.[1] || '';
  const toSeconds = isUnit(written) ? conversion(unitOf(written), 's') : null;
  return toSeconds ? toSeconds(1) : guessFactor(times);
}

/** Without a unit: whole numbers that step by five or more are milliseconds, and so is a count since 1970 of that size. */
function guessFactor(times: Float64Array): number {
  let whole = true;
  let last = Number.NaN;
  let first = Number.NaN;
  const steps: number[] = [];
  for (let nth = 0; nth < times.length; nth++) {
    const time = times[nth] as number;
    if (Number.isNaN(time)) continue;
    // No nanosecond before the year 2100 is as big as that: a counter of microseconds that began far below zero.
    if (time > 4.2e18) return 1e-6;
    if (time > 1e17) return 1e-9;
    if (time > 1e14) return 1e-6;
    if (time > 1e11) return 0.001;
    if (!Number.isInteger(time)) whole = false;
    if (time > last) steps.push(time - last);
    if (Number.isNaN(first)) first = time;
    last = time;
    if (steps.length > 500) break;
  }
  if (!whole || steps.length === 0) return 1;
  steps.sort((a, b) => a - b);
  const step = steps[Math.floor(steps.length / 2)] as number;
  // A second since 1970 every so often.
  if (first > 1e9 && first < 2.2e9 && step < 1000) return 1;
  return step >= 5 ? 0.001 : 1;
}

/** 46.63622 between 45.857719 and 46.323683 is 46.063622: some programs write the fraction as a number without its leading zeros. */
function restoreZeros(times: Float64Array, decimals: Uint8Array): void {
  let most = 0;
  for (let nth = 0; nth < times.length; nth++) most = Math.max(most, decimals[nth] as number);
  if (most < 3) return;
  const padded = times.slice();
  for (let nth = 0; nth < padded.length; nth++) {
    const digits = decimals[nth] as number;
    if (digits === 0 || digits === most) continue;
    const time = padded[nth] as number;
    const whole = Math.floor(time);
    padded[nth] = whole + Math.round((time - whole) * 10 ** digits) / 10 ** most;
  }
  if (fallsOf(padded) < fallsOf(times)) times.set(padded);
}

export function fallsOf(times: Float64Array): number {
  let falls = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (let nth = 0; nth < times.length; nth++) {
    const time = times[nth] as number;
    if (time < last) falls++;
    if (!Number.isNaN(time)) last = time;
  }
  return falls;
}

export type TimeRepairs = { restarts: number; held: number };

const dayS = 86_400;

/**
 * Seconds that never fall: past midnight the clock goes on, after a restart the log goes on one step later, a row without a time has
 * its neighbour's. `start` is what counts as zero.
 */
export function steadyTimes(
  times: Float64Array,
  ofDay: boolean,
  start: number,
): { times: Float64Array; repairs: TimeRepairs } {
  const steady = new Float64Array(times.length);
  let [restarts, held] = [0, 0];
  const step = usualStep(times);
  let shift = -start;
  let last = Number.NaN;
  for (let nth = 0; nth < times.length; nth++) {
    const raw = times[nth] as number;
    let time = raw + shift;
    if (Number.isNaN(raw)) {
      held++;
      time = Number.isNaN(last) ? 0 : last;
    } else if (time < last) {
      if (ofDay && last - time > dayS / 2) shift += dayS;
      else if (last - time > Math.max(20 * step, 0.5)) {
        shift += last - time + step;
        restarts++;
      } else held++;
      time = Math.max(raw + shift, last);
    }
    steady[nth] = time;
    last = time;
  }
  return { times: steady, repairs: { restarts, held } };
}

function usualStep(times: Float64Array): number {
  const steps: number[] = [];
  for (let nth = 1; nth < times.length && steps.length < 2000; nth++) {
    const step = (times[nth] as number) - (times[nth - 1] as number);
    if (step > 0) steps.push(step);
  }
  steps.sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 0;
}
