import { settingShapes } from '@tuneport/contract/settings/settings-admin';
import type { Db } from '../../platform/db/db.ts';
import type { Platform } from '../../platform/platform.ts';
import { defaultSettings, type SettingsNow, settingNames } from './known-settings.ts';
import { settingRows } from './queries.ts';

export type StoredSettings = { values: SettingsNow; updatedAt: Date };

/** The time of settings nobody has saved yet. */
const neverSaved = new Date('2000-01-01T00:00:00Z');

/** The settings as they stand in the database: for writing transactions and the command line. Requests use settingsOf. */
export async function readSettings(db: Db): Promise<StoredSettings> {
  const rows = await settingRows(db);
  const stored = new Map(rows.map((row) => [row.name, row.value]));
  const values: Record<string, unknown> = { ...defaultSettings };
  for (const name of settingNames) {
    if (!stored.has(name)) continue;
    // A row written before its shape changed counts as not written.
    const value = settingShapes[name].safeParse(stored.get(name));
    if (value.success) values[name] = value.data;
  }
  const updatedAt = rows.reduce((latest, row) => (row.updated_at > latest ? row.updated_at : latest), neverSaved);
  return { values: values as SettingsNow, updatedAt };
}

type Keeper = Pick<Platform, 'db' | 'versions'>;

/** Keeps what `load` answers until the settings area changes. One loading serves all who ask meanwhile. */
export function cachedUntilSettingsChange<T>(load: (db: Db) => Promise<T>): (platform: Keeper) => Promise<T> {
  const kept = new WeakMap<Keeper['versions'], { version: string; value: Promise<T> }>();
  return (platform) => {
    const version = platform.versions.of('settings');
    const known = kept.get(platform.versions);
    if (known?.version === version) return known.value;
    const value = load(platform.db);
    const entry = { version, value };
    kept.set(platform.versions, entry);
    value.catch(() => {
      if (kept.get(platform.versions) === entry) kept.delete(platform.versions);
    });
    return value;
  };
}

/** The settings a request works with; an edit on any process is seen here within a second. */
export const settingsOf = cachedUntilSettingsChange(async (db) => (await readSettings(db)).values);
