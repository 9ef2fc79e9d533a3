import { sql } from 'kysely';
import type { Db } from './db/db.ts';
import type { SecretBox } from './secret-box.ts';

/** A column with sealed values. Every one must be in the list of `areas.ts`, or a change of the key loses it. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** The columns that name a row, and the purpose its value is sealed for. */
  readonly key: readonly string[];
  readonly purpose: (...key: string[]) => string;
  /** Base64 inside a JSON string, where the column holds JSON. */
  readonly stored: 'bytea' | 'json';
};

export type Resealed = { resealed: number; unreadable: number };

const rowsAtOnce = 200;

/**
 * Seals every value again that is not sealed with the current key. Rows are changed one by one and only if they still are what was read,
 * so requests may go on meanwhile; stopped half-way, the next run does the rest. `db` needs two connections.
 */
export async function resealColumn(db: Db, secrets: SecretBox, of: SealedColumn): Promise<Resealed> {
  const table = sql.table(of.table);
  const column = sql.ref(of.column);
  const bytes =
    of.stored === 'bytea'
      ? column
      : sql`case when json_typeof(${column}) = 'string' then decode(${column} #>> '{}', 'base64') end`;
  const keys = sql.join(of.key.map((name) => sql`${sql.ref(name)}::text`));
  const prefix = secrets.sealedPrefix();
  const result = { resealed: 0, unreadable: 0 };

  async function reseal({ key, sealed }: { key: string[]; sealed: Buffer }): Promise<void> {
    const purpose = of.purpose(...key);
    const text = secrets.open(purpose, sealed);
    if (text === null) {
      result.unreadable += 1;
      return;
    }
    const fresh = secrets.seal(purpose, text);
    const value = of.stored === 'bytea' ? sql`${fresh}` : sql`to_json(${fresh.toString('base64')}::text)`;
    const named = sql.join(
      of.key.map((name, index) => sql`${sql.ref(name)} = ${key[index]}`),
      sql` and `,
    );
    const changed = await sql`
      update ${table} set ${column} = ${value} where ${named} and ${bytes} = ${sealed}`.execute(db);
    result.resealed += Number(changed.numAffectedRows ?? 0n);
  }

  // A cursor reads each row once, also when the rows it can do nothing about outnumber a batch.
  await db.transaction().execute(async (reading) => {
    await sql`declare sealed_rows no scroll cursor for
      select array[${keys}] as key, ${bytes} as sealed from ${table}
      where substring(${bytes} from 1 for ${sql.lit(prefix.length)}) <> ${prefix}`.execute(reading);
    for (;;) {
      const fetched = sql<{ key: string[]; sealed: Buffer }>`fetch ${sql.lit(rowsAtOnce)} from sealed_rows`;
      const { rows } = await fetched.execute(reading);
      for (const row of rows) await reseal(row);
      if (rows.length < rowsAtOnce) return;
    }
  });
  return result;
}
