import { setTimeout as sleep } from 'node:timers/promises';
import { grantedMs } from './granted-time.ts';

/** Retries until it no longer throws, for up to 90 seconds. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 90_000): Promise<T> {
  const deadline = grantedMs() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (grantedMs() > deadline) throw error;
      await sleep(50);
    }
  }
}
