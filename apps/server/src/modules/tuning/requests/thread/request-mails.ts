import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';
import { dayLabel, momentLabel } from '../../../../platform/mail/dates.ts';
import { mail } from '../../../../platform/mail/layout.ts';
import { queueMail } from '../../../../platform/mail/queue.ts';
import { shortName, withoutLinks } from '../../../../platform/mail/typed-text.ts';
import { userById } from '../../../identity/index.ts';
import type { RequestRow } from '../request-queries.ts';
import type { Bench } from '../step-request.ts';

// One mail for each event the customer waits for or must act on. The linked page requires a login.

type RequestMail = {
  readonly kind: string;
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button: string;
  readonly tab?: string;
};

async function sendMail({ db, platform }: Bench, request: RequestRow, content: RequestMail): Promise<void> {
  const { publicOrigin } = platform.config;
  const number = tuneRequestNumber(request.id);
  for (const user of await recipientsOf(db, request)) {
    // An unconfirmed address may belong to someone else, so no user-entered text is sent to it.
    const paragraphs = user.confirmed
      ? [`Hello ${shortName(user.name)},`, ...content.paragraphs.map((text) => withoutLinks(text, publicOrigin))]
      : ['Hello,', `There is an update on your tune request ${number}.`];
    await queueMail(db, {
      kind: content.kind,
      secrets: [],
      to: user.email,
      subject: user.confirmed ? content.subject : `${content.title}, ${number}`,
      ...mail({
        title: content.title,
        paragraphs,
        button: {
          label: content.button,
          url: `${publicOrigin}/tuning/request/${request.id}/${content.tab ?? 'status'}`,
        },
        footer: `You are receiving this e-mail because of your tune request ${number}.`,
      }),
    });
  }
}

/** The user who sent the file or, if they have left the dealer, its managers. */
async function recipientsOf(db: Db, { user_id, dealer_id }: RequestRow) {
  const { rows } = await sql<{ name: string; email: string; confirmed: boolean }>`
    select u.name, u.email, u.email_confirmed_at is not null as confirmed from users u where u.banned_at is null and case
      when ${dealer_id}::integer is null or exists (
        select from dealer_members m where m.dealer_id = ${dealer_id}::integer and m.user_id = ${user_id}::integer)
        then u.id = ${user_id}::integer
      else u.id in (select m.user_id from dealer_members m where m.dealer_id = ${dealer_id}::integer and m.kind = 'manager') end
    order by u.id`.execute(db);
  return rows;
}

const about = (request: RequestRow) =>
  request.vehicle === ''
    ? tuneRequestNumber(request.id)
    : `${shortName(request.vehicle)} (${tuneRequestNumber(request.id)})`;

export const mailReceived = (bench: Bench, request: RequestRow, fileName: string) =>
  sendMail(bench, request, {
    kind: 'tune-request-received',
    subject: `We received your file, ${tuneRequestNumber(request.id)}`,
    title: 'We received your file',
    paragraphs: [
      `"${fileName}" arrived whole and is kept as you sent it.`,
      request.state === 'matched'
        ? `It is for ${request.vehicle}. Choose the tunes you want.`
        : "Tell us which car it is from, and we'll show the available tunes.",
    ],
    button: request.state === 'matched' ? 'Choose tunes' : 'Choose your car',
    tab: request.state === 'matched' ? 'tunes' : 'information',
  });

export const mailQueued = (bench: Bench, request: RequestRow) =>
  sendMail(bench, request, {
    kind: 'tune-request-queued',
    subject: `Paid: ${about(request)}`,
    title: 'Your file is in the queue',
    paragraphs: [
      'Thank you. A tuner will start on it next.',
      ...(request.promised_at === null ? [] : [`Estimated ready by ${momentLabel(request.promised_at)}.`]),
    ],
    button: 'View your request',
  });

export const mailQuestion = (bench: Bench, request: RequestRow, author: string, text: string) =>
  sendMail(bench, request, {
    kind: 'tune-request-question',
    subject: `A question about ${about(request)}`,
    title: 'The tuner has a question',
    paragraphs: [`${author} wrote:`, text, 'The work is paused until you reply.'],
    button: 'Answer',
  });

export const mailWritten = (bench: Bench, request: RequestRow, author: string, text: string) =>
  sendMail(bench, request, {
    kind: 'tune-request-message',
    subject: `Update on ${about(request)}`,
    title: 'Update on your request',
    paragraphs: [`${author} wrote:`, text],
    button: 'Open the request',
  });

export const mailDelivered = (bench: Bench, request: RequestRow, words: string) =>
  sendMail(bench, request, {
    kind: 'tune-request-delivered',
    subject: `Your tuned file is ready: ${about(request)}`,
    title: 'Your tuned file is ready',
    paragraphs: [
      words,
      ...(request.revision_until === null
        ? []
        : [`Something not right? Changes are free until ${dayLabel(request.revision_until)}.`]),
    ],
    button: 'Download the file',
    tab: 'files',
  });

export const mailEnded = (bench: Bench, request: RequestRow, title: string, ...paragraphs: readonly string[]) =>
  sendMail(bench, request, {
    kind: 'tune-request-ended',
    subject: `${title}: ${about(request)}`,
    title,
    paragraphs,
    button: 'Open the request',
  });

/** Notifies the current or last worker, unless they caused the event themselves. */
export async function mailWorker(
  { db, platform }: Bench,
  request: RequestRow,
  title: string,
  text = '',
  byUserId: number | null = null,
): Promise<void> {
  const id = request.worker_id;
  const person = id === null || id === byUserId || id === request.user_id ? undefined : await userById(db, id);
  if (!person) return;
  await queueMail(db, {
    kind: 'tune-request-work',
    secrets: [],
    to: person.email,
    subject: `${title}: ${about(request)}`,
    ...mail({
      title,
      paragraphs: [
        `Hello ${person.name},`,
        `This is about ${about(request)}.`,
        ...(text === '' ? [] : [withoutLinks(text, platform.config.publicOrigin)]),
      ],
      button: {
        label: 'Open the request',
        url: `${platform.config.publicOrigin}/tuning/request/${request.id}/status`,
      },
      footer: `You are receiving this e-mail because you work on ${tuneRequestNumber(request.id)}.`,
    }),
  });
}
