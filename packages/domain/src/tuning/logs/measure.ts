import { placeAt, valueAt } from './sample-at.ts';

/** What a channel did between two times. NaN where it has no reading. */
type Measured = {
  readonly atFrom: number;
  readonly atTo: number;
  readonly min: number;
  readonly max: number;
  /** Weighted by time, because loggers do not sample evenly. */
  readonly average: number;
};

export function measureBetween(times: Float64Array, values: Float64Array, from: number, to: number): Measured {
  const [atFrom, atTo] = [valueAt(times, values, from), valueAt(times, values, to)];
  let [min, max, area, span] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  let [lastTime, last] = [from, atFrom];
  const take = (time: number, value: number) => {
    if (!Number.isNaN(value)) {
      if (value < min) min = value;
      if (value > max) max = value;
      if (!Number.isNaN(last)) {
        area += ((last + value) / 2) * (time - lastTime);
        span += time - lastTime;
      }
    }
    [lastTime, last] = [time, value];
  };
  if (!Number.isNaN(atFrom)) [min, max] = [atFrom, atFrom];
  for (let nth = placeAt(times, from) + 1; nth < times.length && (times[nth] as number) <= to; nth++)
    take(times[nth] as number, values[nth] as number);
  if (lastTime < to && !Number.isNaN(atTo)) take(to, atTo);
  const none = min > max;
  return {
    atFrom,
    atTo,
    min: none ? Number.NaN : min,
    max: none ? Number.NaN : max,
    average: span > 0 ? area / span : none ? Number.NaN : min,
  };
}
