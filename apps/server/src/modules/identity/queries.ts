import type { Role, UserFlag } from '@tuneport/domain/identity/permissions';
import type { Language } from '@tuneport/domain/text/languages';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { batched } from '../../platform/db/writes/batched.ts';
import { liveChannel } from '../../platform/live/live-streams.ts';

const userColumns = [
  'id',
  'name',
  'email',
  'email_confirmed_at',
  'first_confirmed_at',
  'pending_email',
  'role',
  'flags',
  'preferred_display_currency',
  'language',
  'deletion_due_at',
  'banned_at',
  'updated_at',
] as const;

export type UserRow = {
  id: number;
  name: string;
  email: string;
  email_confirmed_at: Date | null;
  first_confirmed_at: Date | null;
  pending_email: string | null;
  role: Role;
  flags: UserFlag[];
  preferred_display_currency: string | null;
  language: Language | null;
  deletion_due_at: Date | null;
  banned_at: Date | null;
  updated_at: Date;
};

export async function userById(db: Db, id: number): Promise<UserRow | undefined> {
  const row = await db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();
  return row as UserRow | undefined;
}

/** For the account itself, in one statement for all concurrent requests. */
export const ownUser = batched(async (db, ids: readonly number[]): Promise<readonly (UserRow | undefined)[]> => {
  const columns = sql.join(userColumns.map((column) => sql.ref(`users.${column}`)));
  const { rows } = await sql<UserRow>`${prepared}
    select ${columns} from users where id = any(array(select unnest(${[...new Set(ids)]}::integer[])))`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

/** A deleted user is not found: nothing about the placeholder may change. */
export async function userForUpdate(db: Db, id: number): Promise<UserRow | undefined> {
  const row = await db
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row as UserRow | undefined;
}

export async function credentialsByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email_confirmed_at', 'password_hash', 'totp_confirmed_at', 'banned_at'])
    .where('email', '=', email)
    .where('guest_email', 'is', null)
    .executeTakeFirst();
}

/** Guests cannot become members: their address is not confirmed. */
export async function isMemberCandidate(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('guest_email', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function passwordHashOf(db: Db, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Notifies the members' open streams and cached replies that their rights changed. */
export async function announceToMembers(db: Db, partner: 'dealer' | 'tuner' | 'affiliate', id: number): Promise<void> {
  // Publishes to `userTopic` of all members in one statement.
  await sql`select pg_notify(${liveChannel}, 'user:' || user_id)
    from ${sql.table(`${partner}_members`)} where ${sql.ref(`${partner}_id`)} = ${id}`.execute(db);
}

export async function dealerMembershipsOf(db: Db, userId: number) {
  return db
    .selectFrom('dealer_members')
    .innerJoin('dealers', 'dealers.id', 'dealer_members.dealer_id')
    .select(['dealers.id as dealer_id', 'dealers.slug', 'dealers.name', 'dealers.state', 'dealer_members.kind'])
    .where('dealer_members.user_id', '=', userId)
    .orderBy('dealers.name')
    .execute();
}

/**
 * Relies on the unique index instead of a prior check: two concurrent registrations of one address create one account.
 */
export async function insertUser(
  db: Db,
  user: {
    name: string;
    email: string;
    password_hash: string | null;
    role?: Role;
    flags?: readonly UserFlag[];
    email_confirmed_at?: Date;
    language?: Language | null;
  },
): Promise<number | null> {
  const row = await db
    .insertInto('users')
    .values({
      ...user,
      flags: [...(user.flags ?? [])],
      role: user.role ?? 0,
      first_confirmed_at: user.email_confirmed_at ?? null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether this user has confirmed this address; mails to any other address contain no user input. */
export async function ownsAddress(db: Db, userId: number | null, address: string): Promise<boolean> {
  if (userId === null) return false;
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', address)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function emailTaken(db: Db, email: string, exceptUserId = 0): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(sql<number>`1`.as('one'))
    .where('email', '=', email)
    .where('id', '<>', exceptUserId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Addresses are stored as first typed and compared case-insensitively. */
export const sameEmail = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export const isEmailConflict = (error: unknown): boolean => violates(error, 'users_email_key');
export const isOidcConflict = (error: unknown): boolean => violates(error, 'users_oidc_issuer_oidc_subject_key');

const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint;

/** The names of users, by id. */
export async function userNames(db: Db, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', known).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
