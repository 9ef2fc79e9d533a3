import { NewDealer } from '@tuneport/contract/dealers/dealers-admin';
import type { leadDealers } from '@tuneport/contract/leads/lead-dealers';
import { undecidedApplications } from '@tuneport/domain/dealers/application-states';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { createDealer, inviteMember, withdrawInvites } from '../../dealers/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { boardChanged } from './board.ts';
import { lockDeal, type StoredDeal } from './step-deal.ts';

const shownMax = 10;

/** What other areas know about the people of a deal, found by their addresses. */
export async function dealLinks(db: Db, id: number) {
  const deal = await db
    .selectFrom('lead_deals as d')
    .leftJoin('partner_applications as a', 'a.id', 'd.application_id')
    .select(['d.id', 'd.application_id', 'a.user_id as applicant_id'])
    .select(sql<number | null>`coalesce(d.dealer_id, a.dealer_id)`.as('dealer_id'))
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!deal) throw new Refusal('not_found');
  const accounts = accountsOf(id, deal.applicant_id);
  const [dealer, application, applications, users, orders] = await Promise.all([
    deal.dealer_id === null ? null : dealerOf(db, deal.dealer_id),
    openApplication(db, deal.id, deal.application_id),
    sql<{ id: number; name: string; kind: string; state: string; created_at: Date }>`
      select id, name, kind, state, created_at from partner_applications
      where user_id in (${accounts}) order by id = ${deal.application_id} desc nulls last, id desc
      limit ${shownMax}`.execute(db),
    sql<{ id: number; name: string; email: string; last_seen_at: Date | null }>`
      select u.id, u.name, u.email, (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at
      from users u where u.id in (${accounts}) order by u.id limit ${shownMax}`.execute(db),
    sql<{ id: number; state: string; total_minor: bigint; currency: Currency; placed_at: Date; email: string }>`
      select id, state, total_minor, currency, placed_at, email from orders
      where user_id in (${accounts}) or dealer_id = ${deal.dealer_id} order by id desc limit ${shownMax}`.execute(db),
  ]);
  return {
    dealer,
    application,
    applications: applications.rows,
    accounts: users.rows,
    orders: orders.rows.map(({ total_minor, currency, ...order }) => ({
      ...order,
      total: toWire(money(total_minor, currency)),
    })),
  };
}

/** The accounts with an address of a contact of the deal, and the one that applied. */
const accountsOf = (dealId: number, applicantId: number | null) => sql`
  select u.id from users u where u.id = ${applicantId} or u.email in (
    select e.email::citext from lead_deals d
    join lead_contacts c on c.id = d.contact_id
      or c.id in (select contact_id from lead_deal_participants p where p.deal_id = d.id)
    cross join unnest(c.emails) e(email) where d.id = ${dealId})`;

/** An undecided dealer application of the deal or of its people. Its approval creates the dealer. */
async function openApplication(db: Db, dealId: number, applicationId: number | null) {
  const { rows } = await sql<{ id: number; name: string; state: string }>`
    select id, name, state from partner_applications
    where kind = 'dealer' and state = any(${undecidedApplications}::text[])
      and (id = ${applicationId} or user_id in (${accountsOf(dealId, null)}))
    order by id = ${applicationId} desc nulls last, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

async function dealerOf(db: Db, id: number) {
  const dealer = await db
    .selectFrom('dealers as d')
    .select(['d.id', 'd.slug', 'd.name'])
    .select(sql<number>`(select count(*)::int from dealer_members m where m.dealer_id = d.id)`.as('members'))
    .where('d.id', '=', id)
    .executeTakeFirst();
  if (!dealer) return null;
  const invite = await db
    .selectFrom('dealer_invites')
    .select(['email', 'state', 'expires_at'])
    .where('dealer_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return { ...dealer, invite: invite ?? null };
}

type Terms = z.output<(typeof leadDealers)['POST /v1/admin/lead-engine/deals/:id/dealer']['body']>;

/** Under the lock of the deal, so that it becomes one dealer only. */
export async function makeDealer(
  { db, now, origin }: { db: Db; now: Date; origin: string },
  actor: Actor,
  id: number,
  { email, ...terms }: Terms,
) {
  const deal = await lockDeal(db, id);
  if (deal.state !== 'won') throw new Refusal('conflict', { message: 'Mark the deal as won first.' });
  if (deal.dealer_id !== null)
    throw new Refusal('already_committed', {
      message: 'This deal already has a dealer.',
      current: { id: deal.dealer_id },
    });
  const application = await openApplication(db, id, deal.application_id);
  if (application)
    throw new Refusal('conflict', {
      message: `Review the dealer application of ${application.name} instead. Its approval creates the dealer.`,
    });
  const approved = await db
    .selectFrom('partner_applications')
    .select('dealer_id')
    .where('id', '=', deal.application_id)
    .where('dealer_id', 'is not', null)
    .executeTakeFirst();
  if (approved)
    throw new Refusal('already_committed', {
      message: 'The approved application already created the dealer.',
      current: { id: approved.dealer_id },
    });
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  if (user) await requireNotOwnBusiness(db, actor, { user: user.id });
  const input = NewDealer.parse({ ...terms, legal_name: terms.name, billing_email: email });
  const dealerId = await createDealer(db, actor, input, now);
  await inviteMember(db, origin, actor, dealerId, { email, kind: 'manager' }, now);
  await db
    .updateTable('lead_deals')
    .set({ dealer_id: dealerId, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
  await writeAudit(db, actor, 'lead-deals.make-dealer', `lead-deal:${id}`, { dealer: dealerId, email });
  await boardChanged(db, [deal.pipeline_id], id);
  const made = await dealerOf(db, dealerId);
  if (!made) throw new Error('a dealer just created is not there');
  return made;
}

/** A deal that is open again takes back an invitation that was not used. */
export async function withdrawDealerInvites(db: Db, actor: Actor, deal: StoredDeal, now: Date): Promise<void> {
  if (deal.dealer_id !== null && !deal.dealer_is_known) await withdrawInvites(db, actor, deal.dealer_id, now);
}
