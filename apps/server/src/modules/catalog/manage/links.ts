import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Table } from '../../../platform/records/record-kind.ts';
import { touchRows } from '../../../platform/records/rows.ts';

export type Ref = { id: number; name: string };

/** A many-to-many table, seen from one side. */
type Links = {
  readonly table: string;
  readonly owner: string;
  readonly other: string;
  /** A third column with a constant value for all pairs of this list. */
  readonly only?: readonly [column: string, value: string];
  /**
   * The table of the other side, if it lists the same pairs: its rows are touched too, so that an older form there
   * cannot undo the change.
   */
  readonly alsoListedIn?: Table;
};

/** Replaces the list by `ids`; undefined leaves it unchanged. */
export async function storeLinks(
  db: Db,
  { table, owner, other, only, alsoListedIn }: Links,
  id: number,
  ids: readonly number[] | undefined,
  now: Date,
): Promise<void> {
  if (ids === undefined) return;
  const wanted = sql`${[...ids]}::integer[]`;
  const restricted = only ? sql`and ${sql.ref(only[0])} = ${only[1]}` : sql``;
  const removed = await sql<{ id: number }>`
    delete from ${sql.table(table)} where ${sql.ref(owner)} = ${id} ${restricted} and ${sql.ref(other)} <> all(${wanted})
    returning ${sql.ref(other)} as id`.execute(db);
  const columns = only ? sql`, ${sql.ref(only[0])}` : sql``;
  const values = only ? sql`, ${only[1]}` : sql``;
  const added = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.ref(owner)}, ${sql.ref(other)} ${columns})
    select ${id}, wanted ${values} from unnest(${wanted}) as wanted
    on conflict do nothing returning ${sql.ref(other)} as id`.execute(db);
  if (alsoListedIn)
    await touchRows(
      db,
      alsoListedIn,
      [...removed.rows, ...added.rows].map((row) => row.id),
      now,
    );
}

/** The records on the other side, by name. */
export async function readLinks(
  db: Db,
  { table, owner, other, only }: Links,
  id: number,
  named: string,
  label = sql<string>`o.name`,
): Promise<Ref[]> {
  const restricted = only ? sql`and l.${sql.ref(only[0])} = ${only[1]}` : sql``;
  const { rows } = await sql<Ref>`
    select o.id, ${label} as name from ${sql.table(table)} l join ${sql.table(named)} o on o.id = l.${sql.ref(other)}
    where l.${sql.ref(owner)} = ${id} ${restricted} order by lower(${label}), o.id`.execute(db);
  return rows;
}

/** Many tunes share a name; the part number distinguishes them. */
export const tuneLabel = sql<string>`trim(o.name || ' ' || o.part_number)`;
