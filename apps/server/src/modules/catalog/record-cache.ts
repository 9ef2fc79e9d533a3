import type { Region } from '../../platform/http/context.ts';
import { memoized } from '../../platform/http/mount/memoized-reply.ts';
import type { Platform } from '../../platform/platform.ts';
import { dynoById } from './list-queries.ts';
import { presentDynoPoints } from './present.ts';
import { type FullRecord, readFullEngine, readFullTransmission, requireRegion } from './read-full-record.ts';
import { type FullEngineRow, type FullTransmissionRow, type Named, readNamed } from './tune-queries.ts';

type Keeper = Pick<Platform, 'db' | 'versions'>;

const recordsMax = 2000;

const namedAt = new WeakMap<Keeper['versions'], { version: string; rows: Promise<Named> }>();

/** Read with the first record of a catalogue, for all that follow. */
function namedOf({ db, versions }: Keeper): Promise<Named> {
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
 * Full records as they were read, until the catalogue changes: estimates and the answers of whoever is logged in are made from
 * them without asking the database again. One reading serves all who ask meanwhile, and one that fails is not kept.
 */
function cachedUntilCatalogChanges<T>(
  read: (db: Platform['db'], id: number, region: Region, named: Promise<Named>) => Promise<T>,
) {
  const shelves = new WeakMap<Keeper['versions'], { version: string; records: Map<string, Promise<T>> }>();
  return ({ db, versions }: Keeper, id: number, region: Region): Promise<T> => {
    const version = versions.of('catalog');
    let shelf = shelves.get(versions);
    if (!shelf || shelf.version !== version || shelf.records.size >= recordsMax) {
      shelf = { version, records: new Map() };
      shelves.set(versions, shelf);
    }
    const { records } = shelf;
    const key = `${region} ${id}`;
    const known = records.get(key);
    if (known) return known;
    const record = read(db, id, region, namedOf({ db, versions }));
    records.set(key, record);
    record.catch(() => records.delete(key));
    return record;
  };
}

export const fullEngine: (platform: Keeper, id: number, region: Region) => Promise<FullRecord<FullEngineRow>> =
  cachedUntilCatalogChanges(readFullEngine);
export const fullTransmission: (
  platform: Keeper,
  id: number,
  region: Region,
) => Promise<FullRecord<FullTransmissionRow>> = cachedUntilCatalogChanges(readFullTransmission);

/** The run as it is answered. Vehicles that share an engine draw the same curves. */
export const dynoRun: (platform: Keeper, id: number, region: Region) => Promise<ReturnType<typeof presentDynoPoints>> =
  cachedUntilCatalogChanges(async (db, id, region) =>
    memoized(presentDynoPoints(requireRegion(await dynoById(db, id), region))),
  );
