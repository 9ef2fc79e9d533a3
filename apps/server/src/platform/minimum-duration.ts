import { setTimeout as sleep } from 'node:timers/promises';

/** Settles no earlier than `ms` after the start, on success or failure. Not for use in a transaction, as it waits. */
export async function withMinimumDuration<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), sleep(ms)]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
