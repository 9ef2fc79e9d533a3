import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { Refusal } from '../../../../platform/refusal.ts';

/** Counts what a merge moves, with readable labels. */
export class Moved {
  #counts = new Map<string, number>();
  add(what: string, count: number): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }
  list() {
    return [...this.#counts].map(([what, count]) => ({ what, count }));
  }
}

type Pairs = { readonly table: string; readonly owner: string; readonly other: string; readonly what: string };

/** Moves pairs of a many-to-many table to the kept record and drops duplicates. */
export async function movePairs(db: Db, moved: Moved, pairs: Pairs, survivor: number, merged: number): Promise<void> {
  const [table, owner, other] = [sql.table(pairs.table), sql.ref(pairs.owner), sql.ref(pairs.other)];
  const { rows } = await sql`
    insert into ${table} (${owner}, ${other}) select ${survivor}::integer, ${other} from ${table} where ${owner} = ${merged}
    on conflict do nothing returning ${other}`.execute(db);
  moved.add(pairs.what, rows.length);
  await sql`delete from ${table} where ${owner} = ${merged}`.execute(db);
}

/** Repoints a foreign key column to the kept record. */
export async function moveColumn(
  db: Db,
  moved: Moved,
  where: { readonly table: string; readonly column: string; readonly what: string },
  survivor: number,
  merged: number,
): Promise<void> {
  const { numAffectedRows } = await sql`update ${sql.table(where.table)} set ${sql.ref(where.column)} = ${survivor}
    where ${sql.ref(where.column)} = ${merged}`.execute(db);
  moved.add(where.what, Number(numAffectedRows ?? 0));
}

/** Rejects a merge with a conflict that a person must resolve first. */
export async function refuseWhen(db: Db, condition: RawBuilder<unknown>, message: string): Promise<void> {
  const { rows } = await sql<{ met: boolean }>`select (${condition}) as met`.execute(db);
  if (rows[0]?.met) throw new Refusal('conflict', { message });
}

/** Two guides for one vehicle are a conflict that a person must resolve. */
export async function moveGuides(
  db: Db,
  moved: Moved,
  column: string,
  survivor: number,
  merged: number,
): Promise<void> {
  const here = sql.ref(column);
  const others = ['make_id', 'year_id', 'model_id', 'engine_id', 'transmission_id'].filter((part) => part !== column);
  const same = sql.join(
    others.map((part) => sql`a.${sql.ref(part)} is not distinct from b.${sql.ref(part)}`),
    sql` and `,
  );
  await refuseWhen(
    db,
    sql`exists (select from guides a join guides b on a.${here} = ${survivor} and b.${here} = ${merged} and ${same})`,
    'Both have a guide for the same vehicle. Delete one of them first.',
  );
  await moveColumn(db, moved, { table: 'guides', column, what: 'guides' }, survivor, merged);
}
