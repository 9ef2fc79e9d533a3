import { extremes } from '@tuneport/domain/tuning/logs/pyramid';
import { placeAt } from '@tuneport/domain/tuning/logs/sample-at';
import type { Frame, Lane } from './lane.ts';

/** The lowest and highest visible value without outliers, plus a margin. */
export function spanOf(lane: Lane, { from, to }: Pick<Frame, 'from' | 'to'>): [number, number] | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const { times, values, pyramid, shiftS, factor, offset } of lane.curves) {
    const first = Math.max(0, placeAt(times, from - shiftS));
    const last = Math.min(values.length, placeAt(times, to - shiftS) + 2);
    const found = extremes(values, pyramid, first, last);
    if (!found) continue;
    const [low, high] = withoutOutliers(found, values);
    least = Math.min(least, low * factor + offset);
    most = Math.max(most, high * factor + offset);
  }
  if (least > most) return null;
  const air = most === least ? Math.max(Math.abs(most) * 0.1, 1) : (most - least) * 0.06;
  return [least - air, most + air];
}

const sampled = 4096;
const wildSpans = 5;
const usualRanges = new WeakMap<Float64Array, readonly [number, number]>();

/**
 * The range of a channel without its few highest and lowest samples, widened by five times its span. Sorted once per
 * channel.
 */
function usualRange(values: Float64Array): readonly [number, number] {
  const known = usualRanges.get(values);
  if (known) return known;
  const step = Math.max(1, Math.floor(values.length / sampled));
  const list: number[] = [];
  for (let nth = 0; nth < values.length; nth += step) {
    const value = values[nth] as number;
    if (!Number.isNaN(value)) list.push(value);
  }
  const sorted = Float64Array.from(list).sort();
  const cut = Math.max(2, Math.floor(sorted.length / 1000));
  const [low, high] = [sorted[cut] ?? Number.NaN, sorted[sorted.length - 1 - cut] ?? Number.NaN];
  const air = (high - low) * wildSpans;
  // A channel that is almost constant (a knock count) has no usual range: its few deviations are what matters.
  const range = air > 0 ? ([low - air, high + air] as const) : ([Number.NEGATIVE_INFINITY, Infinity] as const);
  usualRanges.set(values, range);
  return range;
}

function withoutOutliers([low, high]: readonly [number, number], values: Float64Array): readonly [number, number] {
  const [least, most] = usualRange(values);
  const [a, b] = [Math.max(low, least), Math.min(high, most)];
  return a <= b ? [a, b] : [low, high];
}
