import { setTimeout as sleep } from 'node:timers/promises';

/** Settles no sooner than `ms` after it started, whether the work succeeds or fails. Not inside a transaction: it waits. */
export async function withMinimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), sleep(ms)]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
