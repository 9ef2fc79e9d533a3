import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { SecretBox } from './secret-box.ts';

/** A column with encrypted values. Every one must be listed in `areas.ts`, or it is lost when the key changes. */
export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  /** The columns that identify a row, and its encryption purpose. */
  readonly key: readonly string[];
  readonly purpose: (...key: string[]) => string;
  /** Base64 in a JSON string if the column is JSON. */
  readonly stored: 'bytea' | 'json';
};

export type Resealed = { resealed: number; unreadable: number };

const rowsAtOnce = 200;

/**
 * Re-encrypts every value that is not encrypted with the current key. Rows are updated one by one and only if unchanged
 * since they were read, so requests may continue; after an interruption the next run does the rest. `db` needs two
 * connections.
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

  // A cursor reads each row once, even if the rows that cannot be decrypted outnumber a batch.
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
