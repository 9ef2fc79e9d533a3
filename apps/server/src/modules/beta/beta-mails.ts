import { msg, t } from '@tuneport/domain/text/text';
import type { Db } from '../../platform/db/db.ts';
import { dayLabel } from '../../platform/mail/dates.ts';
import { pagesOf } from '../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../platform/mail/queue.ts';
import type { MailSamples } from '../../platform/mail/samples.ts';

export type BetaContext = { readonly db: Db; readonly now: Date; readonly origin: string };
type Program = { readonly id: number; readonly name: string };

const pathOf = (origin: string, { id }: Program) => `${pagesOf(origin)}/beta/${id}`;

const invitation = (origin: string, program: Program, until: Date) =>
  mailMessage('beta-invitation', {
    title: t('You have a place in a beta program'),
    paragraphs: [
      t('A place in “{name}” is reserved for you until {date}. Join before then to keep it.', {
        name: program.name,
        date: dayLabel(until),
      }),
    ],
    button: { label: t('Open the beta program'), url: pathOf(origin, program) },
    footer: t('You are receiving this e-mail because you applied for this beta program.'),
  });

/** Only to a confirmed address: an unconfirmed one may belong to someone else. */
export async function sendInvitation(
  { db, origin }: BetaContext,
  program: Program,
  userId: number,
  until: Date,
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (user) await queueMail(db, { to: user.email, secrets: [], message: () => invitation(origin, program, until) });
}

const news = {
  pause: {
    title: msg('A beta program is paused'),
    text: (name: string) => t('“{name}” is paused. Please go back to the stable version until we resume it.', { name }),
  },
  resume: { title: msg('A beta program has resumed'), text: (name: string) => t('“{name}” has resumed.', { name }) },
  finish: {
    title: msg('A beta program is finished'),
    text: (name: string) => t('“{name}” is finished. Thank you for taking part and for your feedback.', { name }),
  },
  cancel: {
    title: msg('A beta program is cancelled'),
    text: (name: string) => t('“{name}” was cancelled. Please go back to the stable version.', { name }),
  },
} as const;

const programNews = (origin: string, program: Program, event: keyof typeof news, reason: string) =>
  mailMessage('beta-program', {
    title: t(news[event].title),
    paragraphs: [news[event].text(program.name), ...(reason === '' ? [] : [reason])],
    button: { label: t('Open the beta program'), url: pathOf(origin, program) },
    footer: t('You are receiving this e-mail because you take part in this beta program.'),
  });

/** To everyone who takes part now. */
export async function sendProgramNews(
  { db, origin }: BetaContext,
  program: Program,
  event: keyof typeof news,
  reason: string,
): Promise<void> {
  const users = await db
    .selectFrom('beta_participants as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('u.email')
    .where('p.program_id', '=', program.id)
    .where('p.state', '=', 'active')
    .where('u.email_confirmed_at', 'is not', null)
    .orderBy('p.id')
    .execute();
  const message = () => programNews(origin, program, event, reason);
  for (const { email } of users) await queueMail(db, { to: email, secrets: [], message });
}

const sample = { id: 3, name: 'Smoother gearbox tunes' };
export const betaMailSamples: MailSamples<'beta-invitation' | 'beta-program'> = {
  'beta-invitation': (origin) => invitation(origin, sample, new Date('2026-03-09T12:00:00Z')),
  'beta-program': (origin) => programNews(origin, sample, 'pause', 'Two cars reported harsh shifts when cold.'),
};
