import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { addressGroup, addressSite, takeProcessLimit, takeRateLimit } from '../../../platform/rate-limit.ts';
import { Refusal } from '../../../platform/refusal.ts';

const dayS = 24 * 3600;
const uploadsADay = { max: 30, windowS: dayS };
/** 256 MiB in a day, counted in units: four files of the largest size. */
const unitBytes = 8 * 1024 * 1024;
const unitsADay = { max: 32, windowS: dayS };
/** 2 GiB: one customer of an IPv6 provider has many networks and must not use up what all have. */
const unitsOfSiteADay = { max: 256, windowS: dayS };

/** Guests cost nothing to create, so what they store is counted by network address. */
export async function requireGuestRoom(db: Db, { guestEmail, address }: Actor, bytes: number): Promise<void> {
  if (guestEmail === undefined) return;
  const network = addressGroup(address);
  await takeRateLimit(db, `guest upload ${network}`, uploadsADay);
  const units = Math.max(1, Math.ceil(bytes / unitBytes));
  const take = (whose: string, limit: typeof unitsADay) =>
    Promise.all(Array.from({ length: Math.min(units, unitsADay.max) }, () => takeRateLimit(db, whose, limit)));
  await take(`guest bytes ${network}`, unitsADay);
  await take(`guest bytes of site ${addressSite(address)}`, unitsOfSiteADay);
}

/**
 * Of all guests together. Counted when the bytes have arrived: with announced sizes, a few strangers could use it up
 * without sending anything.
 */
const bytesOfAllADay = { max: 16 * 1024 ** 3, windowS: dayS };
const ofAll = 'bytes of guests';

/** Takes the bytes of a form, or refuses. `db` is the one of the platform, which identifies the process. */
export function takeGuestBytes(db: Db, { guestEmail }: Actor, bytes: number): void {
  if (guestEmail !== undefined) takeProcessLimit(db, ofAll, bytesOfAllADay, bytes);
}

/** Counts stored bytes of an upload; above the limit the next ones are refused. */
export function countGuestBytes(db: Db, actor: Actor, bytes: number): void {
  try {
    takeGuestBytes(db, actor, bytes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
