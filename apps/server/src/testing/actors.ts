import {
  type ActorFacts,
  anonymous,
  noMemberships,
  type Role,
  type UserFlag,
  userFlags,
} from '@tuneport/domain/identity/permissions';
import { openSession } from '../modules/identity/index.ts';
import type { Client, TestServer } from './server.ts';

/** Possible owners of a record: a user and the user's partners. */
export type Owner = {
  readonly userId: number;
  readonly dealer?: { readonly id: number; readonly slug: string };
  readonly tunerId?: number;
  readonly affiliateId?: number;
};

export type TestActor = {
  readonly name: string;
  readonly facts: ActorFacts;
  /** Undefined for a visitor, and for actors with an invalid cookie. */
  readonly owner?: Owner;
  /** The owner whose records are now hidden. */
  readonly former?: Owner;
  /** The suspended partner: only its money records are still readable. */
  readonly suspendedFrom?: Owner;
  /** The same session, until `fresh` requests a new one because it was ended. */
  client(fresh?: boolean): Promise<Client>;
};

/** A user with this role and these flags, and no partner. */
type Known = (name: string, role: Role, flags: readonly UserFlag[]) => Promise<TestActor>;
export type TestActors = { readonly actors: readonly TestActor[]; readonly known: Known };

/** Flags of staff with a single task. */
const staffFlags = ['tsa', 'da', 'tcro', 'tcrw', 'tex', 'dsig', 'sig', 'tm'] as const satisfies UserFlag[];

/**
 * Every kind of actor: 30 by name, and a plain user with each single flag, because an Admin's role hides what a flag
 * grants.
 */
export async function makeActors({ make, db, clientWith, anonymous: nobody }: TestServer): Promise<TestActors> {
  const known = async (
    name: string,
    role: Role,
    flags: readonly UserFlag[] = [],
    more: Partial<ActorFacts> = {},
    side: Omit<Owner, 'userId'> = {},
  ) => {
    const { id } = await make.user({ role, flags });
    let cached: Client | undefined;
    const open = async () =>
      clientWith(
        await openSession(db, {
          userId: id,
          method: 'password',
          secondFactor: true,
          address: '127.0.0.1',
          userAgent: 'test',
        }),
        id,
      );
    return {
      name,
      facts: { ...anonymous, signedIn: true, role, flags, ...more },
      owner: { userId: id, ...side },
      client: async (fresh = false) => {
        if (fresh || !cached) cached = await open();
        return cached;
      },
    };
  };
  const inDealer = async (dealer: { id: number; slug: string }, kind: 'manager' | 'member', name: string) => {
    const made = await known(name, 4, [], { dealers: [{ ...dealer, kind }] }, { dealer });
    await db.insertInto('dealer_members').values({ dealer_id: dealer.id, user_id: made.owner.userId, kind }).execute();
    return made;
  };
  const [dealerA, dealerB] = [await make.dealer(), await make.dealer()];
  const ownerOfA = await inDealer(dealerA, 'manager', 'manager of dealer A');
  const removed = await inDealer(dealerA, 'member', 'removed member of dealer A');
  await db.deleteFrom('dealer_members').where('user_id', '=', removed.owner.userId).execute();
  const suspendedDealer = await make.dealer();
  await db.updateTable('dealers').set({ state: 'suspended' }).where('id', '=', suspendedDealer.id).execute();
  const inSuspendedDealer = async (kind: 'manager' | 'member') => {
    const made = await inDealer(suspendedDealer, kind, `${kind} of a suspended dealer`);
    const facts: ActorFacts = {
      ...made.facts,
      role: 0,
      dealers: [],
      suspended: { ...noMemberships, dealers: made.facts.dealers },
    };
    return { ...made, facts, owner: { userId: made.owner.userId }, suspendedFrom: made.owner };
  };
  const inTuner = async (name: string, flags: readonly UserFlag[] = []) => {
    const { id } = await make.tuner();
    const made = await known(name, 0, flags, { tuners: [{ id }] }, { tunerId: id });
    await db.insertInto('tuner_members').values({ tuner_id: id, user_id: made.owner.userId }).execute();
    return made;
  };
  const inAffiliate = async (name: string) => {
    const { id } = await make.affiliate();
    const made = await known(name, 0, [], { affiliates: [{ id }] }, { affiliateId: id });
    await db.insertInto('affiliate_members').values({ affiliate_id: id, user_id: made.owner.userId }).execute();
    return made;
  };
  const suspend = async (made: Awaited<ReturnType<typeof inTuner>>, of: 'tuners' | 'affiliates', id: number) => {
    await db.updateTable(of).set({ state: 'suspended' }).where('id', '=', id).execute();
    const { tuners, affiliates } = made.facts;
    return {
      ...made,
      facts: { ...made.facts, flags: [], ...noMemberships, suspended: { ...noMemberships, tuners, affiliates } },
      owner: { userId: made.owner.userId },
      suspendedFrom: made.owner,
    };
  };
  const tunerGone = await inTuner('member of a suspended tuner with flags t and ct', ['t', 'ct']);
  const affiliateGone = await inAffiliate('member of a suspended affiliate');
  const banned = await known('banned SuperAdmin with a live cookie', 5);
  await db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.owner.userId).execute();
  const expired = await known('SuperAdmin whose session ran out', 5);
  const past = { expires_at: new Date(Date.now() - 1000) };

  const actors = [
    { name: 'anonymous visitor', facts: anonymous, client: async () => nobody },
    await known('user A', 0),
    await known('user B', 0),
    ownerOfA,
    await inDealer(dealerA, 'member', 'member of dealer A'),
    {
      ...removed,
      facts: { ...removed.facts, dealers: [] },
      owner: { userId: removed.owner.userId },
      former: ownerOfA.owner,
    },
    await inDealer(dealerB, 'member', 'member of dealer B'),
    await known('Dealer without membership', 4),
    await inTuner('tuner A'),
    await inTuner('tuner B'),
    await known('CMS tuner', 0, ['ct']),
    await inAffiliate('affiliate A'),
    await inAffiliate('affiliate B'),
    await inSuspendedDealer('manager'),
    await inSuspendedDealer('member'),
    await suspend(tunerGone, 'tuners', tunerGone.owner.tunerId ?? 0),
    await suspend(affiliateGone, 'affiliates', affiliateGone.owner.affiliateId ?? 0),
    await known('tool developer', 0, ['fzd']),
    await known('Admin', 3),
    ...(await Promise.all(staffFlags.map((flag) => known(`Admin with flag ${flag}`, 3, [flag])))),
    await known('SuperAdmin', 5),
    { name: banned.name, facts: anonymous, client: banned.client },
    {
      name: expired.name,
      facts: anonymous,
      client: async () => {
        const client = await expired.client();
        await db.updateTable('sessions').set(past).where('user_id', '=', expired.owner.userId).execute();
        return client;
      },
    },
    ...(await Promise.all(
      userFlags
        .filter((flag) => flag !== 'ct' && flag !== 'fzd')
        .map((flag) => known(`user with flag ${flag}`, 0, [flag])),
    )),
  ];
  return { actors, known };
}

/** An owner unrelated to all actors, with one of everything. */
export async function makeStranger({ make }: TestServer): Promise<Required<Owner>> {
  const { id: userId } = await make.user();
  const { id, slug } = await make.dealer({ managers: [userId] });
  const { id: tunerId } = await make.tuner({ members: [userId] });
  const { id: affiliateId } = await make.affiliate({ members: [userId] });
  return { userId, dealer: { id, slug }, tunerId, affiliateId };
}
