import { NewDealer } from '@tuneport/contract/dealers/dealers-admin';
import { noMemberships } from '@tuneport/domain/identity/permissions';
import { sql } from 'kysely';
import { addMember, changeSettings, createDealer, setSpecializations } from '../../modules/dealers/index.ts';
import { insertUser } from '../../modules/identity/index.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { chance } from '../chance.ts';
import { dayMs } from './calendar.ts';
import { inventAddress, inventCompany, inventPerson, type Person } from './invented.ts';

const counts = { customers: 900, dealers: 57, tuners: 24, affiliates: 39 };

export type Customer = { actor: SignedInActor; billing: ReturnType<typeof inventAddress>; since: Date };
export type People = {
  admin: SignedInActor;
  superAdmin: SignedInActor;
  customers: readonly Customer[];
  /** Members who buy for their dealer. */
  dealers: readonly (Customer & { slug: string })[];
  tuners: readonly { id: number; maker: SignedInActor; reviewer: SignedInActor }[];
  codes: readonly string[];
};

type Setup = {
  db: Db;
  admin: SignedInActor;
  superAdmin: SignedInActor;
  now: Date;
  seed: number;
  at: (now: Date) => void;
};

/** Joined over the two years, most of them early, so that the first months have customers too. */
const joined = (setup: Setup, kind: string, number: number) =>
  new Date(setup.now.getTime() - (730 - 700 * chance(setup.seed, `${kind} joins ${number}`) ** 1.6) * dayMs);

export function actorFor(id: number, person: Person, more: Partial<SignedInActor> = {}): SignedInActor {
  return {
    signedIn: true,
    userId: id,
    sessionId: 0,
    name: person.name,
    role: 0,
    flags: [],
    dealers: [],
    tuners: [],
    affiliates: [],
    suspended: noMemberships,
    secondFactor: false,
    freshLogin: false,
    emailConfirmed: true,
    withheld: false,
    displayCurrency: null,
    language: null,
    address: person.address,
    ...more,
  };
}

async function addUser(setup: Setup, kind: string, number: number, since: Date) {
  setup.at(since);
  const person = inventPerson(setup.seed, kind, number);
  const { name, email } = person;
  const made = await insertUser(setup.db, { name, email, password_hash: null, email_confirmed_at: since });
  const id =
    made ??
    (await setup.db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()).id;
  return { id, person };
}

/** Everyone who takes part. Finds those of an interrupted load again. */
export async function buildPeople(setup: Setup): Promise<People> {
  const { seed } = setup;
  const customers: Customer[] = [];
  for (let at = 0; at < counts.customers; at += 1) {
    const since = joined(setup, 'customer', at);
    const { id, person } = await addUser(setup, 'customer', at, since);
    customers.push({ actor: actorFor(id, person), billing: inventAddress(seed, person), since });
  }
  const dealers: People['dealers'][number][] = [];
  for (let at = 0; at < counts.dealers; at += 1) dealers.push(await addDealer(setup, at));
  const tuners: People['tuners'][number][] = [];
  for (let at = 0; at < counts.tuners; at += 1) tuners.push(await addTuner(setup, at));
  const codes: string[] = [];
  for (let at = 0; at < counts.affiliates; at += 1) codes.push(await addAffiliate(setup, at));
  await shareTunes(
    setup.db,
    tuners.map(({ id }) => id),
  );
  return { admin: setup.admin, superAdmin: setup.superAdmin, customers, dealers, tuners, codes };
}

const slugOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

async function addDealer(setup: Setup, at: number): Promise<People['dealers'][number]> {
  const since = joined(setup, 'dealer', at);
  const { id: manager, person } = await addUser(setup, 'dealer', at, since);
  const name = inventCompany(setup.seed, at);
  const slug = slugOf(name);
  const billing = { ...inventAddress(setup.seed, person), full_name: name };
  const known = await setup.db.selectFrom('dealers').select('id').where('slug', '=', slug).executeTakeFirst();
  const id =
    known?.id ??
    (await (async () => {
      const fields = {
        slug,
        name,
        legal_name: `${name} Ltd.`,
        billing_email: `accounts@${slug}.tuneport.test`,
        billing_address: billing,
        preferred_display_currency: 'CAD',
        install_share_percent: '80',
        credit_limit: `${[2_500, 5_000, 7_500, 10_000][at % 4]}`,
      };
      const made = await createDealer(setup.db, setup.superAdmin, NewDealer.parse(fields), since);
      await addMember(setup.db, setup.superAdmin, made, { user_id: manager, kind: 'manager' });
      await listInDirectory(setup, made, at, billing, since);
      return made;
    })());
  if (!known)
    for (let member = 0; member < at % 3; member += 1) {
      const { id: user } = await addUser(setup, 'dealer', 1000 + at * 3 + member, since);
      await addMember(setup.db, setup.superAdmin, id, { user_id: user, kind: 'member' });
    }
  const actor = actorFor(manager, person, { role: 4, dealers: [{ id, slug, kind: 'manager' }] });
  return { actor, billing, since, slug };
}

const workshopTexts = [
  'Diagnostics, dyno runs and calibration by appointment.',
  'European cars, with the logs before and after every tune.',
  'Trucks, towing and economy. We test under load.',
  'A small workshop with a hub dyno and long opening hours.',
];

/** Nine in ten dealers are in the public directory, each with two or three specialisations. */
async function listInDirectory(
  { db, superAdmin, now }: Setup,
  id: number,
  at: number,
  directory_address: ReturnType<typeof inventAddress>,
  since: Date,
): Promise<void> {
  if (at % 10 === 9) return;
  const about = workshopTexts[at % workshopTexts.length];
  await changeSettings(db, superAdmin, id, { listed: true, about, directory_address }, now, since);
  const kinds = await db.selectFrom('dealer_specializations').select('id').orderBy('position').execute();
  const ids = [at, at + 3, ...(at % 2 ? [at + 5] : [])].map((number) => kinds[number % kinds.length]?.id ?? 0);
  await setSpecializations(db, superAdmin, id, ids);
}

async function addTuner(setup: Setup, at: number): Promise<People['tuners'][number]> {
  const since = joined(setup, 'tuner', at);
  const name = `${inventPerson(setup.seed, 'tuner', at).name.split(' ')[1]} Calibration`;
  const slug = `${slugOf(name)}-${at + 1}`;
  const [maker, reviewer] = [await addUser(setup, 'tuner', at, since), await addUser(setup, 'tuner', 500 + at, since)];
  const made = await setup.db
    .insertInto('tuners')
    .values({ slug, name, share_percent: `${30 + (at % 4) * 5}` })
    .onConflict((on) => on.column('slug').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const members = [maker, reviewer].map(({ id }) => ({ tuner_id: made.id, user_id: id }));
  await setup.db
    .insertInto('tuner_members')
    .values(members)
    .onConflict((on) => on.doNothing())
    .execute();
  await setup.db
    .updateTable('users')
    .set({ flags: ['t'] })
    .where(
      'id',
      'in',
      members.map(({ user_id }) => user_id),
    )
    .execute();
  const actor = ({ id, person }: typeof maker) => actorFor(id, person, { flags: ['t'], tuners: [{ id: made.id }] });
  return { id: made.id, maker: actor(maker), reviewer: actor(reviewer) };
}

async function addAffiliate(setup: Setup, at: number): Promise<string> {
  const since = joined(setup, 'affiliate', at);
  const { id: user, person } = await addUser(setup, 'affiliate', at, since);
  const name = `${person.name.split(' ')[1]} ${['Drives', 'Garage Talk', 'on Track', 'Builds'][at % 4]}`;
  const code = `${person.name.split(' ')[1]?.toUpperCase().slice(0, 8)}${at + 1}`;
  const known = await setup.db.selectFrom('discount_codes').select('id').where('code', '=', code).executeTakeFirst();
  if (known) return code;
  const { db } = setup;
  const share = `${4 + (at % 5)}`;
  const { id } = await db
    .insertInto('affiliates')
    .values({ name, share_percent: share })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('affiliate_members').values({ affiliate_id: id, user_id: user }).execute();
  const terms = { amount: '5', amount_type: 'percent', share_percent: share, starts_at: since };
  await db
    .insertInto('discount_codes')
    .values({ code, name, affiliate_id: id, ...terms })
    .execute();
  return code;
}

/** A third of the tunes belongs to the demo tuner, a third to the others, the rest to the platform. */
async function shareTunes(db: Db, tuners: readonly number[]): Promise<void> {
  await sql`update tunes set tuner_id = (${sql.val([...tuners])}::integer[])[1 + (id / 3) % ${tuners.length}]
    where id % 3 = 1 and not is_stock`.execute(db);
}
