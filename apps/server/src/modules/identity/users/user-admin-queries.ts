import type { AnyOf } from '@tuneport/contract/shapes';
import type { Role, UserFlag } from '@tuneport/domain/identity/permissions';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type ListOrder, notNull, type PagingQuery } from '../../../platform/db/lists/keyset.ts';
import { hasAnyOf, withinDays } from '../../../platform/db/lists/list-filters.ts';
import { containing, listPage } from '../../../platform/db/lists/page.ts';

type UserFilter = PagingQuery & {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  role?: AnyOf<Role> | undefined;
  flag?: UserFlag | undefined;
  banned?: boolean | undefined;
};

const order: ListOrder = {
  columns: {
    name: notNull('users.name'),
    email: 'users.email',
    role: notNull('users.role'),
    created_at: notNull('users.created_at'),
    last_seen_at: notNull("coalesce(users.last_seen_at, '-infinity')"),
  },
  first: '-created_at',
  id: 'users.id',
};

const rowColumns = [
  'users.id',
  'users.name',
  'users.email',
  'users.guest_email',
  'users.email_confirmed_at',
  'users.role',
  'users.flags',
  'users.banned_at',
  'users.deleted_at',
  'users.totp_confirmed_at',
  'users.created_at',
  'users.last_seen_at',
] as const;

const passkeyCount = sql<number>`(select count(*)::int from passkeys where passkeys.user_id = users.id)`;

export async function listUsers(db: Db, filter: UserFilter) {
  let query = db.selectFrom('users');
  if (filter.search) {
    const pattern = containing(filter.search);
    query = query.where((eb) =>
      eb.or([
        eb('name', 'ilike', pattern),
        eb(sql<string>`email::text`, 'ilike', pattern),
        eb(sql<string>`guest_email::text`, 'ilike', pattern),
      ]),
    );
  }
  if (filter.from || filter.to) query = query.where(withinDays('users.created_at', filter));
  if (filter.role !== undefined) query = query.where(hasAnyOf('users.role', filter.role));
  if (filter.flag) query = query.where(sql<boolean>`${filter.flag} = any(flags)`);
  if (filter.banned !== undefined) query = query.where('banned_at', filter.banned ? 'is not' : 'is', null);
  const rows = query.select(rowColumns).select(passkeyCount.as('passkeys'));
  return listPage(db, query, rows, filter, order);
}

export async function searchUsernames(db: Db, name: string): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('name', 'ilike', containing(name))
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('guest_email', 'is', null)
    .orderBy('name')
    .limit(20)
    .execute();
}

export async function userRecord(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(rowColumns)
    .select(['users.preferred_display_currency', 'users.pending_email', 'users.updated_at', 'users.ban_reason'])
    .select('users.deletion_due_at')
    .select(passkeyCount.as('passkeys'))
    .select([
      sql<number>`(select count(*)::int from sessions where user_id = users.id and expires_at > now())`.as('sessions'),
      sql<number>`(select count(*)::int from api_keys where user_id = users.id and revoked_at is null and expires_at > now())`.as(
        'api_keys',
      ),
      memberships('dealer', sql`m.kind`).as('dealers'),
      memberships('tuner', sql`'member'`).as('tuners'),
      memberships('affiliate', sql`'member'`).as('affiliates'),
    ])
    .where('users.id', '=', id)
    .executeTakeFirst();
}

function memberships(of: 'dealer' | 'tuner' | 'affiliate', kind: ReturnType<typeof sql>) {
  const table = sql.table(`${of}s`);
  const link = sql.table(`${of}_members`);
  const key = sql.ref(`m.${of}_id`);
  return sql<{ id: number; name: string; kind: string }[]>`coalesce((select json_agg(
    json_build_object('id', r.id, 'name', r.name, 'kind', ${kind}) order by r.name)
    from ${link} m join ${table} r on r.id = ${key} where m.user_id = users.id), '[]')`;
}
