import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { cachedUntilSettingsChange } from './read-settings.ts';

/** The time zone of the company, for use cases that only have a transaction. */
export async function storedCompanyZone(db: Db): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select company_time_zone() as zone`.execute(db);
  return rows[0]?.zone ?? 'UTC';
}

export const companyZone = cachedUntilSettingsChange(storedCompanyZone);
