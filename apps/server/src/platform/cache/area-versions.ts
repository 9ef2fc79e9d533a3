import type { CacheArea } from '@tuneport/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';

// Every cached response depends on the version of its area. A write bumps the version in its own transaction; NOTIFY
// informs other processes immediately, and polling every second covers a lost listening connection.

const channel = 'area_versions';
const refreshEveryMs = 1000;

export type AreaVersions = {
  of(area: CacheArea): string;
  /** Reads the versions now instead of waiting for the notification. */
  refresh(): Promise<void>;
  stop(): void;
};

const changed = new WeakSet<Db>();

/** Whether a transaction changed the version of an area: its process must not answer from the cache of before. */
export const changedAreas = (transaction: Db): boolean => changed.has(transaction);

export async function bumpArea(db: Db, area: CacheArea): Promise<void> {
  changed.add(db);
  await sql`insert into area_versions (area) values (${area})
    on conflict (area) do update set version = area_versions.version + 1`.execute(db);
  await sql`select pg_notify(${channel}, ${area})`.execute(db);
}

export async function watchAreaVersions(
  db: Db,
  subscribe: (channel: string, onMessage: () => void) => void,
  log: Log,
): Promise<AreaVersions> {
  let versions = new Map<string, string>();
  let lastFailed = false;
  let started = 0;
  let newest = 0;
  // Cached responses are still served while the database is unavailable.
  const refresh = async () => {
    started += 1;
    const order = started;
    try {
      const rows = await db.selectFrom('area_versions').select(['area', 'version']).execute();
      // A read that started earlier may end later, and must not bring an older version back.
      if (order > newest) {
        newest = order;
        versions = new Map(rows.map((row) => [row.area, String(row.version)]));
      }
      lastFailed = false;
    } catch (error) {
      if (!lastFailed) log.warn({ err: error }, 'area versions could not be read');
      lastFailed = true;
    }
  };
  await refresh();
  subscribe(channel, () => void refresh());
  const timer = setInterval(() => void refresh(), refreshEveryMs);
  timer.unref();
  return {
    of: (area) => versions.get(area) ?? '0',
    refresh,
    stop: () => clearInterval(timer),
  };
}
