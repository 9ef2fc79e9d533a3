import { newsletterNoun } from '@tuneport/contract/content/newsletters';
import { isIssued, type NewsletterEvent, newsletterMachine } from '@tuneport/domain/content/newsletter-states';
import { slugOf } from '@tuneport/domain/site/slug';
import { type Selectable, sql } from 'kysely';
import type { Actor, AuditActor } from '../../../platform/actor.ts';
import { bumpArea } from '../../../platform/cache/area-versions.ts';
import type { Newsletters } from '../../../platform/db/db.gen.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pairedLockKeys } from '../../../platform/db/writes/advisory-locks.ts';
import type { Removals } from '../../../platform/jobs/housekeeping.ts';
import { recipientToken, storeBody, unusedBodies } from '../../../platform/mail/bulk.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { defineRecords } from '../../../platform/records/define-records.ts';
import { createRecord, findRecord, updateRecord } from '../../../platform/records/records.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { sanitizeRichText } from '../../../platform/rich-text.ts';
import { userById } from '../../identity/index.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import { mediaIdsIn, storeUses } from '../media/media-queries.ts';
import { newsletterMessage } from './newsletter-mails.ts';

type NewsletterRow = Selectable<Newsletters>;

type Counts = {
  subscribers: number;
  waiting: number;
  failed: number;
  bounced: number;
  unsubscribed: number;
};

async function countsOf(db: Db, { id, state }: { id: number; state: string }): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as subscribers, count(*) filter (where m.state = 'queued')::int as waiting,
      count(*) filter (where m.state = 'failed')::int as failed,
      count(*) filter (where d.bounced_at is not null)::int as bounced,
      count(*) filter (where d.unsubscribed_at is not null)::int as unsubscribed
    from newsletter_deliveries d left join mail_outbox m on m.id = d.mail_id where d.newsletter_id = ${id}`.execute(db);
  const counts = rows[0] ?? { subscribers: 0, waiting: 0, failed: 0, bounced: 0, unsubscribed: 0 };
  if (state === 'sent') return counts;
  const confirmed = await db
    .selectFrom('newsletter_subscribers')
    .select((eb) => eb.fn.countAll().as('total'))
    .where('state', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return { ...counts, subscribers: Number(confirmed.total) };
}

export const newsletters = defineRecords(newsletterNoun, {
  table: 'newsletters',
  subject: 'newsletter',
  acts: 'newsletters',
  area: 'content',
  select: sql`r.*`,
  search: ['r.title', 'r.preview', 'r.slug'],
  filters: { state: (state) => sql`r.state = ${state}` },
  sort: { title: 'lower(r.title)', created_at: 'r.created_at', started_at: 'r.started_at' },
  order: 'r.id desc',
  constraints: {
    newsletters_slug_key: ['slug', 'Another newsletter has this slug.'],
    newsletters_button: ['button_url', 'A button needs a label and an address.'],
  },
  detail: async (db, row) => ({ ...row, ...(await countsOf(db, row)) }),
  check: (_db, change, before) => {
    if (before && isIssued(before.state))
      throw new Refusal('conflict', { message: 'This newsletter was sent and no longer changes.' });
    return change.text === undefined || sanitizeRichText(change.text, 'article').trim() !== ''
      ? {}
      : { text: ['The text is required.'] };
  },
  uses: async (db, id) => {
    const { recipients } = await db
      .selectFrom('newsletters')
      .select('recipients')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return [{ count: recipients, one: 'recipient', many: 'recipients' }];
  },
  toRow: ({ text, slug, ...change }) => ({
    ...change,
    ...(text === undefined ? {} : { text: sanitizeRichText(text, 'article') }),
    ...(slug ? { slug } : {}),
  }),
  initial: (_db, { slug, title }) => ({ slug: slug || slugOf(title) }),
  saved: ({ db }, { id, text }) => storeUses(db, `newsletter:${id}`, mediaIdsIn(text), 'text'),
});

/** Stores a newsletter under its slug: a new one, or another text of a draft. */
export async function putNewsletter(
  db: Db,
  actor: Actor,
  slug: string,
  { title, text }: { title: string; text: string },
  now: Date,
) {
  await sql`select pg_advisory_xact_lock(${pairedLockKeys.newsletterSlug}, hashtext(${slug}))`.execute(db);
  const known = await db.selectFrom('newsletters').select('id').where('slug', '=', slug).forUpdate().executeTakeFirst();
  const record = known
    ? (await updateRecord(db, actor, newsletters.kind, known.id, { title, text }, null, now)).record
    : await createRecord(db, actor, newsletters.kind, { slug, title, text }, now);
  await storeUses(db, `newsletter:${record.id}`, mediaIdsIn(record.text), 'text');
  return record;
}

export const lockNewsletter = (db: Db, id: number): Promise<NewsletterRow | undefined> =>
  db.selectFrom('newsletters').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type NewsletterActor = AuditActor & { readonly as: 'staff' | 'system' };
export type NewsletterContext = { readonly db: Db; readonly now: Date; readonly origin: string };

const step = defineStep<NewsletterRow, NewsletterActor, NewsletterContext>()({
  machine: newsletterMachine,
  table: 'newsletters',
  lock: lockNewsletter,
  parts: ({ as }) => as,
  columns: async ({ db, origin }, { step: { event }, row, now }) => {
    if (event === 'unschedule') return { send_at: null };
    if (event === 'finish') return { sent_at: now };
    if (event !== 'send') return {};
    // The text is stored as it is now: later batches send the same.
    const message = newsletterMessage(origin, row, recipientToken);
    return { started_at: now, body_id: await storeBody(db, message) };
  },
  history: {
    table: 'newsletter_events',
    values: (taken) => ({ ...historyRow(taken), newsletter_id: taken.row.id, reason: taken.reason }),
  },
  audit: ({ step: { event }, row }) => ({
    act: `newsletters.${event}`,
    subject: `newsletter:${row.id}`,
    detail: { title: row.title },
  }),
});

export async function moveNewsletter(
  context: NewsletterContext,
  target: number | NewsletterRow,
  event: NewsletterEvent,
  by: NewsletterActor,
  sendAt?: string | undefined,
): Promise<NewsletterRow> {
  const at = sendAt === undefined ? null : new Date(sendAt);
  if (event === 'schedule' && (at === null || at <= context.now))
    throw fieldRefusal({ send_at: ['Choose a time in the future.'] });
  const after = await step(context, target, event, by, event === 'schedule' ? { set: { send_at: at } } : {});
  await bumpArea(context.db, 'content');
  return after;
}

export const newsletterById = (db: Db, id: number, now: Date) => findRecord(db, newsletters.kind, id, now);

export async function sendTest(db: Db, origin: string, actor: Actor, id: number, now: Date) {
  const newsletter = await newsletterById(db, id, now);
  const user = actor.userId === null ? undefined : await userById(db, actor.userId);
  if (!user) throw new Refusal('not_found');
  const message = newsletterMessage(origin, newsletter, 'test');
  await queueMail(db, { ...message, subject: `[Test] ${message.subject}`, to: user.email, secrets: [] });
  return { to: user.email };
}

/** The public page: only what was sent. */
export async function showNewsletter(db: Db, slug: string) {
  const issued = db.selectFrom('newsletters').where('started_at', 'is not', null);
  const [row, others] = await Promise.all([
    issued.selectAll().where('slug', '=', slug).executeTakeFirst(),
    issued
      .select(['slug', 'title', 'started_at'])
      .where('slug', '<>', slug)
      .orderBy('started_at', 'desc')
      .limit(6)
      .execute(),
  ]);
  if (!row?.started_at) throw new Refusal('not_found');
  return {
    slug,
    title: row.title,
    preview: row.preview,
    text: sanitizeRichText(row.text, 'article'),
    button: row.button_label === '' ? null : { label: row.button_label, url: row.button_url },
    sent_at: row.started_at,
    others: others.map(({ started_at, ...other }) => ({ ...other, sent_at: started_at ?? new Date(0) })),
  };
}

export const contentRemovals: Removals = {
  unused_mail_bodies: unusedBodies(sql`select from newsletters n where n.body_id = b.id`),
};
