import { wallMs } from '@tuneport/domain/support/wall-clock';
import { sql } from 'kysely';
import { storedCompanyZone } from './modules/settings/index.ts';
import type { Db } from './platform/db/db.ts';

/**
 * Months of statements and opening hours are computed by the database, periods of reports and days on the screen by
 * this process. Each has its own list of time zones, and an older one lacks the latest changes of a country. Returns
 * when they disagree first, within a year.
 */
export async function timeZoneProblem(
  db: Db,
  now: Date,
  localTime: (instantMs: number, zone: string) => number = wallMs,
): Promise<{ zone: string; at: Date; database: string; process: string } | undefined> {
  const zone = await storedCompanyZone(db);
  const { rows } = await sql<{ at: Date; local: string }>`
    select at, to_char(at at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI:SS') as local
    from generate_series(${now}::timestamptz, ${now}::timestamptz + interval '1 year', interval '7 days') at`.execute(
    db,
  );
  for (const { at, local: database } of rows) {
    const own = new Date(localTime(at.getTime(), zone)).toISOString().slice(0, 19);
    if (own !== database) return { zone, at, database, process: own };
  }
}
