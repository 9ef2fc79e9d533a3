import { type Currency, money, parseMoney, toWire } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import { type Actor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { announce, userTopic } from '../../../platform/live/live-streams.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { addMember, removeMember } from '../members.ts';
import { managerCount } from '../purchase-approvals/approval-queries.ts';
import { startOfMonth } from '../spend-limits.ts';
import { revokeInvitesTo } from './invites.ts';
import { limitOf, presentMembership } from './membership.ts';
import { type OwnDealer, ownDealer } from './own-dealer.ts';

type Kind = 'manager' | 'member';

export async function listMembers(db: Db, dealer: Pick<OwnDealer, 'id' | 'currency'>, now: Date) {
  const { rows } = await sql<{
    user_id: number;
    name: string;
    email: string;
    kind: Kind;
    since: Date;
    spend_limit_minor: bigint | null;
    order_limit_minor: bigint | null;
    needs_approval: boolean;
    spent: bigint;
  }>`
    select m.user_id, u.name, u.email, m.kind, m.created_at as since, m.spend_limit_minor, m.order_limit_minor, m.needs_approval,
      dealer_spent(m.dealer_id, m.user_id, ${await startOfMonth(db, now)}) as spent
    from dealer_members m join users u on u.id = m.user_id where m.dealer_id = ${dealer.id}
    order by m.kind, u.name, m.user_id`.execute(db);
  return rows.map(({ spend_limit_minor, order_limit_minor, spent, ...member }) => ({
    ...member,
    spend_limit: limitOf(spend_limit_minor, dealer.currency),
    order_limit: limitOf(order_limit_minor, dealer.currency),
    spent: toWire(money(spent, dealer.currency)),
  }));
}

/** An empty limit is none. */
export function readSpendLimit(
  text: string,
  currency: Currency,
  field: 'spend_limit' | 'order_limit' = 'spend_limit',
): bigint | null {
  if (text === '') return null;
  const limit = parseMoney(text, currency);
  if (limit && limit.amountMinor >= 0n) return limit.amountMinor;
  throw fieldRefusal({ [field]: [`Enter an amount in ${currency}, or leave it blank for no limit.`] });
}

async function memberOf(db: Db, dealer: OwnDealer, userId: number, now: Date) {
  const member = (await listMembers(db, dealer, now)).find(({ user_id }) => user_id === userId);
  if (!member) throw new Refusal('not_found');
  return member;
}

export async function addByEmail(
  db: Db,
  actor: Actor,
  ref: number | string,
  input: { email: string; kind: Kind; spend_limit: string },
  now: Date,
) {
  const dealer = await ownDealer(db, actor, ref, 'manage-locked');
  const limit = readSpendLimit(input.spend_limit, dealer.currency);
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', input.email)
    .where('email_confirmed_at', 'is not', null)
    .where('banned_at', 'is', null)
    .executeTakeFirst();
  if (!user) throw fieldRefusal({ email: ['No account has this confirmed address. Send an invitation instead.'] });
  await addMember(db, actor, dealer.id, { user_id: user.id, kind: input.kind });
  if (limit !== null) await setLimits(db, dealer.id, user.id, { spend_limit_minor: limit });
  await revokeInvitesTo(db, actor, dealer.id, input.email, now);
  return memberOf(db, dealer, user.id, now);
}

export async function updateMember(
  db: Db,
  actor: Actor,
  ref: number | string,
  userId: number,
  change: {
    kind?: Kind | undefined;
    spend_limit?: string | undefined;
    order_limit?: string | undefined;
    needs_approval?: boolean | undefined;
  },
  now: Date,
) {
  const dealer = await ownDealer(db, actor, ref, 'manage-locked');
  const before = await memberOf(db, dealer, userId, now);
  if (change.kind === 'member' && before.kind === 'manager') await requireAnotherManager(db, dealer.id, userId);
  if (change.kind !== undefined && change.kind !== before.kind) {
    await db
      .updateTable('dealer_members')
      .set({ kind: change.kind })
      .where('dealer_id', '=', dealer.id)
      .where('user_id', '=', userId)
      .execute();
    await announce(db, userTopic(userId));
  }
  const { spend_limit, order_limit, needs_approval } = change;
  const limits = {
    ...(spend_limit === undefined ? {} : { spend_limit_minor: readSpendLimit(spend_limit, dealer.currency) }),
    ...(order_limit === undefined
      ? {}
      : { order_limit_minor: readSpendLimit(order_limit, dealer.currency, 'order_limit') }),
    ...(needs_approval === undefined ? {} : { needs_approval }),
  };
  if (Object.keys(limits).length > 0) await setLimits(db, dealer.id, userId, limits);
  const after = await memberOf(db, dealer, userId, now);
  if (userId === actor.userId && !hasSameLimits(before, after) && (await managerCount(db, dealer.id)) > 1)
    throw new Refusal('forbidden', { message: 'Another manager sets your own limits.' });
  await writeAudit(db, actor, 'dealers.update-member', `dealer:${dealer.id}`, { before, after });
  return after;
}

type Shown = Awaited<ReturnType<typeof memberOf>>;
const hasSameLimits = (a: Shown, b: Shown): boolean =>
  a.spend_limit?.amount === b.spend_limit?.amount &&
  a.order_limit?.amount === b.order_limit?.amount &&
  a.needs_approval === b.needs_approval;

type Limits = { spend_limit_minor?: bigint | null; order_limit_minor?: bigint | null; needs_approval?: boolean };

const setLimits = (db: Db, dealerId: number, userId: number, limits: Limits) =>
  db
    .updateTable('dealer_members')
    .set(limits)
    .where('dealer_id', '=', dealerId)
    .where('user_id', '=', userId)
    .execute();

async function requireAnotherManager(db: Db, dealerId: number, userId: number): Promise<void> {
  const other = await db
    .selectFrom('dealer_members')
    .select('user_id')
    .where('dealer_id', '=', dealerId)
    .where('kind', '=', 'manager')
    .where('user_id', '<>', userId)
    .executeTakeFirst();
  if (!other)
    throw new Refusal('conflict', {
      message: 'A dealer needs at least one manager. Make another member a manager first.',
    });
}

/** Removes a member. `userId` may be the caller's own. */
export async function removeFromPortal(
  db: Db,
  actor: Actor,
  ref: number | string,
  userId: number,
  now: Date,
): Promise<void> {
  const dealer = await ownDealer(db, actor, ref, 'manage-locked');
  await leave(db, actor, dealer, userId, now);
}

/** The caller leaves the dealer, which any member may do. */
export async function leaveDealer(db: Db, actor: Actor, ref: number | string, now: Date): Promise<void> {
  const { userId } = signedIn(actor);
  const dealer = await ownDealer(db, actor, ref);
  if (!dealer.membership) throw new Refusal('not_found');
  await leave(db, actor, dealer, userId, now);
}

async function leave(db: Db, actor: Actor, dealer: OwnDealer, userId: number, now: Date): Promise<void> {
  const user = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  // The last member of all may be removed only by staff: a dealer without a manager could not be reached by anyone.
  if (dealer.membership && (await isManagerNow(db, dealer.id, userId)))
    await requireAnotherManager(db, dealer.id, userId);
  await removeMember(db, actor, dealer.id, userId);
  // An older invitation must not let a removed member return.
  if (user) await revokeInvitesTo(db, actor, dealer.id, user.email, now);
}

async function isManagerNow(db: Db, dealerId: number, userId: number): Promise<boolean> {
  await db.selectFrom('dealers').select('id').where('id', '=', dealerId).forUpdate().execute();
  const row = await db
    .selectFrom('dealer_members')
    .select('kind')
    .where('dealer_id', '=', dealerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.kind === 'manager';
}

export async function myMembership(db: Db, actor: Actor, ref: number | string) {
  const { userId } = signedIn(actor);
  const dealer = await ownDealer(db, actor, ref);
  if (!dealer.membership) throw new Refusal('not_found');
  return presentMembership(db, dealer, userId);
}
