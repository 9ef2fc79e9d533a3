/** Minimum and maximum, +∞ and −∞ if there is no reading, and whether all values are whole numbers. */
export function rangeOf(values: Float64Array): { low: number; high: number; isWhole: boolean } {
  let [low, high, isWhole] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (let nth = 0; nth < values.length; nth++) {
    const value = values[nth] as number;
    if (value < low) low = value;
    if (value > high) high = value;
    if (isWhole && value % 1 !== 0 && !Number.isNaN(value)) isWhole = false;
  }
  return { low, high, isWhole };
}
