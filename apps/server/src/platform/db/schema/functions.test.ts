import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { readFunctions, type SqlFunction } from './functions.ts';
import { migrate, readMigrations } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const functionOf = (name: string, body: string, parameters = ''): SqlFunction => ({
  name,
  sql: `create or replace function ${name}(${parameters}) returns integer language sql as $$ ${body} $$;`,
  checksum: `sha256:${body}`,
});
const apply = (...functions: SqlFunction[]) =>
  migrate(database.connection, { migrations: readMigrations(), functions: [...readFunctions(), ...functions] });
const answer = async () => (await sql<{ is: number }>`select answer() as is`.execute(database.db)).rows[0]?.is;

test('every database function has its file', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    order by name`.execute(database.db);
  expect(rows.map(({ name }) => name)).toEqual(readFunctions().map(({ name }) => name));
});

test('after the introduction of function files a migration defines only functions that its generated columns and indexes use', () => {
  const defined = readMigrations()
    .filter(({ name }) => name > '0115')
    .flatMap(({ sql }) =>
      [...sql.matchAll(/create (?:or replace )?function (?!pg_temp)(\w+)/gi)].map(([, name = '']) => ({ name, sql })),
    );
  const isUsed = ({ name, sql }: { name: string; sql: string }) =>
    sql.includes(`generated always as (${name}(`) || new RegExp(`create index [^;]*\\(${name}\\(`).test(sql);
  expect(defined.filter((one) => !isUsed(one))).toEqual([]);
});

test('a changed file replaces its function, also from several concurrent processes and in any call order', async () => {
  await apply(functionOf('answer', 'select deeper()'), functionOf('deeper', 'select 1'));
  expect(await answer()).toBe(1);
  const changed = [functionOf('answer', 'select deeper() + 1'), functionOf('deeper', 'select 1')];
  await Promise.all([apply(...changed), apply(...changed), apply(...changed)]);
  expect(await answer()).toBe(2);
});

test('an older release does not replace the functions of a newer one', async () => {
  const older = readMigrations();
  const sqlText = 'create table newer (id integer)';
  const newer = [...older, { name: '9001-newer.sql', sql: sqlText, checksum: 'newer' }];
  await migrate(database.connection, { migrations: newer, functions: [functionOf('answer', 'select 4')] });
  await migrate(database.connection, { migrations: older, functions: [functionOf('answer', 'select 3')] });
  expect(await answer()).toBe(4);
  await sql`delete from schema_migrations where name = '9001-newer.sql'`.execute(database.db);
});

test('changed parameters are refused until a migration drops the old function', async () => {
  await apply(functionOf('stays', 'select 1'));
  await expect(apply(functionOf('stays', 'select given', 'given integer'))).rejects.toThrow(
    /stays\.sql cannot be applied: function name "stays" is not unique/,
  );
  const { rows } = await sql`select 1 from pg_proc where proname = 'stays'`.execute(database.db);
  expect(rows).toHaveLength(1);
});
