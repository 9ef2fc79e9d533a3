import type { Role, UserFlag } from '@tuneport/domain/permissions';
import { insertUser } from '../modules/identity/index.ts';
import type { Db } from '../platform/db/db.ts';

let serial = 0;
const next = () => (serial += 1);

type UserWish = {
  name?: string;
  email?: string;
  role?: Role;
  flags?: readonly UserFlag[];
  confirmed?: boolean;
  passwordHash?: string;
};

/** Records for tests, each with just what the test says and plausible rest. */
export function factories(db: Db) {
  const user = async (wish: UserWish = {}) => {
    const n = next();
    const name = wish.name ?? `Test User ${n}`;
    const email = wish.email ?? `user-${n}-${process.pid}@example.test`;
    const id = await insertUser(db, {
      name,
      email,
      password_hash: wish.passwordHash ?? null,
      role: wish.role ?? 0,
      flags: wish.flags ?? [],
      ...(wish.confirmed === false ? {} : { email_confirmed_at: new Date() }),
    });
    if (id === null) throw new Error(`${email} exists already`);
    return { id, name, email };
  };

  const dealer = async (
    wish: { slug?: string; name?: string; managers?: readonly number[]; members?: readonly number[] } = {},
  ) => {
    const slug = wish.slug ?? `dealer-${next()}`;
    const row = await db
      .insertInto('dealers')
      .values({ slug, name: wish.name ?? `Dealer ${slug}` })
      .returning(['id', 'slug', 'name'])
      .executeTakeFirstOrThrow();
    const members = [
      ...(wish.managers ?? []).map((user_id) => ({ dealer_id: row.id, user_id, kind: 'manager' })),
      ...(wish.members ?? []).map((user_id) => ({ dealer_id: row.id, user_id, kind: 'member' })),
    ];
    if (members.length > 0) await db.insertInto('dealer_members').values(members).execute();
    return row;
  };

  const tuner = async (wish: { members?: readonly number[] } = {}) => {
    const slug = `tuner-${next()}`;
    const row = await db
      .insertInto('tuners')
      .values({ slug, name: `Tuner ${slug}` })
      .returning(['id', 'slug'])
      .executeTakeFirstOrThrow();
    for (const user_id of wish.members ?? [])
      await db.insertInto('tuner_members').values({ tuner_id: row.id, user_id }).execute();
    return row;
  };

  const affiliate = async (wish: { members?: readonly number[] } = {}) => {
    const row = await db
      .insertInto('affiliates')
      .values({ name: `Affiliate ${next()}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const user_id of wish.members ?? [])
      await db.insertInto('affiliate_members').values({ affiliate_id: row.id, user_id }).execute();
    return row;
  };

  return { user, dealer, tuner, affiliate };
}

export type Factories = ReturnType<typeof factories>;
