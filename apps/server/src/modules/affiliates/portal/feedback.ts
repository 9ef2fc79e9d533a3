import { msg, t } from '@tuneport/domain/text/text';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/db/lists/page.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { affiliateById, affiliateMembers } from '../queries.ts';

const linkDays = 30;
const questions = [msg('How satisfied are you with the program, from 1 to 5?'), msg('What should we change or add?')];

type Link = { readonly id: number; readonly token: string };

export async function makeFeedbackLink(db: Db, origin: string, actor: Actor, affiliateId: number, now: Date) {
  const affiliate = await affiliateById(db, affiliateId);
  if (!affiliate) throw new Refusal('not_found');
  const token = newToken();
  const { id } = await db
    .insertInto('affiliate_feedback')
    .values({
      affiliate_id: affiliateId,
      token_hash: hashToken(token),
      expires_at: new Date(now.getTime() + linkDays * dayMs),
      created_by: actor.userId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = `${origin}/feedback/${id}/${token}/submit`;
  const [member] = await affiliateMembers(db, affiliateId);
  const message = () => feedbackMessage(`${pagesOf(origin)}/feedback/${id}/${token}/submit`);
  if (member) await queueMail(db, { to: member.email, secrets: [token], message });
  await writeAudit(db, actor, 'affiliates.ask-feedback', `affiliate:${affiliateId}`, { feedback_id: id });
  return { id, token, link };
}

export const feedbackMessage = (url: string) =>
  mailMessage('affiliate-feedback', {
    title: t('How is the affiliate program going?'),
    paragraphs: [t('Hello,'), t('Two questions, one minute. Your answer helps us improve the program.')],
    button: { label: t('Give feedback'), url },
  });

async function openLink(db: Db, { id, token }: Link, now: Date, lock?: 'lock') {
  const query = db
    .selectFrom('affiliate_feedback as f')
    .innerJoin('affiliates as a', 'a.id', 'f.affiliate_id')
    .select(['f.id', 'f.given_at', 'f.expires_at', 'a.name'])
    .where('f.id', '=', id)
    .where('f.token_hash', '=', hashToken(token));
  const row = await (lock ? query.forUpdate('f') : query).executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  if (row.given_at) throw new Refusal('already_committed', { message: 'You already sent your feedback. Thank you.' });
  if (row.expires_at <= now) throw new Refusal('link_expired', { message: 'This link has expired.' });
  return row;
}

export async function checkFeedback(db: Db, link: Link, now: Date) {
  const { name } = await openLink(db, link, now);
  return { name, questions: questions.map((question) => t(question)) };
}

export async function giveFeedback(
  db: Db,
  link: Link,
  { rating, text }: { rating: number; text: string },
  now: Date,
): Promise<void> {
  const { id } = await openLink(db, link, now, 'lock');
  await db.updateTable('affiliate_feedback').set({ rating, text, given_at: now }).where('id', '=', id).execute();
}

export async function listFeedback(db: Db, page: number) {
  const query = db
    .selectFrom('affiliate_feedback as f')
    .innerJoin('affiliates as a', 'a.id', 'f.affiliate_id')
    .where('f.given_at', 'is not', null);
  const rows = query
    .select(['f.id', 'f.rating', 'f.text', 'f.given_at', 'a.id as affiliate_id', 'a.name'])
    .orderBy('f.given_at', 'desc');
  const list = await pageOf(query, rows, page);
  return {
    ...list,
    data: list.data.map(({ affiliate_id, name, rating, given_at, ...row }) => ({
      ...row,
      affiliate: { id: affiliate_id, name },
      rating: rating ?? 0,
      given_at: given_at ?? new Date(0),
    })),
  };
}
