import { conversion, isUnit, nameAndUnit, unitOf } from '../units.ts';
import type { Column } from './column.ts';

/** Times of one column in seconds, relative to the file's own start; NaN where a row has none. */
export function secondsOf(column: Column): Float64Array {
  const times = column.values.slice();
  const first = firstNumber(times);
  if (Number.isNaN(first)) return times;
  if (column.clock !== 'none') {
    if (column.decimals) restoreZeros(times, column.decimals);
    return times;
  }
  if (column.plan.clockDigits) return times.map(secondsInDigits);
  const unit = column.plan.unit || column.unitSeen || unitInName(column.plan.name);
  if (!isUnit(unit)) {
    if (isDigits(times)) return times.map(secondsInDigits);
    const dated = secondsInDates(times, first);
    if (dated) return dated;
  }
  const factor = secondsFactor(column.plan.name, column.plan.unit || column.unitSeen, times);
  if (factor !== 1) for (let nth = 0; nth < times.length; nth++) times[nth] = (times[nth] as number) * factor;
  return times;
}

const unitInName = (name: string): string =>
  nameAndUnit(name).unit || /(?:^|[\s_.-])(\p{L}+)$/u.exec(name.trim())?.[1] || '';

/** NaN if there is none. */
function firstNumber(times: Float64Array): number {
  for (let nth = 0; nth < times.length; nth++) if (!Number.isNaN(times[nth])) return times[nth] as number;
  return Number.NaN;
}

const looked = 5000;

/** Whether numbers are times of day without colons: none has a sixtieth second, and 141559 is followed by 141600. */
function isDigits(times: Float64Array): boolean {
  let last = Number.NaN;
  let minutes = 0;
  let hours = false;
  for (let nth = 0; nth < Math.min(times.length, looked); nth++) {
    const time = times[nth] as number;
    if (Number.isNaN(time)) continue;
    if (time < 0 || time >= 240_000 || time % 100 >= 60 || Math.floor(time / 100) % 100 >= 60) return false;
    const step = time - last;
    if (step > 40 && secondsInDigits(time) - secondsInDigits(last) < 20) minutes++;
    if (time >= 10_000) hours = true;
    last = time;
  }
  return hours && minutes > 0;
}

/**
 * 20231105141559 and, with milliseconds, 20231105141559100; 45235.5941 is a spreadsheet date. null for any other
 * number.
 */
function secondsInDates(times: Float64Array, first: number): Float64Array | null {
  if (first > 1.99e13 && first < 2.1e13) return times.map(secondsOfDate);
  if (first > 1.99e16 && first < 2.1e16)
    return times.map((time) => secondsOfDate(Math.floor(time / 1000)) + (time % 1000) / 1000);
  if (first < 30_000 || first > 60_000) return null;
  const last = times.findLast((time) => !Number.isNaN(time)) ?? 0;
  const isDays = last > first && (last - first) / times.length < 0.0005 && !Number.isInteger(first);
  return isDays ? times.map((time) => time * 86_400) : null;
}

function secondsOfDate(digits: number): number {
  const day = Math.floor(digits / 1e6);
  const [year, month, date] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100];
  return Date.UTC(year, month - 1, date) / 1000 + secondsInDigits(digits % 1e6);
}

/** 120059.9 is 12:00:59.9. */
function secondsInDigits(digits: number): number {
  const whole = Math.floor(digits);
  const minutes = Math.floor(whole / 10_000) * 60 + (Math.floor(whole / 100) % 100);
  return minutes * 60 + (whole % 100) + (digits - whole);
}

/**
 * The factor that converts a column to seconds: from its unit, the unit in its name ("Seconds", "timestamp_ms"), or its
 * step size.
 */
export function secondsFactor(name: string, unit: string, times: Float64Array): number {
  const written = unit || unitInName(name);
  const toSeconds = isUnit(written) ? conversion(unitOf(written), 's') : null;
  return toSeconds ? toSeconds(1) : guessFactor(times);
}

/** Without a unit: integers with steps of five or more are milliseconds, and so is a Unix time of that magnitude. */
function guessFactor(times: Float64Array): number {
  let whole = true;
  let last = Number.NaN;
  let first = Number.NaN;
  const steps: number[] = [];
  for (let nth = 0; nth < times.length; nth++) {
    const time = times[nth] as number;
    if (Number.isNaN(time)) continue;
    // Larger than any nanosecond time before 2100: a microsecond counter that started far below zero.
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
  // Unix seconds at a low rate.
  if (first > 1e9 && first < 2.2e9 && step < 1000) return 1;
  return step >= 5 ? 0.001 : 1;
}

/** 46.63622 between 45.857719 and 46.323683 is 46.063622: some programs omit the leading zeros of the fraction. */
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

type TimeRepairs = { restarts: number; held: number };

const dayS = 86_400;

/**
 * Makes times non-decreasing: continues past midnight, continues one step later after a restart, and gives a row
 * without a time that of its neighbour. `start` is the zero point.
 */
export function steadyTimes(
  times: Float64Array,
  ofDay: boolean,
  start: number,
): { times: Float64Array; repairs: TimeRepairs } {
  const steady = new Float64Array(times.length);
  if (Number.isNaN(firstNumber(times))) return { times: steady, repairs: { restarts: 0, held: times.length } };
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
