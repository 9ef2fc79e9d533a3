import type { Region } from '../../platform/http/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FullRecord, readFullEngine, readFullTransmission } from './read-full-record.ts';
import type { FullEngineRow, FullTransmissionRow } from './tune-queries.ts';

type Keeper = Pick<Platform, 'db' | 'versions'>;

const recordsMax = 2000;

/**
 * Full records as they were read, until the catalogue changes: estimates and the answers of whoever is logged in are made from
 * them without asking the database again. One reading serves all who ask meanwhile, and one that fails is not kept.
 */
function keptUntilCatalogChanges<T>(read: (db: Platform['db'], id: number, region: Region) => Promise<T>) {
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
    const record = read(db, id, region);
    records.set(key, record);
    record.catch(() => records.delete(key));
    return record;
  };
}

export const fullEngine: (platform: Keeper, id: number, region: Region) => Promise<FullRecord<FullEngineRow>> =
  keptUntilCatalogChanges(readFullEngine);
export const fullTransmission: (
  platform: Keeper,
  id: number,
  region: Region,
) => Promise<FullRecord<FullTransmissionRow>> = keptUntilCatalogChanges(readFullTransmission);
