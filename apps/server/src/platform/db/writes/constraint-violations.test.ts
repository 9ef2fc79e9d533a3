import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { violationRefusal } from './constraint-violations.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await sql`create table v_owners (id integer primary key)`.execute(database.db);
  await sql`create table v_things (
    id integer generated always as identity primary key, code text not null, amount_type text check (amount_type <> 'none'),
    owner_id integer references v_owners, place int4range, check (length(code) < 9),
    exclude using gist (place with &&))`.execute(database.db);
  await sql`create unique index v_things_code on v_things (lower(code))`.execute(database.db);
  await sql`insert into v_owners values (1)`.execute(database.db);
  await sql`insert into v_things (code, owner_id, place) values ('taken', 1, '[1,5)')`.execute(database.db);
});
afterAll(() => database.close());

async function refused(statement: ReturnType<typeof sql>, sent: unknown = {}) {
  const error = await statement.execute(database.db).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const refusal = violationRefusal(error, sent);
  return refusal && [refusal.status, refusal.code, ...Object.keys(refusal.extra.errors ?? {})];
}

describe('a violated constraint', () => {
  test('is a field error when the body has the field, whatever its spelling', async () => {
    const taken = sql`insert into v_things (code) values ('TAKEN')`;
    expect(await refused(taken, { code: 'TAKEN' })).toEqual([422, 'invalid_fields', 'code']);
    const missing = sql`insert into v_things (code, owner_id) values ('a', 2)`;
    expect(await refused(missing, { ownerId: 2 })).toEqual([422, 'invalid_fields', 'ownerId']);
    expect(await refused(missing, { owner: 2 })).toEqual([422, 'invalid_fields', 'owner']);
    const invalid = sql`insert into v_things (code, amount_type) values ('b', 'none')`;
    expect(await refused(invalid, { amountType: 'none' })).toEqual([422, 'invalid_fields', 'amountType']);
    const empty = sql`insert into v_things (code) values (null)`;
    expect(await refused(empty, { code: null })).toEqual([422, 'invalid_fields', 'code']);
  });

  test('is a conflict otherwise', async () => {
    expect(await refused(sql`insert into v_things (code) values ('taken')`)).toEqual([409, 'already_exists']);
    expect(await refused(sql`insert into v_things (code, owner_id) values ('c', 2)`)).toEqual([409, 'conflict']);
    expect(await refused(sql`delete from v_owners`, { id: 1 })).toEqual([409, 'conflict']);
    expect(await refused(sql`insert into v_things (code) values ('123456789')`)).toEqual([409, 'conflict']);
    expect(await refused(sql`insert into v_things (code, place) values ('d', '[2,3)')`)).toEqual([409, 'conflict']);
  });

  test('stays an internal error when no constraint was involved or the server left a column empty', async () => {
    const raised = sql`do $$ begin raise exception 'unbalanced' using errcode = 'check_violation'; end $$`;
    expect(await refused(raised)).toBeNull();
    expect(await refused(sql`insert into v_things (code) values (null)`)).toBeNull();
    expect(await refused(sql`select 1 / 0`)).toBeNull();
  });
});
