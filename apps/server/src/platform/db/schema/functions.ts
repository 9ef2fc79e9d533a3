import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const functionsFolder = fileURLToPath(new URL('../../../../sql/functions', import.meta.url));

export type SqlFunction = { name: string; sql: string; checksum: string };

/** `<area>/name.sql` defines the function `name` with `create or replace`. */
export function readFunctions(folder = functionsFolder): SqlFunction[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => {
      const name = basename(file, '.sql');
      const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
      if (!sql.includes(`create or replace function ${name}(`))
        throw new Error(`${file} must contain "create or replace function ${name}(".`);
      return { name, sql, checksum: `sha256:${createHash('sha256').update(sql).digest('hex')}` };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Functions that are missing or changed. A function's comment in the database is the checksum of its file. */
export async function pendingFunctions(
  client: Pick<pg.Client, 'query'>,
  functions: readonly SqlFunction[],
): Promise<SqlFunction[]> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(`
    select proname as name, obj_description(oid, 'pg_proc') as checksum
    from pg_proc where pronamespace = 'public'::regnamespace`);
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return functions.filter(({ name, checksum }) => known.get(name) !== checksum);
}

/** Call it in a transaction. A changed list of parameters needs a migration that drops the old function first. */
export async function applyFunctions(client: Pick<pg.Client, 'query'>, pending: readonly SqlFunction[]): Promise<void> {
  // Functions may be mutually dependent.
  await client.query('set local check_function_bodies = off');
  for (const { name, sql, checksum } of pending) {
    try {
      await client.query(sql);
      await client.query(`comment on function ${name} is '${checksum}'`);
    } catch (error) {
      throw new Error(`The function ${name}.sql cannot be applied: ${(error as Error).message}`, { cause: error });
    }
  }
}
