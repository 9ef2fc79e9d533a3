import { t } from '../../text/text.ts';
import type { LogChannel, ParsedLog } from './log-types.ts';
import { assumedSpeedUnit, type Pull, rpmOf } from './pulls.ts';
import { valueAt } from './sample-at.ts';
import { conversion } from './units.ts';

// Road speed per engine speed during a pull. A power estimate depends on its square, so it includes its own error and
// is refused if the ratio is not constant.

export type Gearing = {
  readonly kmhPer1000Rpm: number;
  /** One standard error relative to the ratio. */
  readonly errorShare: number;
  /** Distance between the 10th and the 90th percentile relative to the median. */
  readonly spreadShare: number;
  readonly channel: LogChannel;
  /** The unit assumed because the file has none; null if the file specifies one. */
  readonly assumedUnit: 'km/h' | 'mph' | null;
  /** The part of the pull with a constant ratio, without a slipping clutch or a flare at the end. */
  readonly fromS: number;
  readonly toS: number;
};

type GearingResult = { readonly ok: true; readonly gearing: Gearing } | { readonly ok: false; readonly reason: string };

const spreadMax = 0.05;
/** Covers tyre wear and speed sensor tolerance. */
const errorShareMin = 0.015;
const samplesMin = 5;
/** An end sample further from the median than this belongs to a slipping clutch or another gear. */
const endDeviation = 0.05;

/** The speed channel with the most constant ratio to engine speed, or why there is none. */
export function gearingOf(log: ParsedLog, pull: Pull): GearingResult {
  const rpm = rpmOf(log);
  if (!rpm) return { ok: false, reason: t('No estimate: the log has no engine speed.') };
  let best: Gearing | null = null;
  let isSparse = false;
  for (const channel of log.channels) {
    if (channel.quantity !== 'speed' || channel.words) continue;
    const found = ratioOf(log, channel, pull, rpm);
    if (found === 'sparse') isSparse = true;
    else if (found && (!best || found.spreadShare < best.spreadShare)) best = found;
  }
  if (best && best.spreadShare <= spreadMax) return { ok: true, gearing: best };
  const reason = best
    ? t(
        'No estimate: the ratio of road speed to engine speed varies by {percent}% during the pull, so the speed lags or something slips. Enter the speed at 1,000 rpm.',
        { percent: Math.round(best.spreadShare * 100) },
      )
    : isSparse
      ? t('No estimate: the road speed is recorded too rarely during this pull. Enter the speed at 1,000 rpm.')
      : t('No estimate: the log has no road speed during this pull. Enter the speed at 1,000 rpm.');
  return { ok: false, reason };
}

type Sample = { readonly time: number; readonly speed: number };
type Rpm = { readonly values: Float64Array; readonly times: Float64Array };

function ratioOf(log: ParsedLog, channel: LogChannel, pull: Pull, rpm: Rpm): Gearing | 'sparse' | null {
  const assumedUnit = channel.unit === '' ? assumedSpeedUnit(log) : null;
  const convert = conversion(assumedUnit ?? channel.unit, 'km/h');
  if (!convert) return null;
  const samples = freshSamples(log, channel, pull).map(({ time, speed }) => ({ time, speed: convert(speed) }));
  if (samples.length === 0) return null;
  if (samples.length < samplesMin) return 'sparse';
  const ratios = ratiosAt(samples, rpm, 0);
  const middle = quantile(ratios, 0.5);
  if (!(middle > 2)) return null;
  const isOff = (nth: number) => !(Math.abs((ratios[nth] as number) / middle - 1) <= endDeviation);
  // At most a fifth of the pull is cut at each end; larger problems show in the spread.
  const cutMax = Math.min(Math.floor(samples.length / 5), Math.floor((samples.length - samplesMin) / 2));
  let [first, last] = [0, samples.length - 1];
  while (first < cutMax && isOff(first)) first++;
  while (last > samples.length - 1 - cutMax && isOff(last)) last--;
  const kept = samples.slice(first, last + 1);
  const plain = steadinessOf(ratios.slice(first, last + 1));
  const aligned = alignedRatio(kept, rpm, plain);
  const shift = aligned.median / plain.median - 1;
  return {
    kmhPer1000Rpm: aligned.median,
    errorShare: Math.hypot(aligned.spreadShare / 2, shift / 2, errorShareMin),
    spreadShare: plain.spreadShare,
    channel,
    assumedUnit,
    fromS: first === 0 ? pull.fromS : (kept[0] as Sample).time,
    toS: last === samples.length - 1 ? pull.toS : (kept.at(-1) as Sample).time,
  };
}

type Steadiness = { readonly median: number; readonly spreadShare: number };

function steadinessOf(ratios: readonly number[]): Steadiness {
  const median = quantile(ratios, 0.5);
  return { median, spreadShare: (quantile(ratios, 0.9) - quantile(ratios, 0.1)) / median };
}

const lagMaxS = 0.8;
const lagStepS = 0.05;

/**
 * Speed sensors are filtered and polled with a delay. Compensates the delay that makes the ratio clearly more constant.
 */
function alignedRatio(samples: readonly Sample[], rpm: Rpm, plain: Steadiness): Steadiness {
  let best = plain;
  for (let lag = lagStepS; lag <= lagMaxS; lag += lagStepS) {
    const found = steadinessOf(ratiosAt(samples, rpm, lag));
    if (found.spreadShare < best.spreadShare) best = found;
  }
  return best.spreadShare < plain.spreadShare * 0.8 ? best : plain;
}

const ratiosAt = (samples: readonly Sample[], rpm: Rpm, lagS: number): number[] =>
  samples.map(({ time, speed }) => (speed / valueAt(rpm.times, rpm.values, time - lagS)) * 1000);

/** One sample per new speed, because loggers repeat a slow channel until its next value arrives. */
function freshSamples(log: ParsedLog, { clock, values }: LogChannel, pull: Pull): Sample[] {
  const times = log.clocks[clock] as Float64Array;
  const samples: Sample[] = [];
  let [before, beforeS] = [Number.NaN, Number.NEGATIVE_INFINITY];
  for (let nth = 0; nth < values.length; nth++) {
    const [time, speed] = [times[nth] as number, values[nth] as number];
    if (time > pull.toS) break;
    if (Number.isNaN(speed)) continue;
    if (speed !== before && time > beforeS && time >= pull.fromS && speed > 0) samples.push({ time, speed });
    [before, beforeS] = [speed, time];
  }
  return samples;
}

function quantile(list: readonly number[], share: number): number {
  const sorted = list.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
