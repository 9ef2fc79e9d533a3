/** Memoizes by key: a vehicle table repeats the same few thousand values. */
export function remembered<T>(max = 20_000): (key: string, answer: () => T) => T {
  const known = new Map<string, T>();
  return (key, answer) => {
    const old = known.get(key);
    if (old !== undefined) return old;
    if (known.size >= max) known.clear();
    const fresh = answer();
    known.set(key, fresh);
    return fresh;
  };
}
