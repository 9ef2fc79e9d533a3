import type { LogChannel, ParsedLog } from './log-types.ts';
import type { Quantity } from './quantities.ts';
import { resampled } from './sample-at.ts';
import { conversion } from './units.ts';

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

const leastRise = 1000;
const leastS = 1;
const mostS = 60;
const dip = 120;
const loadShare = 0.7;
/** If the pedal never exceeds this percentage, there was no pull. */
const leastPedal = 45;
/** Thresholds without a pedal channel; gentle driving stays below these. */
const leastTopRpm = 3500;
const leastRiseWithoutPedal = 1500;
const leastSlope = 150;
/** Specific power in W/kg: that of a slow car at full throttle, and twice that of gentle driving. */
const leastSpecificPower = 25;
const leastStartRpm = 1100;
const aboveIdle = 250;

/**
 * The best channel for a quantity: the one with the most distinct values, because loggers repeat some in several forms.
 */
export function channelOf(log: ParsedLog, quantity: Quantity): LogChannel | null {
  let best: { channel: LogChannel; worth: number } | null = null;
  for (const channel of log.channels) {
    if (channel.quantity !== quantity || channel.words) continue;
    const worth = Math.min(new Set(channel.values.subarray(0, 4000)).size, 200);
    if (worth > 1 && (!best || worth > best.worth)) best = { channel, worth };
  }
  return best?.channel ?? null;
}

/** Engine speed in rpm, whatever unit the file uses. */
export function rpmOf(log: ParsedLog): { values: Float64Array; times: Float64Array } | null {
  const channel = channelOf(log, 'rpm');
  if (!channel) return null;
  const times = log.clocks[channel.clock] as Float64Array;
  const { top } = reachOf(channel.values);
  const convert = conversion(channel.unit, 'rpm');
  // A roller dyno writes thousands without a unit.
  const factor = channel.unit === 'krpm' && convert ? convert(1) : top > 0 && top < 30 ? 1000 : 1;
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
  const startRpm = Math.max(leastStartRpm, idleOf(values) + aboveIdle);
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
    else if (value < (values[top] as number) - dip) {
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
  if (!(rise >= leastRise && span >= leastS && span <= mostS)) return false;
  const [first, last] = [speed?.[from] ?? Number.NaN, speed?.[to] ?? Number.NaN];
  const hasSpeed = !Number.isNaN(first) && !Number.isNaN(last);
  // If engine speed rises while the car stands or keeps its speed, it is not a pull.
  if (hasSpeed && last < Math.max(first * 1.1, first + 1)) return false;
  if (load?.isPedal) return true;
  const isStrong = hasSpeed && (last ** 2 - first ** 2) / 2 / span >= leastSpecificPower;
  // Under high load, the power that accelerated the car is sufficient evidence.
  if (load && hasSpeed) return isStrong;
  if (toRpm < leastTopRpm || rise < leastRiseWithoutPedal || rise / span < leastSlope) return false;
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
    const { least, top } = reachOf(channel.values);
    if (!(top > least) || top <= 0) continue;
    // Pedal and throttle are 0 to 1, percent or degrees; load has no fixed scale.
    const isPedal = quantity !== 'load';
    if (isPedal && top < (top <= 1.5 ? leastPedal / 100 : leastPedal))
      return { shares: new Float64Array(times.length), isPedal };
    const own = resampled(log.clocks[channel.clock] as Float64Array, channel.values, times);
    const zero = Math.min(least, 0);
    return { shares: own.map((value) => (value - zero) / (top - zero)), isPedal };
  }
  return null;
}

/** Minimum and maximum; +∞ and −∞ if there is no reading. */
function reachOf(values: Float64Array): { least: number; top: number } {
  let least = Number.POSITIVE_INFINITY;
  let top = Number.NEGATIVE_INFINITY;
  for (let nth = 0; nth < values.length; nth++) {
    const value = values[nth] as number;
    if (value > top) top = value;
    if (value < least) least = value;
  }
  return { least, top };
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
    const turns = rpm.values[nth] as number;
    if (Number.isNaN(value) || Number.isNaN(turns)) continue;
    const key = Math.round(turns / stepRpm) * stepRpm;
    const entry = sums.get(key) ?? { sum: 0, count: 0 };
    entry.sum += value;
    entry.count++;
    sums.set(key, entry);
  }
  return [...sums].sort(([a], [b]) => a - b).map(([key, { sum, count }]) => ({ rpm: key, value: sum / count }));
}
