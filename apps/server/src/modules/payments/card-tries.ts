import { createHash } from 'node:crypto';
import type { Actor } from '../../platform/actor.ts';
import { addressGroup } from '../../platform/rate-limit.ts';

// Stolen cards are tried out at shops that do not count. A person mistypes a few times; ten refused cards for one purchase are a list.
// Several people may share one address, so an address gets more than a person, but not a list for every order it can think of.

export const cardTriesMax = 10;
export const clientTriesAnHourMax = { user: 30, session: 30, address: 100 } as const;

/** Whose refused cards are counted together, each with its limit. A new cookie or account does not reset the count of the address. */
export type CardClients = readonly { readonly key: string; readonly max: number }[];

export function clientsOf(actor: Pick<Actor, 'userId' | 'address'>, guestSession?: string): CardClients {
  const address = { key: `address:${addressGroup(actor.address)}`, max: clientTriesAnHourMax.address };
  if (actor.userId !== null) return [{ key: `user:${actor.userId}`, max: clientTriesAnHourMax.user }, address];
  if (!guestSession) return [address];
  const hash = createHash('sha256').update(guestSession).digest('hex');
  return [{ key: `session:${hash}`, max: clientTriesAnHourMax.session }, address];
}
