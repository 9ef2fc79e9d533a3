import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

const hourMs = 3_600_000;

/** The times of a request that was sent so many days ago and made within a day. */
export function requestDates(now: Date, days: number) {
  const then = (hours: number) => new Date(now.getTime() + (hours - days * 24) * hourMs);
  return { open: then(0), claim: then(2), result: then(6), approve: then(7) };
}

/** Payments take their time from the database. */
export const datePurchase = (db: Db, key: string) =>
  sql`update catalog_purchases set paid_at = placed_at where request_key = ${key} and paid_at > placed_at`.execute(db);
