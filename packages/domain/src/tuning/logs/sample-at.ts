/** The last index whose time is not after the given one; -1 before the first. */
export function placeAt(times: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Linear interpolation between two samples; NaN outside the range and across a gap. */
export function valueAt(times: ArrayLike<number>, values: ArrayLike<number>, time: number): number {
  const at = placeAt(times, time);
  if (at < 0) return Number.NaN;
  const here = values[at] as number;
  if (at + 1 >= times.length) return (times[at] as number) === time ? here : Number.NaN;
  const span = (times[at + 1] as number) - (times[at] as number);
  const share = span > 0 ? (time - (times[at] as number)) / span : 0;
  return share === 0 ? here : here + ((values[at + 1] as number) - here) * share;
}

/** Resamples values from one clock to another. No-op for equal clocks. */
export function resampled(from: Float64Array, values: Float64Array, to: Float64Array): Float64Array {
  if (from === to) return values;
  const result = new Float64Array(to.length);
  // Both clocks ascend, so the place moves along instead of being searched for every sample.
  let at = -1;
  for (let nth = 0; nth < to.length; nth++) {
    const time = to[nth] as number;
    while (at + 1 < from.length && (from[at + 1] as number) <= time) at++;
    // Clocks of neighbouring groups are offset, so the first and last values are extended outward.
    if (at < 0) result[nth] = values[0] ?? Number.NaN;
    else if (at + 1 >= from.length) result[nth] = values[from.length - 1] ?? Number.NaN;
    else {
      const here = values[at] as number;
      const span = (from[at + 1] as number) - (from[at] as number);
      const share = span > 0 ? (time - (from[at] as number)) / span : 0;
      result[nth] = share === 0 ? here : here + ((values[at + 1] as number) - here) * share;
    }
  }
  return result;
}
