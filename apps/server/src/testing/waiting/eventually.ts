import { setTimeout as sleep } from 'node:timers/promises';
import { grantedMs } from './granted-time.ts';

const withinMsUsual = 90_000;

/** Retries until it no longer throws. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = withinMsUsual): Promise<T> {
  const deadline = grantedMs() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (grantedMs() > deadline) throw error;
      await sleep(25);
    }
  }
}

/** Waits until the condition holds, and returns how long that took. */
export async function until(condition: () => boolean | Promise<boolean>, withinMs = withinMsUsual): Promise<number> {
  const started = grantedMs();
  while (!(await condition())) {
    if (grantedMs() - started > withinMs) throw new Error('it did not happen in time');
    await sleep(20);
  }
  return grantedMs() - started;
}
