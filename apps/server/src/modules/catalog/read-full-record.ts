import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  type FullEngineRow,
  type FullTransmissionRow,
  fullEngineRow,
  fullTransmissionRow,
  type ToolRow,
  type TuneRow,
  toolsById,
  tunesOf,
} from './tune-queries.ts';

export type FullRecord<Row> = {
  readonly record: Row;
  readonly tunes: readonly TuneRow[];
  readonly tools: readonly ToolRow[];
};

/** Known here, known elsewhere, or not known. */
export function requireRegion<Row extends { regions: readonly number[] }>(row: Row | undefined, region: Region): Row {
  if (!row) throw new Refusal('not_found');
  if (row.regions.includes(region)) return row;
  const other = row.regions.find((id) => id === 1 || id === 2) as Region | undefined;
  throw other === undefined ? new Refusal('not_found') : new Refusal('region_mismatch', { region: other });
}

export async function readFullEngine(db: Db, id: number, region: Region): Promise<FullRecord<FullEngineRow>> {
  const [row, tunes] = await Promise.all([fullEngineRow(db, id), tunesOf(db, 'engine', id, region)]);
  return { record: requireRegion(row, region), tunes, tools: await toolsOfTunes(db, tunes) };
}

export async function readFullTransmission(
  db: Db,
  id: number,
  region: Region,
): Promise<FullRecord<FullTransmissionRow>> {
  const [row, tunes] = await Promise.all([fullTransmissionRow(db, id), tunesOf(db, 'transmission', id, region)]);
  return { record: requireRegion(row, region), tunes, tools: await toolsOfTunes(db, tunes) };
}

const toolsOfTunes = (db: Db, tunes: readonly TuneRow[]) =>
  toolsById(db, [...new Set(tunes.flatMap(({ tool_ids }) => tool_ids))]);
