import type { Db } from '../../platform/db/db.ts';
import type { SettingsNow } from './known-settings.ts';
import { readSettings, settingsOf } from './read-settings.ts';

// Days and months of partners' money are those of the company: the time zone of its support hours.

const zoneOf = ({ support_hours }: SettingsNow): string => support_hours?.timeZone ?? 'UTC';

export const companyZone = async (platform: Parameters<typeof settingsOf>[0]): Promise<string> =>
  zoneOf(await settingsOf(platform));

/** For use cases that have a transaction only. */
export const storedCompanyZone = async (db: Db): Promise<string> => zoneOf((await readSettings(db)).values);
