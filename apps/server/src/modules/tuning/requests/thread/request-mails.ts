import { t } from '@tuneport/domain/text/text';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { queueMail } from '../../../../platform/mail/queue.ts';
import { visitorLanguage, withLanguage } from '../../../../platform/texts.ts';
import { mailBranding } from '../../../dealers/index.ts';
import { guestAdvice, mailGuest, userById } from '../../../identity/index.ts';
import type { RequestRow } from '../request-queries.ts';
import type { RequestContext } from '../step-request.ts';
import {
  delivered,
  ended,
  guestMessage,
  question,
  queued,
  type RequestContent,
  received,
  requestMessage,
  valueMoved,
  workMessage,
  written,
} from './request-messages.ts';

// One mail for each event the customer waits for or must act on. The linked page requires a login.

async function sendMail(
  { db, platform }: RequestContext,
  request: RequestRow,
  content: () => RequestContent,
): Promise<void> {
  const { publicOrigin } = platform.config;
  const { branding } = await mailBranding(db, publicOrigin, request.dealer_id);
  for (const user of await recipientsOf(db, request)) {
    if (user.guest_email !== null) {
      const guest = { id: user.id, email: user.guest_email };
      const send = () =>
        mailGuest(db, publicOrigin, guest, (url, isKnown) =>
          guestMessage(request, content(), { url, advice: guestAdvice(isKnown) }),
        );
      // The page of a tuner says nothing about the language of the guest.
      const reader = visitorLanguage()?.userId ?? null;
      await (reader === null || reader === user.id ? send() : withLanguage('en', send));
      continue;
    }
    const message = () => requestMessage(publicOrigin, request, content(), user, branding);
    await queueMail(db, { to: user.email, secrets: [], message });
  }
}

/** The user who sent the file or, if they have left the dealer, its managers. */
async function recipientsOf(db: Db, { user_id, dealer_id }: RequestRow) {
  const { rows } = await sql<{
    id: number;
    name: string;
    email: string;
    guest_email: string | null;
    confirmed: boolean;
  }>`
    select u.id, u.name, u.email, u.guest_email, u.email_confirmed_at is not null as confirmed from users u where u.banned_at is null and case
      when ${dealer_id}::integer is null or exists (
        select from dealer_members m where m.dealer_id = ${dealer_id}::integer and m.user_id = ${user_id}::integer)
        then u.id = ${user_id}::integer
      else u.id in (select m.user_id from dealer_members m where m.dealer_id = ${dealer_id}::integer and m.kind = 'manager') end
    order by u.id`.execute(db);
  return rows;
}

export const mailReceived = (context: RequestContext, request: RequestRow, fileName: string) =>
  sendMail(context, request, () => received(request, fileName));
export const mailQueued = (context: RequestContext, request: RequestRow) =>
  sendMail(context, request, () => queued(request));
export const mailQuestion = (context: RequestContext, request: RequestRow, author: string, text: string) =>
  sendMail(context, request, () => question(request, author, text));
export const mailWritten = (context: RequestContext, request: RequestRow, author: string, text: string) =>
  sendMail(context, request, () => written(request, author, text));
/** `words` is called in the language of the recipient. */
export const mailDelivered = (context: RequestContext, request: RequestRow, words: () => string) =>
  sendMail(context, request, () => delivered(request, words()));
/** The first text is the title. */
type Texts = () => readonly [title: string, ...paragraphs: string[]];

export const mailEnded = (context: RequestContext, request: RequestRow, texts: Texts) =>
  sendMail(context, request, () => ended(request, ...texts()));

export const mailTransfer = (context: RequestContext, request: RequestRow, texts: Texts) =>
  sendMail(context, request, () => valueMoved(request, ...texts()));

/** Notifies the current or last worker, unless they caused the event themselves. `title` is a marked text. */
export async function mailWorker(
  { db, platform }: RequestContext,
  request: RequestRow,
  title: string,
  text: () => string = () => '',
  byUserId: number | null = null,
): Promise<void> {
  const id = request.worker_id;
  const person = id === null || id === byUserId || id === request.user_id ? undefined : await userById(db, id);
  if (!person) return;
  const message = () => workMessage(platform.config.publicOrigin, request, person.name, t(title), text());
  await queueMail(db, { to: person.email, secrets: [], message, toOther: true });
}
