import type { Actor } from '../../platform/actor.ts';
import { clientKeys } from '../../platform/client-keys.ts';

// Thieves test stolen cards at shops that do not count refusals. A person mistypes a few times; ten refused cards for one purchase are a
// list. Several people may share a network address, so an address gets more attempts than a person.

export const cardTriesMax = 10;
export const clientTriesAnHourMax = { user: 30, session: 30, address: 100 } as const;

/** Whose refused cards are counted together, each with its limit. A new cookie or account does not reset the count of the address. */
export type CardClients = readonly { readonly key: string; readonly max: number }[];

export function clientsOf(actor: Pick<Actor, 'userId' | 'address'>, guestSession?: string): CardClients {
  const keys = clientKeys(actor, guestSession);
  return (['user', 'session', 'address'] as const).flatMap((kind) => {
    const key = keys[kind];
    return key === null ? [] : [{ key, max: clientTriesAnHourMax[kind] }];
  });
}
