import type { Actor } from '../../platform/actor.ts';
import { clientKeys } from '../../platform/client-keys.ts';

// Stolen cards are tested at shops that do not limit declines. A person mistypes a few times; ten declined cards for
// one purchase are card testing. A network address may be shared, so its limit is higher. The thousands of networks of one
// IPv6 customer have a limit together.

export const cardTriesMax = 10;
export const clientTriesAnHourMax = { user: 30, session: 30, address: 100, site: 200 } as const;

/**
 * The keys under which declined cards are counted, each with its limit. A new cookie or account does not reset the
 * count of the address.
 */
export type CardClients = readonly { readonly key: string; readonly max: number }[];

export function clientsOf(actor: Pick<Actor, 'userId' | 'address'>, guestSession?: string): CardClients {
  const keys = clientKeys(actor, guestSession);
  return (['user', 'session', 'address', 'site'] as const).flatMap((kind) => {
    const key = keys[kind];
    return key === null ? [] : [{ key, max: clientTriesAnHourMax[kind] }];
  });
}
