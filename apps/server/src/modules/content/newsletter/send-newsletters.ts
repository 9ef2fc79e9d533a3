import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import type { IntervalTask } from '../../../platform/jobs/interval-tasks.ts';
import { queueBulk, recipientToken } from '../../../platform/mail/bulk.ts';
import { system } from '../../audit/index.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { mailDealerPosts } from './dealer-blog-mails.ts';
import { unsubscribeUrl } from './newsletter-mails.ts';
import { lockNewsletter, moveNewsletter, type NewsletterContext } from './newsletters.ts';
import { recordBounces } from './subscribers.ts';

const batchSize = 500;
const bySystem = { ...system, as: 'system' } as const;

/**
 * Queues the next batch of a newsletter; false when nothing is left. The mails, the deliveries and the position are one
 * transaction under the lock of the newsletter: a process that dies leaves a whole batch or none, and two processes
 * never take the same one.
 */
async function queueBatch(context: NewsletterContext, id: number): Promise<boolean> {
  const { db, origin } = context;
  const newsletter = await lockNewsletter(db, id);
  if (newsletter?.state !== 'sending' || newsletter.body_id === null) return false;
  const subscribers = await db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email'])
    .where('state', '=', 'confirmed')
    .where('id', '>', newsletter.last_subscriber_id)
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const last = subscribers.at(-1);
  if (!last) {
    await moveNewsletter(context, newsletter, 'finish', bySystem);
    return false;
  }
  const tokens = subscribers.map(() => newToken());
  const mails = await queueBulk(
    db,
    {
      kind: 'newsletter',
      subject: newsletter.title,
      bodyId: newsletter.body_id,
      unsubscribeUrl: unsubscribeUrl(origin, recipientToken),
    },
    subscribers.map(({ email }, at) => ({ to: email, token: tokens[at] ?? '' })),
  );
  // A second delivery of the same newsletter violates the key and rolls the batch back.
  await sql`
    insert into newsletter_deliveries (newsletter_id, subscriber_id, token_hash, mail_id)
    select ${id}, r.* from unnest(${subscribers.map((one) => one.id)}::integer[], ${tokens.map(hashToken)}::bytea[],
      ${subscribers.map(({ email }) => mails.get(email) ?? null)}::integer[]) as r`.execute(db);
  await db
    .updateTable('newsletters')
    .set({ last_subscriber_id: last.id, recipients: newsletter.recipients + subscribers.length })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Sends a newsletter in the caller's transaction: for the demo data set. */
export async function sendInFull(context: NewsletterContext, id: number): Promise<void> {
  await moveNewsletter(context, id, 'send', bySystem);
  while (await queueBatch(context, id));
}

type Sending = { readonly db: Db; readonly origin: string; readonly now: () => Date; readonly signal: AbortSignal };

/** Starts newsletters whose time has come and queues the batches of all that are being sent. */
export async function sendNewsletters({ db, origin, now, signal }: Sending): Promise<void> {
  const inTransaction = <T>(act: (context: NewsletterContext) => Promise<T>) =>
    retryOnDeadlock(db, (tx) => act({ db: tx, now: now(), origin }));
  const due = await db
    .selectFrom('newsletters')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('send_at', '<=', now())
    .execute();
  for (const { id } of due)
    await inTransaction(async (context) => {
      const row = await lockNewsletter(context.db, id);
      if (row?.state === 'scheduled' && row.send_at && row.send_at <= context.now)
        await moveNewsletter(context, row, 'send', bySystem);
    });
  const sending = await db.selectFrom('newsletters').select('id').where('state', '=', 'sending').execute();
  for (const { id } of sending) while (!signal.aborted && (await inTransaction((context) => queueBatch(context, id))));
  if (!signal.aborted) await inTransaction(recordBounces);
}

export const contentIntervalTasks: readonly IntervalTask[] = [
  {
    name: 'content.send-newsletters',
    everyMs: 5_000,
    run: ({ db, config, clock }, signal) =>
      sendNewsletters({ db, origin: config.publicOrigin, now: () => clock.now(), signal }),
  },
  {
    name: 'content.mail-dealer-posts',
    everyMs: 15_000,
    run: ({ db, config, clock }, signal) =>
      mailDealerPosts({ db, origin: config.publicOrigin, now: () => clock.now(), signal }),
  },
];
