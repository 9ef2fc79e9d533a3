import { setTimeout as sleep } from 'node:timers/promises';

/** Does the work and answers no sooner than `ms` after it began, failed or not. Not inside a transaction: it waits. */
export async function atLeast<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [done] = await Promise.allSettled([work(), sleep(ms)]);
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}
