import { subscriberNoun } from '@tuneport/contract/content/newsletters';
import {
  confirmDays,
  type SubscriberEvent,
  softBouncesMax,
  subscriberMachine,
} from '@tuneport/domain/content/newsletter-states';
import { dayMs } from '@tuneport/domain/units/durations';
import { type Selectable, sql } from 'kysely';
import type { AuditActor, SignedInActor } from '../../../platform/actor.ts';
import type { NewsletterSubscribers } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { defineRecords } from '../../../platform/records/define-records.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { system } from '../../audit/index.ts';
import { hashToken, newToken, userById } from '../../identity/index.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { confirmMessage, confirmUrl } from './newsletter-mails.ts';

type Row = Selectable<NewsletterSubscribers>;
type Context = { readonly db: Db; readonly now: Date };
type By = AuditActor & { readonly as: 'subscriber' | 'staff' | 'system' };

export const anonymousSubscriber: By = { ...system, as: 'subscriber' };

const lockById = (db: Db, id: number): Promise<Row | undefined> =>
  db.selectFrom('newsletter_subscribers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const step = defineStep<Row, By>()({
  machine: subscriberMachine,
  table: 'newsletter_subscribers',
  lock: lockById,
  parts: ({ as }) => as,
  columns: (_context, { step: { event }, now }) => ({
    ...(event === 'confirm' ? { confirmed_at: now, soft_bounces: 0 } : {}),
    ...(event === 'request' ? {} : { confirm_hash: null, confirm_until: null }),
  }),
  history: {
    table: 'newsletter_events',
    values: (taken) => ({ ...historyRow(taken), subscriber_id: taken.row.id, reason: taken.reason }),
  },
  audit: ({ step: { event }, row, as }) =>
    as === 'staff'
      ? { act: `newsletter-subscribers.${event}`, subject: `newsletter-subscriber:${row.id}`, detail: {} }
      : null,
});

/** Steps that are already done are ignored: links are opened twice, and mail clients repeat requests. */
export async function moveSubscriber(context: Context, id: number, event: SubscriberEvent, by: By): Promise<void> {
  const row = await lockById(context.db, id);
  if (!row) throw new Refusal('not_found');
  if (row.state === subscriberMachine.events[event].to) return;
  await step(context, row, event, by);
}

const rowOf = async (db: Db, email: string, now: Date): Promise<Row> => {
  const created = await db
    .insertInto('newsletter_subscribers')
    .values({ email, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (created) {
    const first = { subscriber_id: created.id, at: now, event: 'request', to_state: 'pending' };
    await db.insertInto('newsletter_events').values(first).execute();
    return created;
  }
  return db
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow();
};

/** Mails a confirmation link. The reply does not reveal whether the address was subscribed already. */
export async function subscribe({ db, now }: Context, origin: string, email: string): Promise<void> {
  const row = await rowOf(db, email, now);
  if (row.state === 'confirmed') return;
  if (!(await isWithinMailLimit(db, 'newsletter-confirm', email))) return;
  if (row.state !== 'pending') await step({ db, now }, row, 'request', anonymousSubscriber);
  const token = newToken();
  await db
    .updateTable('newsletter_subscribers')
    .set({ confirm_hash: hashToken(token), confirm_until: new Date(now.getTime() + confirmDays * dayMs) })
    .where('id', '=', row.id)
    .execute();
  await queueMail(db, { to: email, secrets: [token], message: () => confirmMessage(confirmUrl(origin, token)) });
}

/** Whether the link is valid. */
export async function confirm(context: Context, token: string): Promise<boolean> {
  const row = await context.db
    .selectFrom('newsletter_subscribers')
    .select('id')
    .where('confirm_hash', '=', hashToken(token))
    .where('confirm_until', '>', context.now)
    .executeTakeFirst();
  if (!row) return false;
  await moveSubscriber(context, row.id, 'confirm', anonymousSubscriber);
  return true;
}

/** By the link of any newsletter; it never expires. */
export async function unsubscribe(context: Context, token: string): Promise<void> {
  const { db, now } = context;
  const delivery = await db
    .updateTable('newsletter_deliveries')
    .set({ unsubscribed_at: sql`coalesce(unsubscribed_at, ${now})` })
    .where('token_hash', '=', hashToken(token))
    .returning('subscriber_id')
    .executeTakeFirst();
  if (delivery) await moveSubscriber(context, delivery.subscriber_id, 'unsubscribe', anonymousSubscriber);
}

/** What the owner of an account chooses for their own confirmed address needs no confirmation mail. */
export async function chooseNewsletter(context: Context, actor: SignedInActor, wanted: boolean): Promise<void> {
  const { db, now } = context;
  const user = await userById(db, actor.userId);
  if (!user) throw new Refusal('not_found');
  if (!wanted) {
    const row = await subscriberOf(db, user.email);
    if (row) await moveSubscriber(context, row.id, 'unsubscribe', { ...actor, as: 'subscriber' });
    return;
  }
  if (user.email_confirmed_at === null)
    throw new Refusal('conflict', { message: 'Confirm your e-mail address first.' });
  const row = await rowOf(db, user.email, now);
  await moveSubscriber(context, row.id, 'confirm', { ...actor, as: 'subscriber' });
}

export const subscriberOf = (db: Db, email: string) =>
  db.selectFrom('newsletter_subscribers').select(['id', 'state']).where('email', '=', email).executeTakeFirst();

/**
 * Takes over what the mail sender found out: an address that does not exist has bounced; one that could not be reached
 * has bounced after several newsletters in a row.
 */
export async function recordBounces(context: Context): Promise<number> {
  const { db, now } = context;
  const { rows } = await sql<{ subscriber_id: number; refused: boolean }>`
    update newsletter_deliveries d set bounced_at = ${now}
    from mail_outbox m where m.id = d.mail_id and m.state = 'failed' and d.bounced_at is null
    returning d.subscriber_id, m.refused`.execute(db);
  for (const { subscriber_id, refused } of rows) {
    const row = await db
      .updateTable('newsletter_subscribers')
      .set((eb) => ({ soft_bounces: eb('soft_bounces', '+', 1) }))
      .where('id', '=', subscriber_id)
      .returningAll()
      .executeTakeFirst();
    if (row?.state === 'confirmed' && (refused || row.soft_bounces >= softBouncesMax))
      await step(context, row, 'bounce', { ...system, as: 'system' });
  }
  return rows.length;
}

/** Addresses whose mail came back later, pasted by staff: one per line, or any text that contains them. */
export async function addBounces(context: Context, actor: SignedInActor, text: string) {
  const words = text.toLowerCase().split(/[\s<>()[\],;:"\\]+/);
  const addresses = [...new Set(words.filter((word) => /^[^@]+@[^@]+$/.test(word)))].slice(0, 5000);
  const rows = await context.db
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .where('email', 'in', addresses.length === 0 ? [''] : addresses)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows)
    if (row.state === 'pending' || row.state === 'confirmed')
      await step(context, row, 'bounce', { ...actor, as: 'staff' });
  return { recorded: rows.length, unknown: addresses.length - rows.length };
}

export const subscribers = defineRecords(subscriberNoun, {
  table: 'newsletter_subscribers',
  subject: 'newsletter-subscriber',
  acts: 'newsletter-subscribers',
  select: sql`r.id, r.email, r.state, r.confirmed_at, r.created_at, r.updated_at`,
  search: ['r.email'],
  filters: { state: (state) => sql`r.state = ${state}` },
  sort: { email: 'r.email', created_at: 'r.created_at', confirmed_at: 'r.confirmed_at' },
  order: 'r.id desc',
});
