import { dealerInviteDays, dealerInviteMachine } from '@tuneport/domain/dealers/invite-states';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { dayMs } from '@tuneport/domain/units/durations';
import { sql } from 'kysely';
import { type Actor, type AuditActor, signedIn } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { defineJob, type Schedule, SchedulePeriod } from '../../../platform/jobs/define.ts';
import { inOwnTransactions } from '../../../platform/jobs/for-each-isolated.ts';
import { momentLabel } from '../../../platform/mail/dates.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import { shortName } from '../../../platform/mail/typed-text.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { system, writeAudit } from '../../audit/index.ts';
import { hashToken, matchDealerRole, newToken, ownsAddress } from '../../identity/index.ts';
import { balanceOf } from '../../ledger/index.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { receivable } from '../accounts.ts';
import { tierById } from '../queries.ts';
import { presentMembership } from './membership.ts';
import { type OwnDealer, ownDealer } from './own-dealer.ts';

type Kind = 'manager' | 'member';
const openMax = 100;

const byId = (db: Db, id: number) =>
  db.selectFrom('dealer_invites').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
type InviteRow = NonNullable<Awaited<ReturnType<typeof byId>>>;

const moveInvite = defineStep<InviteRow, AuditActor>()({
  machine: dealerInviteMachine,
  table: 'dealer_invites',
  lock: byId,
  refuse: ({ state }) => (state === 'accepted' ? used() : gone()),
  columns: ({ now }) => ({ ended_at: now }),
  history: {
    table: 'dealer_invite_events',
    values: (taken) => ({ invite_id: taken.row.id, ...historyRow(taken), reason: taken.reason }),
  },
  audit: ({ row, step }) => ({
    act: `dealers.invite-${step.event}`,
    subject: `dealer:${row.dealer_id}`,
    detail: { invite: row.id, email: row.email, kind: row.kind },
  }),
});

const used = () => new Refusal('already_committed', { message: 'This invitation has already been used.' });
const gone = () =>
  new Refusal('not_found', {
    message: 'This invitation is no longer valid. Ask a manager of the dealer for a new one.',
  });

export async function listInvites(db: Db, dealer: Pick<OwnDealer, 'id'>, now: Date) {
  const rows = await db
    .selectFrom('dealer_invites as i')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.kind', 'u.name as invited_by', 'i.created_at', 'i.expires_at'])
    .where('i.dealer_id', '=', dealer.id)
    .where('i.state', '=', 'sent')
    .where('i.expires_at', '>', now)
    .orderBy('i.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as Kind }));
}

/** Mails a link with a random id; the table stores its hash. An open invitation to the same address is replaced. */
export async function invite(
  db: Db,
  origin: string,
  actor: Actor,
  ref: number | string,
  input: { email: string; kind: Kind },
  now: Date,
) {
  const dealer = await ownDealer(db, actor, ref, 'manage-locked');
  const member = await db
    .selectFrom('dealer_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.user_id')
    .where('m.dealer_id', '=', dealer.id)
    .where('u.email', '=', input.email)
    .executeTakeFirst();
  if (member) throw fieldRefusal({ email: ['This person is already a member.'] });
  await revokeInvitesTo(db, actor, dealer.id, input.email, now);
  if ((await listInvites(db, dealer, now)).length >= openMax)
    throw new Refusal('conflict', {
      message: `You have ${openMax} open invitations, the maximum. Withdraw one first.`,
    });
  if (!(await isWithinMailLimit(db, 'dealer-invite', input.email)))
    throw new Refusal('too_many_requests', {
      retryAfterS: 3600,
      message: 'This address has received too many e-mails. Try again later.',
    });
  const token = newToken();
  const expires_at = new Date(now.getTime() + dealerInviteDays * dayMs);
  const { id } = await db
    .insertInto('dealer_invites')
    .values({
      dealer_id: dealer.id,
      token_hash: hashToken(token),
      ...input,
      invited_by: actor.userId,
      created_at: now,
      expires_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'dealers.invite', `dealer:${dealer.id}`, { invite: id, ...input });
  const message = () =>
    inviteMessage(
      `${pagesOf(origin)}/dealer/${dealer.slug}/accept-invite/${token}`,
      shortName(dealer.name),
      expires_at,
    );
  await queueMail(db, { to: input.email, secrets: [token], message });
  return { id, ...input, invited_by: actor.name, created_at: now, expires_at };
}

export const inviteMessage = (url: string, dealer: string, expiresAt: Date) =>
  mailMessage('dealer-invite', {
    subject: t('Join {dealer} on Tuneport', { dealer }),
    title: t('Join {name}', { name: dealer }),
    paragraphs: [
      t(
        '{dealer} invited you to join its dealer account on Tuneport. Log in or create an account with this e-mail address, then accept by {date}.',
        { dealer, date: momentLabel(expiresAt) },
      ),
      t('If you do not know this dealer, ignore this e-mail.'),
    ],
    button: { label: t('View invitation'), url },
    footer: t('You are receiving this e-mail because a dealer entered your address.'),
  });

/** Ends open invitations to an address: a newer one replaces them, or the person joined or was removed. */
export async function revokeInvitesTo(
  db: Db,
  actor: AuditActor,
  dealerId: number,
  email: string,
  now: Date,
): Promise<void> {
  const rows = await db
    .selectFrom('dealer_invites')
    .select('id')
    .where('dealer_id', '=', dealerId)
    .where('email', '=', email)
    .where('state', '=', 'sent')
    .execute();
  for (const { id } of rows) await moveInvite({ db, now }, id, 'revoke', actor);
}

/** Ends every open invitation of a dealer. */
export async function withdrawInvites(db: Db, actor: AuditActor, dealerId: number, now: Date): Promise<void> {
  const open = db.selectFrom('dealer_invites').select('id').where('dealer_id', '=', dealerId);
  for (const { id } of await open.where('state', '=', 'sent').execute())
    await moveInvite({ db, now }, id, 'revoke', actor);
}

export async function withdrawInvite(db: Db, actor: Actor, ref: number | string, id: number, now: Date): Promise<void> {
  const dealer = await ownDealer(db, actor, ref, 'manage');
  const row = await byId(db, id);
  if (!row || row.dealer_id !== dealer.id) throw new Refusal('not_found');
  await moveInvite({ db, now }, row, 'revoke', actor);
}

/** The invitation behind a link, for the person it was sent to. `lock` is for accepting it. */
async function openInvite(db: Db, actor: Actor, ref: number | string, token: string, now: Date, lock: boolean) {
  let query = db
    .selectFrom('dealer_invites as i')
    .innerJoin('dealers as d', 'd.id', 'i.dealer_id')
    .selectAll('i')
    .select(['d.slug', 'd.name', 'd.currency', 'd.tier_id', 'd.state as dealer_state'])
    .where('i.token_hash', '=', hashToken(token))
    .where(typeof ref === 'number' ? 'd.id' : 'd.slug', '=', ref);
  if (lock) query = query.forUpdate('i');
  const row = await query.executeTakeFirst();
  if (row?.dealer_state !== 'active') throw gone();
  if (!(await ownsAddress(db, actor.userId, row.email)))
    throw new Refusal('forbidden', {
      message: 'This invitation was sent to another e-mail address. Log in with that address, and confirm it first.',
    });
  if (row.state === 'accepted') throw used();
  if (row.state !== 'sent' || row.expires_at <= now) throw gone();
  return { ...row, kind: row.kind as Kind };
}

export async function showInvite(db: Db, actor: Actor, ref: number | string, token: string, now: Date) {
  const { slug, name, kind, email, expires_at, ...of } = await openInvite(db, actor, ref, token, now, false);
  const terms = kind === 'manager' ? await termsOf(db, of) : null;
  return { dealer: { slug, name }, kind, email, expires_at, terms };
}

async function termsOf(db: Db, dealer: { dealer_id: number; currency: string; tier_id: number | null }) {
  const currency = dealer.currency as Currency;
  const { maxMinor } = await balanceOf(db, receivable(dealer.dealer_id, currency));
  const tier = dealer.tier_id === null ? undefined : await tierById(db, dealer.tier_id);
  return { credit_limit: toWire(money(maxMinor ?? 0n, currency)), tier: tier ?? null };
}

export async function acceptInvite(db: Db, actor: Actor, ref: number | string, token: string, now: Date) {
  const { userId, sessionId } = signedIn(actor);
  const row = await openInvite(db, actor, ref, token, now, true);
  await moveInvite({ db, now }, row, 'accept', actor, { set: { accepted_by: userId } });
  const added = await db
    .insertInto('dealer_members')
    .values({ dealer_id: row.dealer_id, user_id: userId, kind: row.kind })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!added) throw new Refusal('conflict', { message: 'You are already a member of this dealer.' });
  await matchDealerRole(db, userId, sessionId);
  return presentMembership(db, { id: row.dealer_id, slug: row.slug, name: row.name, currency: row.currency }, userId);
}

export async function expireInvites(db: Db, now: Date): Promise<number> {
  const due = await sql<{ id: number }>`select id from dealer_invites
    where state = 'sent' and expires_at <= ${now} order by expires_at limit 500`.execute(db);
  return inOwnTransactions(db, due.rows, async (tx, { id }) => {
    await moveInvite({ db: tx, now }, id, 'expire', system);
    return true;
  });
}

export const expireInvitesJob = defineJob({
  name: 'dealers.expire-invites',
  schema: SchedulePeriod,
  transaction: 'none',
  async run({ db, now }) {
    await expireInvites(db, now);
  },
});
export const inviteSchedule: Schedule = {
  job: expireInvitesJob,
  cron: '20 * * * *',
  timeZone: 'UTC',
  missed: 'latest',
};
