/** Does a part of the start and prints how long it took, unless that was short. */
export async function timedStep<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const done = await work();
  const ms = performance.now() - start;
  if (ms > 300) process.stdout.write(`${what} … ${(ms / 1000).toFixed(1)} s\n`);
  return done;
}
