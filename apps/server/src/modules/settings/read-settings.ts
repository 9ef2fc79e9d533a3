import { settingShapes } from '@tuneport/contract/settings/setting-shapes';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { defaultSettings, type SettingsNow, settingNames } from './known-settings.ts';
import { settingRows } from './queries.ts';

export type StoredSettings = { values: SettingsNow; updatedAt: Date };

/** The time of settings that were never saved. */
const neverSaved = new Date('2000-01-01T00:00:00Z');

/** The settings from the database, for write transactions and the command line. Requests use settingsOf. */
export async function readSettings(db: Db): Promise<StoredSettings> {
  const rows = await settingRows(db);
  const stored = new Map(rows.map((row) => [row.name, row.value]));
  const values: Record<string, unknown> = { ...defaultSettings };
  for (const name of settingNames) {
    if (!stored.has(name)) continue;
    // A row that does not match the current schema is ignored.
    const value = settingShapes[name].safeParse(stored.get(name));
    if (value.success) values[name] = value.data;
  }
  const updatedAt = rows.reduce((latest, row) => (row.updated_at > latest ? row.updated_at : latest), neverSaved);
  return { values: values as SettingsNow, updatedAt };
}

type VersionedDb = Pick<Platform, 'db' | 'versions'>;

/** Caches the result of `load` until the settings change. Concurrent callers share one load. */
export function cachedUntilSettingsChange<T>(load: (db: Db) => Promise<T>): (platform: VersionedDb) => Promise<T> {
  const cached = new WeakMap<VersionedDb['versions'], { version: string; value: Promise<T> }>();
  return (platform) => {
    const version = platform.versions.of('settings');
    const known = cached.get(platform.versions);
    if (known?.version === version) return known.value;
    const value = load(platform.db);
    const entry = { version, value };
    cached.set(platform.versions, entry);
    value.catch(() => {
      if (cached.get(platform.versions) === entry) cached.delete(platform.versions);
    });
    return value;
  };
}

/** The settings used by requests; an edit in any process is visible within a second. */
export const settingsOf = cachedUntilSettingsChange(async (db) => (await readSettings(db)).values);
