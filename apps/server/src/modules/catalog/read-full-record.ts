import type { Db } from '../../platform/db/db.ts';
import type { Region } from '../../platform/http/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { kindOf } from './tune-kind.ts';
import {
  fullRow,
  type Named,
  type RowOfUnit,
  readNamed,
  type ToolRow,
  type TuneRow,
  type Unit,
} from './tune-queries.ts';

export type FullRecord<Row> = {
  readonly record: Row;
  readonly tunes: readonly TuneRow[];
  readonly tools: readonly ToolRow[];
};

/** Distinguishes records of this region, of another region, and unknown ones. */
export function requireRegion<Row extends { regions: readonly number[] }>(row: Row | undefined, region: Region): Row {
  if (!row) throw new Refusal('not_found');
  if (row.regions.includes(region)) return row;
  const other = row.regions.find((id) => id === 1 || id === 2) as Region | undefined;
  throw other === undefined ? new Refusal('not_found') : new Refusal('region_mismatch', { region: other });
}

/** `named` may be passed if it is already loaded. */
async function readFull<U extends Unit>(
  db: Db,
  unit: U,
  id: number,
  region: Region,
  named: Promise<Named>,
): Promise<FullRecord<RowOfUnit[U]>> {
  const [row, { tools, types, tiers, writers }] = await Promise.all([fullRow(db, unit, id, region), named]);
  const { tunes: stored, ...record } = requireRegion(row, region);
  const tunes = stored.map(({ tier_id, type_ids, ...tune }) => {
    const tune_types = types.filter(({ id }) => type_ids.includes(id));
    const kind = kindOf(unit, { tune_types });
    // A manifest in effect says what its tool can write; a tool without one writes what staff linked it with.
    const tool_ids = tune.tool_ids.filter((toolId) => writers.get(toolId)?.(kind, record) ?? true);
    return { ...tune, tool_ids, tune_types, tier: tier_id === null ? null : (tiers.get(tier_id) ?? null) };
  });
  const toolIds = new Set(tunes.flatMap(({ tool_ids }) => tool_ids));
  return {
    record: record as unknown as RowOfUnit[U],
    tunes,
    tools: tools.filter(({ id }) => toolIds.has(id)),
  };
}

export const readFullEngine = (db: Db, id: number, region: Region, named: Promise<Named> = readNamed(db)) =>
  readFull(db, 'engine', id, region, named);
export const readFullTransmission = (db: Db, id: number, region: Region, named: Promise<Named> = readNamed(db)) =>
  readFull(db, 'transmission', id, region, named);
