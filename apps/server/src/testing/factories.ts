import type { Role, UserFlag } from '@tuneport/domain/identity/permissions';
import { insertUser } from '../modules/identity/index.ts';
import type { Db } from '../platform/db/db.ts';

let serial = 0;
const next = () => (serial += 1);

type UserInput = {
  name?: string;
  email?: string;
  role?: Role;
  flags?: readonly UserFlag[];
  confirmed?: boolean;
  passwordHash?: string;
};

/** Records for tests, each with the given fields and plausible defaults. */
export function factories(db: Db) {
  const user = async (input: UserInput = {}) => {
    const n = next();
    const name = input.name ?? `Test User ${n}`;
    const email = input.email ?? `user-${n}-${process.pid}@example.test`;
    const id = await insertUser(db, {
      name,
      email,
      password_hash: input.passwordHash ?? null,
      role: input.role ?? 0,
      flags: input.flags ?? [],
      ...(input.confirmed === false ? {} : { email_confirmed_at: new Date() }),
    });
    if (id === null) throw new Error(`${email} exists already`);
    return { id, name, email };
  };

  const dealer = async (
    input: { slug?: string; name?: string; managers?: readonly number[]; members?: readonly number[] } = {},
  ) => {
    const slug = input.slug ?? `dealer-${next()}`;
    const row = await db
      .insertInto('dealers')
      .values({ slug, name: input.name ?? `Dealer ${slug}` })
      .returning(['id', 'slug', 'name'])
      .executeTakeFirstOrThrow();
    const members = [
      ...(input.managers ?? []).map((user_id) => ({ dealer_id: row.id, user_id, kind: 'manager' })),
      ...(input.members ?? []).map((user_id) => ({ dealer_id: row.id, user_id, kind: 'member' })),
    ];
    if (members.length > 0) await db.insertInto('dealer_members').values(members).execute();
    return row;
  };

  const tuner = async (input: { members?: readonly number[] } = {}) => {
    const slug = `tuner-${next()}`;
    const row = await db
      .insertInto('tuners')
      .values({ slug, name: `Tuner ${slug}` })
      .returning(['id', 'slug'])
      .executeTakeFirstOrThrow();
    for (const user_id of input.members ?? [])
      await db.insertInto('tuner_members').values({ tuner_id: row.id, user_id }).execute();
    return row;
  };

  const affiliate = async (input: { members?: readonly number[] } = {}) => {
    const row = await db
      .insertInto('affiliates')
      .values({ name: `Affiliate ${next()}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const user_id of input.members ?? [])
      await db.insertInto('affiliate_members').values({ affiliate_id: row.id, user_id }).execute();
    return row;
  };

  return { user, dealer, tuner, affiliate };
}

export type Factories = ReturnType<typeof factories>;
