import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { addressGroup, takeRateLimit } from '../../../platform/rate-limit.ts';

const uploadsADay = { max: 30, windowS: 24 * 3600 };

/** Guests cost nothing to create, so what they store is counted by network address. */
export async function requireGuestRoom(db: Db, { guestEmail, address }: Actor): Promise<void> {
  if (guestEmail !== undefined) await takeRateLimit(db, `guest upload ${addressGroup(address)}`, uploadsADay);
}
