import { capitalized } from '@tuneport/domain/text/capitalized';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export type OwnerNames = ReadonlyMap<string, string>;

const tables: Readonly<Record<string, string>> = {
  user: 'users',
  dealer: 'dealers',
  tuner: 'tuners',
  affiliate: 'affiliates',
};

/** The names of account owners; the platform is "Platform", and records without a name are their kind and number. */
export async function ownerNames(db: Db, owners: readonly string[]): Promise<OwnerNames> {
  const names = new Map<string, string>();
  const ids = new Map<string, number[]>();
  for (const owner of new Set(owners)) {
    const [kind = '', id = ''] = owner.split(':');
    names.set(owner, id === '' ? 'Platform' : `${capitalized(kind)} ${id}`);
    if (Object.hasOwn(tables, kind)) ids.set(kind, [...(ids.get(kind) ?? []), Number(id)]);
  }
  const parts = [...ids].map(
    ([kind, list]) =>
      sql`select ${sql.lit(`${kind}:`)} || id as owner, name from ${sql.table(tables[kind] as string)} where id = any(${list})`,
  );
  if (parts.length === 0) return names;
  const { rows } = await sql<{ owner: string; name: string }>`${sql.join(parts, sql` union all `)}`.execute(db);
  for (const { owner, name } of rows) names.set(owner, name);
  return names;
}

/** Owners whose name contains the text, to search accounts by name. */
export const ownersNamed = (pattern: string) =>
  sql.join(
    Object.entries(tables).map(
      ([kind, table]) => sql`select ${sql.lit(`${kind}:`)} || id from ${sql.table(table)} where name ilike ${pattern}`,
    ),
    sql` union all `,
  );
