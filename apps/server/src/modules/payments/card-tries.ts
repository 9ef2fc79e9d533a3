import type { Actor } from '../../platform/actor.ts';
import { addressGroup } from '../../platform/rate-limit.ts';

// Stolen cards are tried out where nobody counts. A person mistypes a few times; ten refused cards for one purchase are a list. Many
// people may stand behind one address, so a client gets more, but not a list for every order it can think of.

export const cardTriesMax = 10;
export const clientTriesAnHourMax = 300;

const loopback = /^(127\.|::1$)/;

/** Whose tries are counted together. Callers from this very machine stand for a proxy that does not say whom it speaks for: nobody. */
export function clientOf(actor: Pick<Actor, 'userId' | 'address'>): string | null {
  if (actor.userId !== null) return `user:${actor.userId}`;
  const address = addressGroup(actor.address);
  return loopback.test(address) ? null : `address:${address}`;
}
