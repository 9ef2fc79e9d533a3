/**
 * Minimum and maximum of every 16 samples, of every 256, and so on, so a pixel column needs only a few dozen numbers at
 * any zoom level. Gaps are skipped; a block of only gaps is NaN.
 */
export type Pyramid = { readonly levels: readonly { readonly low: Float32Array; readonly high: Float32Array }[] };

const width = 16;

export function pyramidOf(values: Float64Array): Pyramid {
  const levels: { low: Float32Array; high: Float32Array }[] = [];
  let [low, high]: [ArrayLike<number>, ArrayLike<number>] = [values, values];
  while (low.length > width) {
    const count = Math.ceil(low.length / width);
    const next = { low: new Float32Array(count), high: new Float32Array(count) };
    for (let block = 0; block < count; block++) {
      let least = Number.POSITIVE_INFINITY;
      let most = Number.NEGATIVE_INFINITY;
      const end = Math.min((block + 1) * width, low.length);
      for (let at = block * width; at < end; at++) {
        const a = low[at] as number;
        const b = high[at] as number;
        if (a < least) least = a;
        if (b > most) most = b;
      }
      next.low[block] = least > most ? Number.NaN : least;
      next.high[block] = least > most ? Number.NaN : most;
    }
    levels.push(next);
    [low, high] = [next.low, next.high];
  }
  return { levels };
}

/** Minimum and maximum of the samples in [from, to); null if there is none. */
export function extremes(
  values: Float64Array,
  pyramid: Pyramid,
  from: number,
  to: number,
): [low: number, high: number] | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  const look = (low: ArrayLike<number>, high: ArrayLike<number>, start: number, end: number) => {
    for (let at = start; at < end; at++) {
      if ((low[at] as number) < least) least = low[at] as number;
      if ((high[at] as number) > most) most = high[at] as number;
    }
  };
  let start = Math.max(0, from);
  let end = Math.min(values.length, to);
  let [low, high]: [ArrayLike<number>, ArrayLike<number>] = [values, values];
  for (let level = 0; ; level++) {
    const above = pyramid.levels[level];
    const first = Math.ceil(start / width);
    const last = Math.floor(end / width);
    if (!above || first >= last) {
      look(low, high, start, end);
      break;
    }
    look(low, high, start, first * width);
    look(low, high, last * width, end);
    [start, end, low, high] = [first, last, above.low, above.high];
  }
  return least > most ? null : [least, most];
}
