import type { Language } from '@tuneport/domain/text/languages';
import { sql } from 'kysely';
import type { SignedInActor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { retryOnDeadlock } from '../../../platform/db/writes/retry-on-deadlock.ts';
import { queueBulk, recipientToken, storeBody } from '../../../platform/mail/bulk.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { withLanguage } from '../../../platform/texts.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { blogUnsubscribeUrl, dealerPostMessage } from './newsletter-mails.ts';

const batchSize = 500;
/** Members of active dealers whose address is confirmed; `u` is the user. */
const isMember = sql`exists (select from dealer_members m join dealers d on d.id = m.dealer_id
    where m.user_id = u.id and d.state = 'active')`;

/** Mails the next members about a post; false when all have been mailed, which is noted on the post. */
async function mailBatch(db: Db, origin: string, postId: number, now: Date): Promise<boolean> {
  const post = await db
    .selectFrom('blog_posts')
    .select(['id', 'slug', 'title', 'summary', 'tags', 'publish_at', 'dealers_mailed_at'])
    .where('id', '=', postId)
    .forUpdate()
    .executeTakeFirst();
  if (!post || post.dealers_mailed_at || !post.publish_at || post.publish_at > now || !post.tags.includes('Dealer'))
    return false;
  const { rows: members } = await sql<{ id: number; email: string; language: Language | null }>`
    select u.id, u.email, u.language from users u
    where u.banned_at is null and u.email_confirmed_at is not null and ${isMember}
      and not exists (select from dealer_blog_unsubscribes x where x.user_id = u.id)
      and not exists (select from dealer_blog_mails x where x.post_id = ${postId} and x.user_id = u.id)
    order by u.id limit ${batchSize}`.execute(db);
  if (members.length === 0) {
    await db.updateTable('blog_posts').set({ dealers_mailed_at: now }).where('id', '=', postId).execute();
    return false;
  }
  const recipients = members.map(({ email, language }) => ({
    to: email,
    token: newToken(),
    language: language ?? 'en',
  }));
  for (const [language, readers] of Map.groupBy(recipients, (one) => one.language)) {
    const message = withLanguage(language, () => dealerPostMessage(origin, post, recipientToken));
    await queueBulk(
      db,
      {
        kind: message.kind,
        subject: message.subject,
        bodyId: await storeBody(db, message),
        unsubscribeUrl: blogUnsubscribeUrl(origin, recipientToken),
      },
      readers,
    );
  }
  const rows = members.map(({ id }, at) => ({
    post_id: postId,
    user_id: id,
    token_hash: hashToken(recipients[at]?.token ?? ''),
    created_at: now,
  }));
  await db.insertInto('dealer_blog_mails').values(rows).execute();
  return true;
}

type Sending = { readonly db: Db; readonly origin: string; readonly now: () => Date; readonly signal: AbortSignal };

/** Mails each published post tagged Dealer once to the members of dealers. */
export async function mailDealerPosts({ db, origin, now, signal }: Sending): Promise<void> {
  const due = await db
    .selectFrom('blog_posts')
    .select('id')
    .where('dealers_mailed_at', 'is', null)
    .where('publish_at', '<=', now())
    .where(sql<boolean>`tags @> '{Dealer}'`)
    .orderBy('publish_at')
    .execute();
  for (const { id } of due)
    while (!signal.aborted && (await retryOnDeadlock(db, (tx) => mailBatch(tx, origin, id, now()))));
}

const end = (db: Db, userId: number, now: Date) =>
  db
    .insertInto('dealer_blog_unsubscribes')
    .values({ user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** By the link of any of these mails; it never expires. A wrong link changes nothing and is not revealed. */
export async function endDealerPosts(db: Db, token: string, now: Date): Promise<void> {
  const row = await db
    .selectFrom('dealer_blog_mails')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (row) await end(db, row.user_id, now);
}

/** Null for users who are in no dealer. */
export async function dealerPostsOf(db: Db, userId: number): Promise<boolean | null> {
  const { rows } = await sql<{ member: boolean; off: boolean }>`
    select ${isMember} as member, exists (select from dealer_blog_unsubscribes x where x.user_id = u.id) as off
    from users u where u.id = ${userId}`.execute(db);
  return rows[0]?.member ? !rows[0].off : null;
}

export async function chooseDealerPosts(db: Db, actor: SignedInActor, wanted: boolean, now: Date): Promise<void> {
  if ((await dealerPostsOf(db, actor.userId)) === null)
    throw new Refusal('conflict', { message: 'Only members of a dealer get these e-mails.' });
  if (wanted) await db.deleteFrom('dealer_blog_unsubscribes').where('user_id', '=', actor.userId).execute();
  else await end(db, actor.userId, now);
}
