/** Longer keys are rare and would fill the memory. */
const keyLengthMax = 400;

/** Remembers results by key, for values that repeat: the cells of a vehicle table, the addresses of page views. */
export function memoized<T>(max = 20_000): (key: string, compute: () => T) => T {
  const known = new Map<string, T>();
  return (key, compute) => {
    const old = known.get(key);
    if (old !== undefined) return old;
    const fresh = compute();
    if (key.length > keyLengthMax) return fresh;
    if (known.size >= max) known.clear();
    known.set(key, fresh);
    return fresh;
  };
}
