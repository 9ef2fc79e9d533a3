import type { Permission } from '@tuneport/domain/identity/permissions';
import type { BulkActionName, BulkListName } from '@tuneport/domain/operations/bulk-runs';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';

// Lists belong to higher areas. Each registers at startup which of its rows match a filter and what can be done to one.

export type BulkList = {
  readonly access: Permission;
  /** Search and filters of the list call. Strict, because a filter that is ignored would match more rows. */
  readonly query: z.ZodObject;
  /** The ids of the matching rows. */
  matching(db: Db, query: never, limits: MatchLimits): Promise<number[]>;
  readonly actions: Readonly<Partial<Record<BulkActionName, BulkStep>>>;
  /** Locks what several rows have in common before the first one is changed, in the order of other writers. */
  lockBatch?(db: Db, ids: readonly number[], change: Readonly<Record<string, unknown>>): Promise<void>;
  /** Refuses a change that no row can have. */
  checkChange?(db: Db, change: Readonly<Record<string, unknown>>): Promise<void> | void;
  /** A change as people read it; without this, as it is stored. */
  shownChange?(db: Db, change: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  /** Search and filters as people read them; without this, as they are stored. */
  shownQuery?(db: Db, query: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  names(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
};

type MatchLimits = {
  /** Limits the result to these rows. */
  readonly ids: readonly number[] | undefined;
  readonly max: number;
  readonly now: Date;
};

/** Acts on one row and returns whether it changed. A refusal leaves the row as it was. */
type BulkStep = (
  db: Db,
  actor: Actor,
  id: number,
  change: Readonly<Record<string, unknown>>,
  now: Date,
) => Promise<boolean>;

const known = new Map<string, BulkList>();

/** Called once where the areas are registered. */
export function registerBulkLists(lists: Readonly<Record<BulkListName, BulkList>>): void {
  for (const [name, list] of Object.entries(lists)) known.set(name, list);
}

export function bulkList(name: string): BulkList {
  const list = known.get(name);
  if (!list) throw new Error(`There is no list ${name} with bulk actions.`);
  return list;
}

/** Reads the names of rows from a column of their table. */
export const namesIn =
  (table: string, name: string): BulkList['names'] =>
  async (db, ids) => {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, ${sql.ref(name)} as name from ${sql.table(table)} where id = any(${[...ids]})`.execute(db);
    return new Map(rows.map((row) => [row.id, row.name]));
  };
