import type pg from 'pg';

type Column = {
  relation: string;
  name: string;
  type: string;
  kind: string;
  is_array: boolean;
  not_null: boolean;
  has_default: boolean;
  identity: '' | 'a' | 'd';
  generated: '' | 's' | 'v';
  labels: string[] | null;
  view: boolean;
};

/** Domains are resolved to their base type, arrays to their element type. */
const columnsQuery = `
  select c.relname as relation, a.attname as name, base.typname as type, base.typtype as kind,
    (t.typcategory = 'A' or domain_base.typcategory = 'A') as is_array,
    (a.attnotnull or (t.typtype = 'd' and t.typnotnull)) as not_null,
    a.atthasdef as has_default, a.attidentity as identity, a.attgenerated as generated,
    (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = base.oid) as labels,
    c.relkind in ('v', 'm') as view
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type domain_base on domain_base.oid = nullif(t.typbasetype, 0)
  join pg_type base on base.oid = case
    when t.typcategory = 'A' then t.typelem
    when domain_base.typcategory = 'A' then domain_base.typelem
    when t.typtype = 'd' then t.typbasetype
    else t.oid end
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C", a.attnum`;

const plain: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  int8: 'bigint',
  bytea: 'Buffer',
};
const aliases: Record<string, string> = {
  timestamptz: 'Timestamp',
  timestamp: 'Timestamp',
  numeric: 'Numeric',
  json: 'Json',
  jsonb: 'Json',
};
const elements: Record<string, string> = {
  timestamptz: 'Date',
  timestamp: 'Date',
  numeric: 'string',
  json: 'JsonValue',
  jsonb: 'JsonValue',
};

const head = `// Made from the migrations by \`npm run cli db-types\`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
/** Written as an object or as ready JSON text; a bare array would become a PostgreSQL array, so it must be text. */
type Json = ColumnType<JsonValue, { readonly [key: string]: unknown } | string, { readonly [key: string]: unknown } | string>;
type Numeric = ColumnType<string, string | number | bigint, string | number | bigint>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** A column with a default whose reading and writing types differ. */
type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : Generated<T>;
/** A nullable column whose reading and writing types differ. */
type Nullable<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null | undefined, U | null> : T | null;
`;

export async function generateTypes(client: Pick<pg.Client, 'query'>): Promise<string> {
  const { rows } = await client.query<Column>(columnsQuery);
  const relations = Map.groupBy(rows, ({ relation }) => relation);
  const interfaces = [...relations].map(([relation, columns]) => {
    const lines = columns.map((column) => `  ${key(column.name)}: ${columnType(column)};`);
    return `export interface ${pascal(relation)} {\n${lines.join('\n')}\n}\n`;
  });
  const all = [...relations.keys()].map((relation) => `  ${key(relation)}: ${pascal(relation)};`);
  return [head, ...interfaces, `export interface DB {\n${all.join('\n')}\n}\n`].join('\n');
}

function columnType(column: Column): string {
  const value = valueType(column);
  const split = !column.is_array && aliases[column.type] !== undefined;
  if (column.identity === 'a' || column.generated !== '')
    return `GeneratedAlways<${readType(column)}${column.not_null ? '' : ' | null'}>`;
  const optional = column.has_default || column.identity === 'd';
  if (column.not_null) return optional ? (split ? `Defaulted<${value}>` : `Generated<${value}>`) : value;
  if (split) return `Nullable<${value}>`;
  return optional ? `Generated<${value} | null>` : `${value} | null`;
}

function valueType(column: Column): string {
  const alias = aliases[column.type];
  return alias !== undefined && !column.is_array ? alias : readType(column);
}

function readType({ type, kind, is_array, labels }: Column): string {
  const base =
    kind === 'e'
      ? (labels ?? []).map((label) => JSON.stringify(label)).join(' | ')
      : (plain[type] ?? elements[type] ?? 'string');
  if (!is_array) return base;
  return /\W/.test(base) ? `(${base})[]` : `${base}[]`;
}

const key = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : JSON.stringify(name));
const pascal = (name: string) =>
  name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
