import { createHash } from 'node:crypto';
import type { Actor } from './actor.ts';
import { addressGroup, addressSite } from './rate-limit.ts';

export type ClientKeys = {
  readonly user: string | null;
  readonly session: string | null;
  readonly address: string;
  /** All networks of one customer of an IPv6 provider; null for other addresses. */
  readonly site: string | null;
};

/** Keys of a client under which unpaid orders and declined cards are counted. */
export const clientKeys = (
  { userId, address }: Pick<Actor, 'userId' | 'address'>,
  guestSession: string | null | undefined,
): ClientKeys => ({
  user: userId === null ? null : `user:${userId}`,
  session:
    userId !== null || !guestSession ? null : `session:${createHash('sha256').update(guestSession).digest('hex')}`,
  address: `address:${addressGroup(address)}`,
  site: addressSite(address) === addressGroup(address) ? null : `site:${addressSite(address)}`,
});
