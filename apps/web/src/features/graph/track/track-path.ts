import type { ParsedLog } from '@tuneport/domain/tuning/logs/log-types';
import { resampled } from '@tuneport/domain/tuning/logs/sample-at';

export type TrackPath = {
  readonly times: Float64Array;
  /** Metres east and north of the first position. */
  readonly x: Float64Array;
  readonly y: Float64Array;
};

const metresPerDegree = 111_320;

/** The driven path in metres; null if the log has no positions. Positions of 0, 0 are a receiver without a fix. */
export function trackPath(log: ParsedLog): TrackPath | null {
  const of = (quantity: 'latitude' | 'longitude') =>
    log.channels.find((channel) => channel.quantity === quantity && !channel.words);
  const [latitude, longitude] = [of('latitude'), of('longitude')];
  if (!latitude || !longitude) return null;
  const clock = log.clocks[latitude.clock] as Float64Array;
  const others = resampled(log.clocks[longitude.clock] as Float64Array, longitude.values, clock);
  const kept: number[] = [];
  for (let nth = 0; nth < clock.length; nth++) {
    const [north, east] = [latitude.values[nth] as number, others[nth] as number];
    const isFix = Math.abs(north) <= 90 && Math.abs(east) <= 180 && (north !== 0 || east !== 0);
    if (isFix) kept.push(nth);
  }
  const [first] = kept;
  if (first === undefined || kept.length < 2) return null;
  const [north0, east0] = [latitude.values[first] as number, others[first] as number];
  const shrink = Math.cos((north0 * Math.PI) / 180);
  return {
    times: Float64Array.from(kept, (nth) => clock[nth] as number),
    x: Float64Array.from(kept, (nth) => ((others[nth] as number) - east0) * metresPerDegree * shrink),
    y: Float64Array.from(kept, (nth) => ((latitude.values[nth] as number) - north0) * metresPerDegree),
  };
}
