/** A column of samples, or one number for all of them. */
export type Samples = Float64Array | number;

/** Moving average over a window of some seconds around each sample. A missing sample stays missing. */
export function smoothed(values: Samples, times: Float64Array, seconds: number): Samples {
  if (typeof values === 'number' || !(seconds > 0)) return values;
  const result = new Float64Array(values.length);
  let [from, to, sum, count] = [0, 0, 0, 0];
  const add = (value: number, sign: 1 | -1) => {
    if (!Number.isFinite(value)) return;
    sum += sign * value;
    count += sign;
  };
  for (let nth = 0; nth < values.length; nth++) {
    const time = times[nth] as number;
    while (to < values.length && (times[to] as number) <= time + seconds / 2) add(values[to++] as number, 1);
    while ((times[from] as number) < time - seconds / 2) add(values[from++] as number, -1);
    result[nth] = Number.isFinite(values[nth] as number) && count > 0 ? sum / count : Number.NaN;
  }
  return result;
}

/** Change per second between the neighbours of each sample. */
export function derivativeOf(values: Samples, times: Float64Array): Samples {
  if (typeof values === 'number') return 0;
  const last = values.length - 1;
  return Float64Array.from(values, (_, nth) => {
    const [before, after] = [Math.max(0, nth - 1), Math.min(last, nth + 1)];
    const span = (times[after] as number) - (times[before] as number);
    return span > 0 ? ((values[after] as number) - (values[before] as number)) / span : Number.NaN;
  });
}

/** The mean of the whole channel. */
export function averageOf(values: Samples): Samples {
  if (typeof values === 'number') return values;
  let [sum, count] = [0, 0];
  for (let nth = 0; nth < values.length; nth++) {
    const value = values[nth] as number;
    if (!Number.isFinite(value)) continue;
    sum += value;
    count++;
  }
  return count > 0 ? sum / count : Number.NaN;
}
