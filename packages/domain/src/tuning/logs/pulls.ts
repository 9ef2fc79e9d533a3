import type { LogChannel, ParsedLog } from './log-types.ts';
import type { Quantity } from './quantities.ts';
import { resampled } from './sample-at.ts';
import { conversion } from './units.ts';
import { rangeOf } from './value-range.ts';

/** A section of a log in which engine speed rises under load. */
export type Pull = {
  /** Indexes into the clock of the engine speed. */
  readonly from: number;
  readonly to: number;
  readonly fromS: number;
  readonly toS: number;
  readonly fromRpm: number;
  readonly toRpm: number;
};

const riseRpmMin = 1000;
const durationSMin = 1;
const durationSMax = 60;
const dipRpm = 120;
const loadShare = 0.7;
/** If the pedal never exceeds this percentage, there was no pull. */
const pedalPercentMin = 45;
/** Thresholds without a pedal channel; gentle driving stays below these. */
const topRpmMin = 3500;
const riseRpmMinWithoutPedal = 1500;
const rpmPerSecondMin = 150;
/** Specific power in W/kg: that of a slow car at full throttle, and twice that of gentle driving. */
const specificPowerMin = 25;
const startRpmMin = 1100;
const aboveIdleRpm = 250;

/**
 * The best channel for a quantity: the one with the most distinct values, because loggers repeat some in several forms.
 */
function channelOf(log: ParsedLog, quantity: Quantity): LogChannel | null {
  let best: { channel: LogChannel; distinct: number } | null = null;
  for (const channel of log.channels) {
    if (channel.quantity !== quantity || channel.words) continue;
    const distinct = Math.min(new Set(channel.values.subarray(0, 4000)).size, 200);
    if (distinct > 1 && (!best || distinct > best.distinct)) best = { channel, distinct };
  }
  return best?.channel ?? null;
}

/** Engine speed in rpm, whatever unit the file uses. */
export function rpmOf(log: ParsedLog): { values: Float64Array; times: Float64Array } | null {
  const channel = channelOf(log, 'rpm');
  if (!channel) return null;
  const times = log.clocks[channel.clock] as Float64Array;
  const { high } = rangeOf(channel.values);
  const convert = conversion(channel.unit, 'rpm');
  // A roller dyno writes thousands without a unit.
  const factor = channel.unit === 'krpm' && convert ? convert(1) : high > 0 && high < 30 ? 1000 : 1;
  return { values: factor === 1 ? channel.values : channel.values.map((value) => value * factor), times };
}

/**
 * Finds sections where engine speed rises from above idle by at least 1000 rpm without falling back, with pedal (or
 * throttle, or load) near its maximum. Without pedal and throttle the car must also accelerate harder than in gentle
 * driving.
 */
export function findPulls(log: ParsedLog): Pull[] {
  const rpm = rpmOf(log);
  if (!rpm || log.timeBase !== 'seconds') return [];
  const { values, times } = rpm;
  const load = loadOf(log, times);
  const speed = speedOf(log, times);
  const startRpm = Math.max(startRpmMin, idleOf(values) + aboveIdleRpm);
  const pulls: Pull[] = [];
  let start = -1;
  let top = -1;
  const close = () => {
    if (start >= 0 && top - start >= 4) {
      const pull: Pull = {
        from: start,
        to: top,
        fromS: times[start] as number,
        toS: times[top] as number,
        fromRpm: values[start] as number,
        toRpm: values[top] as number,
      };
      if (isPull(pull, load, speed)) pulls.push(pull);
    }
    start = -1;
    top = -1;
  };
  for (let nth = 0; nth < values.length; nth++) {
    const value = values[nth] as number;
    if (Number.isNaN(value)) continue;
    const pressed = !load || (load.shares[nth] as number) >= loadShare;
    if (!pressed || value < startRpm) close();
    else if (start < 0) {
      start = nth;
      top = nth;
    } else if (value >= (values[top] as number)) top = nth;
    else if (value < (values[top] as number) - dipRpm) {
      close();
      start = nth;
      top = nth;
    }
    // Until engine speed rises, the start moves along.
    if (start >= 0 && top === nth && value - (values[start] as number) < 40) {
      const slow = (times[nth] as number) - (times[start] as number);
      if (slow > 1.5) start = nth;
    }
  }
  close();
  return pulls;
}

function isPull(
  { from, to, fromS, toS, fromRpm, toRpm }: Pull,
  load: Load | null,
  speed: Float64Array | null,
): boolean {
  const [rise, span] = [toRpm - fromRpm, toS - fromS];
  if (!(rise >= riseRpmMin && span >= durationSMin && span <= durationSMax)) return false;
  const [first, last] = [speed?.[from] ?? Number.NaN, speed?.[to] ?? Number.NaN];
  const hasSpeed = !Number.isNaN(first) && !Number.isNaN(last);
  // If engine speed rises while the car stands still or keeps its speed, it is not a pull.
  if (hasSpeed && last < Math.max(first * 1.1, first + 1)) return false;
  if (load?.isPedal) return true;
  const isStrong = hasSpeed && (last ** 2 - first ** 2) / 2 / span >= specificPowerMin;
  // Under high load, the power that accelerated the car is sufficient evidence.
  if (load && hasSpeed) return isStrong;
  if (toRpm < topRpmMin || rise < riseRpmMinWithoutPedal || rise / span < rpmPerSecondMin) return false;
  return !hasSpeed || isStrong;
}

/** The idle speed: low and held for a while; 800 if the log contains none. */
function idleOf(values: Float64Array): number {
  const running = values.filter((value) => value > 400).sort();
  const low = running[Math.floor(running.length / 20)] ?? 800;
  return low < 1600 ? low : 800;
}

/** The assumed unit of a speed without one: mph if other channels are in °F, psi or feet. */
export const assumedSpeedUnit = (log: ParsedLog): 'km/h' | 'mph' =>
  log.channels.some(({ unit }) => ['mph', '°F', 'psi', 'mi', 'ft', 'lb/min', 'lb-ft'].includes(unit)) ? 'mph' : 'km/h';

/** Road speed in m/s on the clock of the engine speed, from the channel with the most distinct values. */
function speedOf(log: ParsedLog, times: Float64Array): Float64Array | null {
  const channel = channelOf(log, 'speed');
  const convert = channel && conversion(channel.unit || assumedSpeedUnit(log), 'm/s');
  if (!channel || !convert) return null;
  return resampled(log.clocks[channel.clock] as Float64Array, channel.values, times).map(convert);
}

type Load = { readonly shares: Float64Array; readonly isPedal: boolean };

/** 0 to 1 relative to the log's maximum, on the clock of the engine speed. */
function loadOf(log: ParsedLog, times: Float64Array): Load | null {
  for (const quantity of ['pedal', 'throttle', 'load'] as const) {
    const channel = channelOf(log, quantity);
    if (!channel) continue;
    const { low, high } = rangeOf(channel.values);
    if (!(high > low) || high <= 0) continue;
    // Pedal and throttle are 0 to 1, percent or degrees; load has no fixed scale.
    const isPedal = quantity !== 'load';
    if (isPedal && high < (high <= 1.5 ? pedalPercentMin / 100 : pedalPercentMin))
      return { shares: new Float64Array(times.length), isPedal };
    const own = resampled(log.clocks[channel.clock] as Float64Array, channel.values, times);
    const zero = Math.min(low, 0);
    return { shares: own.map((value) => (value - zero) / (high - zero)), isPedal };
  }
  return null;
}

/** A channel by engine speed, to overlay pulls: the mean of its samples in steps of `stepRpm`. */
export function overRpm(
  log: ParsedLog,
  pull: Pull,
  channel: LogChannel,
  stepRpm = 50,
): { rpm: number; value: number }[] {
  const rpm = rpmOf(log);
  if (!rpm) return [];
  const values = resampled(log.clocks[channel.clock] as Float64Array, channel.values, rpm.times);
  const sums = new Map<number, { sum: number; count: number }>();
  for (let nth = pull.from; nth <= pull.to; nth++) {
    const value = values[nth] as number;
    const speed = rpm.values[nth] as number;
    if (Number.isNaN(value) || Number.isNaN(speed)) continue;
    const key = Math.round(speed / stepRpm) * stepRpm;
    const entry = sums.get(key) ?? { sum: 0, count: 0 };
    entry.sum += value;
    entry.count++;
    sums.set(key, entry);
  }
  return [...sums].sort(([a], [b]) => a - b).map(([key, { sum, count }]) => ({ rpm: key, value: sum / count }));
}
