import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import type { Platform } from '../platform/platform.ts';

const hourMs = 3_600_000;

/** The times of a request that was sent so many days ago and made within a day. */
export function requestDates(now: Date, days: number) {
  const then = (hours: number) => new Date(now.getTime() + (hours - days * 24) * hourMs);
  return { open: then(0), claim: then(2), result: then(6), approve: then(7) };
}

/** The platform with its clock set back, for use cases that read it. */
export const platformAt = (platform: Platform, now: Date): Platform => ({ ...platform, clock: { now: () => now } });

/** Payments take their time from the database. */
export const datePurchase = (db: Db, key: string) =>
  sql`update catalog_purchases set paid_at = placed_at where request_key = ${key} and paid_at > placed_at`.execute(db);
