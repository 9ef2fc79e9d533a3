import type { Region } from '../../platform/http/context.ts';
import { memoized } from '../../platform/http/mount/memoized-reply.ts';
import type { Platform } from '../../platform/platform.ts';
import { dynoById } from './list-queries.ts';
import { presentDynoPoints } from './present.ts';
import { type FullRecord, readFullEngine, readFullTransmission, requireRegion } from './read-full-record.ts';
import { type FullEngineRow, type FullTransmissionRow, type Named, readNamed } from './tune-queries.ts';

type VersionedDb = Pick<Platform, 'db' | 'versions'>;

const recordsMax = 2000;

const namedAt = new WeakMap<VersionedDb['versions'], { version: string; rows: Promise<Named> }>();

/** Loaded once per catalogue version. */
function namedOf({ db, versions }: VersionedDb): Promise<Named> {
  const version = versions.of('catalog');
  const known = namedAt.get(versions);
  if (known?.version === version) return known.rows;
  const named = { version, rows: readNamed(db) };
  namedAt.set(versions, named);
  named.rows.catch(() => {
    if (namedAt.get(versions) === named) namedAt.delete(versions);
  });
  return named.rows;
}

/**
 * Caches full records until the catalogue changes, for estimates and responses to logged-in users. Concurrent reads
 * share one promise, and a failed read is not cached.
 */
function cachedUntilCatalogChanges<T>(
  read: (db: Platform['db'], id: number, region: Region, named: Promise<Named>) => Promise<T>,
) {
  const caches = new WeakMap<VersionedDb['versions'], { version: string; records: Map<string, Promise<T>> }>();
  return ({ db, versions }: VersionedDb, id: number, region: Region): Promise<T> => {
    const version = versions.of('catalog');
    let cache = caches.get(versions);
    if (!cache || cache.version !== version || cache.records.size >= recordsMax) {
      cache = { version, records: new Map() };
      caches.set(versions, cache);
    }
    const { records } = cache;
    const key = `${region} ${id}`;
    const known = records.get(key);
    if (known) return known;
    const record = read(db, id, region, namedOf({ db, versions }));
    records.set(key, record);
    record.catch(() => records.delete(key));
    return record;
  };
}

export const fullEngine: (platform: VersionedDb, id: number, region: Region) => Promise<FullRecord<FullEngineRow>> =
  cachedUntilCatalogChanges(readFullEngine);
export const fullTransmission: (
  platform: VersionedDb,
  id: number,
  region: Region,
) => Promise<FullRecord<FullTransmissionRow>> = cachedUntilCatalogChanges(readFullTransmission);

/** The dyno run as sent in the response, cached because vehicles that share an engine share its curves. */
export const dynoRun: (
  platform: VersionedDb,
  id: number,
  region: Region,
) => Promise<ReturnType<typeof presentDynoPoints>> = cachedUntilCatalogChanges(async (db, id, region) =>
  memoized(presentDynoPoints(requireRegion(await dynoById(db, id), region))),
);
