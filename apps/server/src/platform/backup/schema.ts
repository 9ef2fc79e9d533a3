import type pg from 'pg';

// What a backup needs to know about the schema. Objects of extensions are excluded.

export type Table = { schema: string; name: string; columns: string[] };
type Sequence = { schema: string; name: string; last_value: string; is_called: boolean };

type Client = Pick<pg.Client, 'query'>;

/** Present during a restore and after an interrupted one. */
export const restoreMarker = 'restore_in_progress';

const own = (oid: string, catalog: string) => `
  n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and not exists (
    select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${oid} and e.deptype = 'e')`;

/** Tables with rows, without generated columns. Our partitioned tables are one table: their months are made as needed. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select n.nspname as schema, c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where case when n.nspname = 'public' then c.relkind in ('r', 'p') and not c.relispartition else c.relkind = 'r' end
      and c.relpersistence <> 't' and c.relname <> '${restoreMarker}' and ${own('c.oid', 'pg_class')}
    order by 1, 2`);
  return rows;
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${own('c.oid', 'pg_class')} order by 1, 2`);
  const sequences: Sequence[] = [];
  for (const { schema, name } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${quoted(schema, name)}`,
    );
    sequences.push({ schema, name, ...(state.rows[0] as { last_value: string; is_called: boolean }) });
  }
  return sequences;
}

/**
 * Statements that suspend foreign keys, triggers and missing privileges, and statements that restore them, so that rows
 * can be loaded unchanged in any order.
 */
export async function listGuards(client: Client): Promise<{ suspend: string[]; resume: string[] }> {
  // An empty search path makes all names schema-qualified.
  await client.query(`set local search_path = ''`);
  const { rows: keys } = await client.query<{ suspend: string; resume: string }>(`
    select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as suspend,
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as resume
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and k.conparentid = 0 and ${own('c.oid', 'pg_class')} order by k.oid`);
  const { rows: triggers } = await client.query<{ suspend: string; resume: string }>(`
    select format('alter table %I.%I disable trigger %I', n.nspname, c.relname, t.tgname) as suspend,
      format('alter table %I.%I enable %s trigger %I', n.nspname, c.relname,
        case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname) as resume
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled <> 'D' and c.relkind in ('r', 'p') and ${own('c.oid', 'pg_class')} order by t.oid`);
  // Some tables are written only by functions: their owner revoked its own privilege and can grant it back.
  const { rows: rights } = await client.query<{ suspend: string; resume: string }>(`
    select format('grant %s on %I.%I to current_user', p.name, n.nspname, c.relname) as suspend,
      format('revoke %s on %I.%I from current_user', p.name, n.nspname, c.relname) as resume
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join (values ('insert'), ('truncate')) p (name)
    where c.relkind = 'r' and c.relacl is not null and ${own('c.oid', 'pg_class')} and not exists (
      select from aclexplode(c.relacl) a where a.grantee = c.relowner and lower(a.privilege_type) = p.name)
    order by c.oid, p.name`);
  await client.query('set local search_path to default');
  const all = [...rights, ...keys, ...triggers];
  return { suspend: all.map(({ suspend }) => suspend), resume: all.map(({ resume }) => resume) };
}

/** Drops all of our objects, for a restore that overwrites. */
export async function dropEverything(client: Client, schemas: readonly string[]): Promise<void> {
  for (const schema of schemas)
    if (schema !== 'public') await client.query(`drop schema if exists ${quoted(schema)} cascade`);
  // Dropping one object may cascade to others: the list is read again until it is empty.
  for (;;) {
    const { rows } = await client.query<{ statement: string }>(`
      select format('drop %s if exists %s cascade',
        case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        c.oid::regclass) as statement
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relname <> '${restoreMarker}'
        and ${own('c.oid', 'pg_class')}
        -- Sequences of identity columns go with their table.
        and not (c.relkind = 'S' and exists (
          select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
      union all
      select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and ${own('p.oid', 'pg_proc')}
      union all
      select format('drop type if exists %s cascade', t.oid::regtype) from pg_type t
      join pg_namespace n on n.oid = t.typnamespace
      where n.nspname = 'public' and t.typtype in ('e', 'd') and ${own('t.oid', 'pg_type')}`);
    if (rows.length === 0) return;
    for (const { statement } of rows) await client.query(statement);
  }
}

export const quoted = (...names: string[]): string => names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
